"""One JavaScript module from several: a notebook's widget is one text, and the page's drawing modules are many files.

Each file becomes a function that returns what it exports; imports become the names that those returned. Only the forms
that the page's files use are known: `import { a, b as c } from "./file.js";` at the beginning of a line, and `export`
before a declaration. Comments that stand on lines of their own are left out.
"""

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\s+(\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*/\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
UNKNOWN = re.compile(r"^(?:import|export)\b(?! default )", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module of a file with all that it imports; its own `export default` stays."""
    names: dict[Path, str] = {}
    parts = list[str]()

    def add(path: Path, on_the_way: tuple[Path, ...]) -> str:
        """The name of the object that holds a file's exports, after the files that it imports."""
        if path in on_the_way:
            raise ValueError(f"{path.name} imports itself by way of others, which a bundle cannot hold")
        if path not in names:
            code = inner(path, on_the_way)
            exported = ", ".join(EXPORT.findall(code))
            names[path] = f"module{len(names)}"
            parts.append(f"const {names[path]} = (() => {{\n{EXPORT.sub('', code)}\nreturn {{ {exported} }};\n}})();\n")
        return names[path]

    def inner(path: Path, on_the_way: tuple[Path, ...]) -> str:
        """The text of a file in which imports are names of the objects of other files."""

        def replaced(found: re.Match[str]) -> str:
            module = add((path.parent / found[2]).resolve(), (*on_the_way, path))
            return f"const {{{found[1].replace(' as ', ': ')}}} = {module};\n"

        code = IMPORT.sub(replaced, COMMENT.sub("", path.read_text(encoding="utf-8")))
        if found := UNKNOWN.search(EXPORT.sub("", code)):
            raise ValueError(f"{path.name} has a form that a bundle does not know: {code[found.start() :][:60]!r}")
        return code

    last = inner(entry.resolve(), ())
    return "".join(parts) + last
