"""A Numba pipeline that generates machine code once, for the entry point and everything it calls.

By default Numba optimises every function, links it with its callees, optimises again, generates machine code and two
wrappers. Here only the entry point is called from Python, so all other functions are lowered to LLVM IR and nothing
else until the entry point is linked with them.
"""

from typing import Any, ClassVar

from llvmlite.binding import Linkage
from numba.core import types as numba_types
from numba.core import untyped_passes as untyped
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering, NopythonRewrites, NopythonTypeInference

from outplay.compiler.wide import Wide

types: Any = numba_types

NEEDLESS = {
    untyped.WithLifting,
    untyped.InlineClosureLikes,
    untyped.RewriteDynamicRaises,
    untyped.MakeFunctionToJitFunction,
    untyped.InlineInlinables,
    untyped.FindLiterallyCalls,
    untyped.LiteralUnroll,
    untyped.LiteralPropagationSubPipelinePass,
    NopythonRewrites,
}
"""Passes of Numba for what `source` refuses or rules cannot contain: `with`, nested functions, `raise`, Numba's own
directives, arithmetic on whole arrays."""

PLAIN = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral, Wide)
"""The types of integers, for which operators have the same type every time."""


TINY = 30
"""The number of instructions up to which a function of an Outlined may be inlined."""


class Piece(JITCodeLibrary):
    """The LLVM IR of one function, neither optimised, nor linked with its callees, nor compiled to machine code."""

    def add_llvm_module(self, module: Any) -> None:
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True


def needed(libraries: list[Any]) -> list[Any]:
    """Libraries and all that their pieces call, each once, callers first: LLVM links in only what is called already."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in found:
            for callee in library._linking_libraries if isinstance(library, Piece) else ():
                visit(callee)
            found[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(found))


class Whole(JITCodeLibrary):
    """The entry point linked with all pieces. The pieces are internal, so LLVM may inline and remove them."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        self._linking_libraries = needed(self._linking_libraries)
        super().finalize()

    def _finalize_final_module(self) -> None:
        """Numba would load the code into this process here; ours goes to an object file, which must need no other."""
        missing = [f.name for f in self._final_module.functions if f.is_declaration and not f.name.startswith("llvm.")]
        assert not missing, f"the code calls {', '.join(missing)}"
        self._finalized = True

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class Outlined(Whole):
    """A whole whose functions are not inlined, but for tiny ones.

    For very wide integers: each operation is hundreds of instructions, and LLVM takes minutes for the inlined copies.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if sum(1 for block in function.blocks for _ in block.instructions) > TINY:
                function.add_function_attribute("noinline")
        super()._optimize_final_module()


class Remembered:
    """Numba's typing context, which remembers signatures that it has found.

    Numba asks for the same ones again whenever a type in the function changes. For an operator on integers it then
    tries dozens of implementations, and for a call of a compiled function it looks through what was compiled.
    """

    known: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any) -> None:
        self.context = context
        self.callstack = CallStack(context.callstack)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        arguments = tuple(args)
        if not kws and isinstance(function, types.Dispatcher) and isinstance(function.dispatcher, Function):
            known, key = function.dispatcher.known, arguments
        elif not kws and isinstance(function, types.Function) and all(isinstance(a, PLAIN) for a in arguments):
            known, key = self.known, (function, arguments)
        else:
            return self.context.resolve_function_type(function, args, kws)
        if key not in known:
            known[key] = self.context.resolve_function_type(function, args, kws)
        return known[key]


class CallStack:
    """Numba's stack of functions whose types are being found, which finds the return type of a recursive one once.

    Numba finds it anew at each recursive call, by typing the whole function without such calls.
    """

    def __init__(self, stack: Any) -> None:
        self.stack = stack

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stack, name)

    def match(self, function: Any, args: Any) -> Any:
        frame = self.stack.match(function, args)
        if frame is not None and not isinstance(frame.typeinfer, ReturnType):
            frame.typeinfer = ReturnType(frame.typeinfer)
        return frame


class ReturnType:
    """What finds a function's types, which remembers the return type."""

    def __init__(self, inferer: Any) -> None:
        self.inferer = inferer
        self.known: Any = None

    def return_types_from_partial(self) -> Any:
        self.known = self.known or self.inferer.return_types_from_partial()
        return self.known


@register_pass(mutates_CFG=True, analysis_only=False)
class Typing(NopythonTypeInference):
    """Type inference with the cache of `Remembered`."""

    _name = "outplay_typing"

    def run_pass(self, state: Any) -> bool:
        context = state.typingctx
        state.typingctx = Remembered(context)
        try:
            return bool(super().run_pass(state))
        finally:
            state.typingctx = context


class Lowering(NativeLowering):
    """Lowers a function to LLVM IR, without the wrappers by which Python would call it."""

    library: type[Piece | Whole]

    def run_pass(self, state: Any) -> bool:
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        name = state.library.__sizeof__  # Numba needs a unique builtin function as a key; it is never called
        state.cr = state.cr._replace(cfunc=name)
        state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class PieceLowering(Lowering):
    """Lowers a function to a Piece, which other functions can call."""

    _name = "outplay_piece_lowering"
    library = Piece


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(Lowering):
    """Lowers the entry point, to be linked with its pieces."""

    _name = "outplay_whole_lowering"
    library = Whole


@register_pass(mutates_CFG=True, analysis_only=False)
class OutlinedLowering(Lowering):
    """Lowers the entry point, to be linked with pieces that stay functions of their own."""

    _name = "outplay_outlined_lowering"
    library = Outlined


class PieceCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [pipeline(self.state, PieceLowering)]


class WholeCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [pipeline(self.state, WholeLowering)]


class OutlinedCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [pipeline(self.state, OutlinedLowering)]


def pipeline(state: Any, lowering: Any) -> Any:
    """Numba's pipeline with our type inference and lowering, and without the passes that are not needed."""
    replaced = {NopythonTypeInference: Typing, NativeLowering: lowering}
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    passes.passes = [(replaced.get(step, step), why) for step, why in passes.passes if step not in NEEDLESS]
    passes.finalize()
    return passes


class Function(CPUDispatcher):
    """A function that is compiled once for each type of its arguments; Numba's own are once more for constants."""

    def __init__(self, *args: Any, **kws: Any) -> None:
        super().__init__(*args, **kws)
        self.known: dict[Any, Any] = {}
        """The signatures of calls of this function, by their arguments' types."""

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        return super().fold_argument_types(*without_values(args, kws))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(*without_values(args, kws))


def without_values(args: Any, kws: Any) -> Any:
    """The types of the arguments, with the type of integers in place of that of a literal."""
    return tuple(types.unliteral(a) for a in args), {name: types.unliteral(a) for name, a in dict(kws).items()}


def emitted(compiled: CompileResult) -> tuple[bytes, str]:
    """The object code of an entry point and all that it calls, and the name of the entry point."""
    library = compiled.library
    with global_compiler_lock:
        library.finalize()
    return library.codegen._tm.emit_object(library._final_module), compiled.fndesc.llvm_func_name
