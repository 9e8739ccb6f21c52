"""The command line: parse, call, print. `main` is the program `outplay`."""

import os
import signal
import sys
import warnings
from typing import Annotated

import typer

from outplay import __version__, compiler
from outplay.cli import arena, author, exchange, inform, measure, play, report, results, search, serve, speak, state
from outplay.cli.common import compiling
from outplay.core.errors import OutplayError

app = typer.Typer(
    name="outplay",
    help="Two-player games: play them, measure them, write your own rules in plain Python.",
    epilog="Begin with: outplay play\n\noutplay games\n\noutplay new game my_game",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"outplay {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say the version and stop.")
    ] = False,
) -> None:
    pass


for module in (play, serve, report, search, inform, measure, arena, results, exchange, author, speak, state):
    module.register(app)


def main() -> None:
    """Runs a command. Whatever goes wrong is one line on standard error: exit code 2 for usage, 130 for Ctrl-C."""
    warnings.showwarning = show_warning
    compiler.announce = compiling
    for name in ("SIGTERM", "SIGHUP"):  # as Ctrl-C, so that a game is saved before the end
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        code = app(standalone_mode=False)
    except OutplayError as error:
        code = complain(str(error))
    except typer.TyperException as error:
        if not error.format_message():  # the help was shown instead
            sys.exit(2)
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "outplay"
        code = complain(f"{error.format_message().rstrip('.')} (see: {command} --help)")
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        code = 130
    except BrokenPipeError:  # the reader has gone, as in `outplay games | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = complain(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except RecursionError:
        code = complain("the rules call themselves without end")
    except Exception as error:
        if os.environ.get("OUTPLAY_DEBUG"):
            raise
        kind = type(error).__name__
        if "can't start new thread" in str(error):
            code = complain("this machine has no room for another thread or process now; end some and try again")
        else:
            code = complain(f"a mistake in outplay itself: {kind}: {error} (OUTPLAY_DEBUG=1 shows where)", 1)
    sys.exit(code if isinstance(code, int) else 0)


def complain(message: str, code: int = 2) -> int:
    print(f"outplay: {message}", file=sys.stderr)
    return code


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"outplay: warning: {message}", file=sys.stderr)
