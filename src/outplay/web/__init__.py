"""The board in the browser: a server that knows the games, and a page that draws what the server describes.

    catalogue.py   the games and players that a page may ask for
    set_up.py      positions that are set up on the board
    game_line.py   a game, its start and its moves, as every request carries them
    view.py        a position as data to draw
    clicks.py      whether the clicks that a board offers can be trusted
    messages.py    what a page may say, checked
    session.py     one connection: requests in, answers out
    limits.py      what one client may take, and whose turn it is
    turns.py       replays and other short work in threads, with fair turns
    pool.py        which search runs in which worker process, and when
    process.py     a worker process as the server sees it
    worker.py      a worker process: job.py is a job in it, tasks.py what jobs do, shelf.py what is kept between jobs
    tournaments.py matches and tournaments of the arena's store
    app.py         HTTP and WebSocket
    listener.py    who is let in, and the time that a request may take
    log.py         messages on standard error, bounded
    server.py      address, port and token

A request cannot name a file, a module or a program, and the server keeps no state of a game between two requests.
"""
