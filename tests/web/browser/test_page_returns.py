"""Leaving a game and coming back to it changes nothing about it."""

import re

from playwright.sync_api import Page, expect


def test_how_it_thinks_and_the_editor_keep_who_plays(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/#/play?game=tic-tac-toe&moves=b2&first=you&second=friend")
    page.get_by_role("button", name="How it thinks").click()
    page.get_by_role("link", name=re.compile("Back to")).click()
    expect(page).to_have_url(re.compile(r"#/play\?.*second=friend"))
    page.get_by_role("button", name="Edit position").click()
    page.get_by_role("button", name="Play from here").click()
    expect(page).to_have_url(re.compile(r"#/play\?.*second=friend"))


def test_a_game_that_was_resigned_is_loaded_as_such_and_a_book_is_refused(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/#/play?game=tic-tac-toe&moves=b2&first=you&second=friend")
    page.get_by_role("button", name="Load").click()
    page.get_by_label("The record of a game").fill("x" * 200_000)
    page.get_by_role("dialog").get_by_role("button", name="Load").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("too long")
    record = (
        "game: tic-tac-toe\nfirst: you\nsecond: friend\nresult: second wins\nreason: first resigned\n\n  1. first  b2\n"
    )
    page.get_by_label("The record of a game").fill(record)
    page.get_by_role("dialog").get_by_role("button", name="Load").click()
    expect(page).to_have_url(re.compile("resigned=first"))
    page.get_by_role("button", name="Load").click()
    terminal = record.replace("second wins", "first wins").replace("reason: first", "ending: resignation\nreason: o")
    page.get_by_label("The record of a game").fill(terminal)
    page.get_by_role("dialog").get_by_role("button", name="Load").click()
    expect(page).to_have_url(re.compile("resigned=second"))
    expect(page.locator(".result p")).to_have_text("Your friend resigned.")


def test_the_list_of_moves_follows_the_game(page: Page, base_url: str) -> None:
    moves = "+".join(f"{column}{row}" for row in (1, 2, 3, 4) for column in "abcdefghijklmno"[: 15 - row % 2])
    page.goto(f"{base_url}/#/play?game=gomoku&moves={moves}&first=you&second=friend")
    current = page.locator(".moves [aria-current]")
    expect(current).to_be_visible()
    assert page.evaluate(
        "() => { const a = document.querySelector('.moves [aria-current]').getBoundingClientRect(),"
        " b = document.querySelector('.moves').getBoundingClientRect();"
        " return a.top >= b.top && a.bottom <= b.bottom + 1 }"
    )
