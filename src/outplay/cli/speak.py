"""speak: a player of ours sits down at somebody else's table, by the protocol that is spoken there."""

import typer

speak_app = typer.Typer(no_args_is_help=True, help="Play under another program, by its protocol.")


def register(app: typer.Typer) -> None:
    app.add_typer(speak_app, name="speak")
