"""The board in the browser: a server that knows the games, and a page that draws what the server describes.

    catalogue.py   the games and players that a page may ask for
    set_up.py      positions that are set up on the board
    game_line.py   a game, its start and its moves, as every request carries them
    view.py        a position as data to draw
    clicks.py      whether the clicks that a board offers can be trusted
    messages.py    what a page may say, checked
    session.py     one connection: questions in, answers out
    pool.py        the processes that search, and who may use them
    worker.py      such a process
    tournaments.py what the arena has stored
    app.py         HTTP and WebSocket
    server.py      the address, the port, the token

No request names a file, a module or a program, and the server keeps nothing about a game between two requests.
"""
