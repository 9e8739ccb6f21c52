"""The command line: parse, call, print. `main` is the program `outplay`."""

import os
import signal
import sys
import warnings
from typing import Annotated

import typer

from outplay import __version__, compiler
from outplay.cli import (
    arena,
    author,
    endgame,
    exchange,
    help,
    inform,
    kaggle,
    mcp,
    measure,
    play,
    report,
    results,
    search,
    serve,
    solve,
    speak,
    state,
    streams,
    train,
)
from outplay.cli.common import compiling, wrap
from outplay.cli.usage import usage_words
from outplay.core.errors import OutplayError
from outplay.core.machine import stop_signals

app = typer.Typer(
    name="outplay",
    help="Two-player games: play, analyse, solve, run matches and tournaments, write your own rules in plain Python.",
    epilog=(
        "outplay play  # begin with a game of Kalah against the engine\n\n"
        "outplay games  # all games that have a name\n\n"
        "outplay new game my_game  # write a template of your own game\n\n"
        "outplay train my_game.py  # let the engine learn it by playing itself"
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(requested: bool) -> None:
    if requested:
        print(f"outplay {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for module in (
    play,
    serve,
    mcp,
    report,
    search,
    endgame,
    solve,
    train,
    inform,
    kaggle,
    measure,
    arena,
    results,
    exchange,
    author,
    speak,
    state,
):
    module.register(app)
help.install(app)


EXPECTED = (OutplayError, OSError, RecursionError)
"""Errors that are caused by the input or the system and not by outplay."""


def main() -> None:
    """Runs a command and exits. Every error is one line on standard error; the exit code is 2, or 130 for Ctrl-C."""
    streams.prepare()
    warnings.showwarning = show_warning
    compiler.announce = compiling
    for kind in stop_signals():  # handled like Ctrl-C, so that a game is saved before the end
        if kind != signal.SIGINT:
            signal.signal(kind, signal.default_int_handler)
    try:
        code = app(prog_name="outplay", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = print_usage_error(error)
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        code = 130
    except BrokenPipeError:  # the reader has closed standard output, as in `outplay games | head -1`
        code = 0
    except SystemExit as end:  # typer exits by itself when the reader has closed standard output
        code = 0 if isinstance(end.__context__, BrokenPipeError) else end.code
    except Exception as error:
        if os.environ.get("OUTPLAY_DEBUG") and not isinstance(error, EXPECTED):
            raise
        code = print_failure(error)
    streams.finish()
    sys.exit(code if isinstance(code, int) else 0)


def print_usage_error(error: typer.TyperException) -> int:
    """Prints what is wrong with the command line, unless the help was printed instead; returns the exit code."""
    context = getattr(error, "ctx", None)
    if not error.format_message():
        return 2
    if context and error.format_message() == context.get_help():  # a command that does nothing without an argument
        print(error.format_message(), file=sys.stderr)
        return 2
    command = context.command_path if context else "outplay"
    return print_error(f"{usage_words(error)} (see: {command} --help)")


def print_failure(error: Exception) -> int:
    """Prints why a command failed; returns the exit code, 1 for a mistake in outplay itself."""
    if isinstance(error, OutplayError):
        return print_error(str(error))
    if isinstance(error, OSError):
        return print_error(f"{error.strerror}: {error.filename}" if error.filename else error.strerror or str(error))
    if isinstance(error, RecursionError):
        return print_error("the rules call themselves without end")
    if "determine home directory" in str(error):
        return print_error("this user has no home folder, so ~ means nothing here; write the whole path")
    if "can't start new thread" in str(error):
        return print_error("this machine has no room for another thread or process now; end some and try again")
    kind = type(error).__name__
    return print_error(f"a mistake in outplay itself: {kind}: {error} (OUTPLAY_DEBUG=1 shows where)", 1)


def print_error(message: str, code: int = 2) -> int:
    text = f"outplay: {message}"
    print(wrap(text) if sys.stderr.isatty() else text, file=sys.stderr)
    return code


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"outplay: warning: {message}", file=sys.stderr)
