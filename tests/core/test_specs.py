"""Texts that name games and players: parsed, written, explained and refused by the data that describes them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.errors import BadSpec
from outplay.core.registry import GAMES, file_listing, spec_of
from outplay.core.registry import parse as parse_game
from outplay.core.specs import Listing, Option, Spec, name_of, split
from outplay.players.engine import EnginePlayer
from outplay.players.founding.cadrega import MOST_PLIES as CADREGA_PLIES
from outplay.players.listing import PLAYERS, PROGRAMS
from outplay.players.specs import parse as parse_player
from outplay.search.plain import MOST_PLIES

LARGE = 10**12
"""Stands for no bound where values are drawn."""


def values(option: Option) -> st.SearchStrategy[Any]:
    """Any value of an option."""
    low, high = int(option.low or 0), int(LARGE if option.high is None else option.high)
    match option.kind:
        case "int":
            return st.integers(0, (high - low) // option.step).map(lambda steps: low + steps * option.step)
        case "seconds":
            least = max(1, round(1e9 * (option.low or 0)))
            return st.integers(least, min(high, 10**6) * 10**9).map(lambda billionths: billionths / 10**9)
        case "choice":
            return st.sampled_from([word for word, _ in option.choices])
        case "flag":
            return st.booleans()
        case "file":
            return st.text("abc /XYZ-:=.'", min_size=1).map(str.strip).filter(bool)
        case _:
            return st.text("abc XYZ-,:='\"", min_size=1).map(str.strip).filter(bool)


@st.composite
def specs(draw: st.DrawFn, listings: list[Listing]) -> Spec:
    """Any game or player of a list, with any options."""
    listing = draw(st.sampled_from(listings))
    given_options = draw(st.sets(st.sampled_from(listing.options))) if listing.options else set()
    spec = Spec(listing, {}) if listing.keyed else Spec(listing, {o.key: o.default for o in listing.options})
    return spec.with_(**{o.key: draw(values(o)) for o in listing.options if o in given_options or o.always})


@given(specs([*GAMES.values()]))
def test_a_games_text_means_the_same_game_again(spec: Spec) -> None:
    assert parse_game(str(spec)) == spec
    colon = ":" if spec.rest else ""
    assert str(parse_game(f" {str(spec).upper().split(':')[0]}{colon} {spec.rest} ")) == str(spec)


@given(specs([*PLAYERS.values(), PROGRAMS["text"], PROGRAMS["gtp"]]))
def test_a_players_text_means_the_same_player_again(spec: Spec) -> None:
    assert parse_player(str(spec)) == spec


@given(st.sampled_from([*GAMES.values(), *PLAYERS.values()]), st.text("0123456789-=,. abeilmpstx²", max_size=20))
def test_any_text_is_a_spec_or_is_refused_in_one_line(listing: Listing, rest: str) -> None:
    try:
        spec, refusal = listing.parse(rest), ""
    except BadSpec as error:
        spec, refusal = None, str(error)
    assert "\n" not in refusal
    if spec:
        assert listing.parse(spec.rest) == spec
        assert all(listing.checked(key, value) == value for key, value in spec.options.items())


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("kalah", "kalah:6,4"),
        ("kalah:5", "kalah:5,4"),
        (" Kalah: 6, 4 ,half,standard, pie", "kalah:6,4,pie,half"),
        ("kalah:6,4,empty-capture", "kalah:6,4,empty-capture"),
        ("othello:8", "othello"),
        ("connect-four:8", "connect-four:8,6"),
        ("gomoku:15,exact", "gomoku:15,exact"),
        ("mnk", "mnk:3,3,3"),
    ],
)
def test_a_game_has_one_text(given: str, canonical: str) -> None:
    assert str(parse_game(given)) == canonical


def test_an_option_is_changed_by_its_key() -> None:
    spec = parse_player("Engine:time=.50")
    assert str(spec) == "engine:time=0.5"
    assert str(spec.with_(level=3)) == "engine:level=3,time=0.5"
    assert str(spec.filled(time=2.0, table=16, level=None)) == "engine:time=0.5,table=16"
    assert str(parse_game("gomoku").with_(exact=True)) == "gomoku:15,exact"
    with pytest.raises(BadSpec, match="the level of engine must be 1 to 10, not 11"):
        spec.with_(level=11)
    with pytest.raises(BadSpec, match="random has no option 'level'"):
        parse_player("random").with_(level=1)


def test_usage_texts_follow_from_the_options() -> None:
    assert [listing.usage for listing in GAMES.values()] == [
        "squatter[:SIZE]",
        "kalah[:HOUSES,SEEDS[,standard|empty-capture][,pie][,half]]",
        "connect-four[:COLUMNS,ROWS]",
        "gomoku[:SIZE[,exact]]",
        "othello[:SIZE]",
        "breakthrough[:SIZE]",
        "hex[:SIZE[,pie]]",
        "dots-and-boxes[:ROWS,COLUMNS]",
        "domineering[:ROWS,COLUMNS]",
        "oware[:HOUSES,SEEDS]",
        "ataxx[:SIZE]",
        "tic-tac-toe",
        "mnk[:ROWS,COLUMNS,K[,exact]]",
    ]
    assert PLAYERS["engine"].usage == (
        "engine[:level=N][,time=SECONDS][,depth=N][,nodes=N][,table=MB][,threads=N][,seed=N][,net=auto|none|FILE]"
        "[,endgame=auto|none]"
    )
    assert PLAYERS["kalah-ranks"].usage == "kalah-ranks[:search=minimax|depth|pruned][,depth=N]"
    commands = [f"{name}:COMMAND" for name in ("text", "gomocup", "ugi", "gtp", "nboard", "uai")]
    commands.insert(2, "kaggle:FILE")
    assert [listing.usage for listing in PROGRAMS.values()] == ["my_bot.py[:CLASS]", *commands]


WRONG = {
    "kalah:13,2": "the houses of kalah must be 1 to 12, not 13",
    "kalah:6,-4": "the seeds of kalah must be 1 to 12, not -4",
    "kalah:six": "'six' is not a whole number; write kalah[:HOUSES,SEEDS[",
    "kalah:6,4,fast": "kalah has no option 'fast'; write kalah[:HOUSES,SEEDS[",
    "kalah:6,4,standard,empty-capture": "standard and empty-capture exclude each other",
    "kalah:6,4,pie,pie": "kalah has the option pie twice",
    "othello:7": "the size of othello must be 4, 6 … 16, not 7",
    "mnk:3,3,0": "the k of mnk must be 1 or more, not 0",
    "tic-tac-toe:3": "tic-tac-toe has no option '3'; write tic-tac-toe",
    "engine:level=0": "the level of engine must be 1 to 10, not 0",
    "engine:level=three": "engine cannot take 'level=three'; write engine[:level=N]",
    "engine:level": "engine cannot take 'level'; write engine[",
    "engine:time=0": "the time of engine must be more than 0 seconds, not 0",
    "engine:time=1e3": "engine cannot take 'time=1e3'",
    "engine:depth=-1": "the depth of engine must be 1 or more, not -1",
    "engine:seed=1,seed=2": "engine has the option seed twice",
    "cadrega:time=0.05": "the time of cadrega must be 0.1 to 1,000,000 seconds, not 0.05",
    "random:depth=3": "random has no option 'depth=3'; write random[:seed=N]",
    "kalah-ranks:search=best": "kalah-ranks cannot take 'search=best'; write kalah-ranks[:search=minimax|",
    "text:": "there is no command after the colon; write text:COMMAND",
    "gomocup: ": "there is no command after the colon; write gomocup:COMMAND",
    "cadrega:": "nothing stands after the colon of 'cadrega:'; write cadrega[:time=SECONDS]",
    "engine: ": "nothing stands after the colon of 'engine:'; write engine[:level=N]",
    "engine:level=3,": "engine has no option ''; write engine[:level=N]",
    "my_bot.py:": "nothing stands after the colon of 'my_bot.py:'; write my_bot.py, or my_bot.py:CLASS",
    "connect-four:": "nothing stands after the colon of 'connect-four:'; write connect-four[:COLUMNS,ROWS]",
    "rondom": "there is no player 'rondom'; did you mean random?",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_what_would_be_right(text: str) -> None:
    with pytest.raises(BadSpec) as caught:
        (parse_game if name_of(text) in GAMES else parse_player)(text)
    assert str(caught.value).startswith(WRONG[text])


def test_the_two_parts_of_a_text() -> None:
    assert split(" Kalah : 6,4 ") == ("Kalah", "6,4")
    assert (name_of("ENGINE:level=3"), name_of("random")) == ("engine", "random")


def test_a_factory_gets_the_options_in_their_order() -> None:
    assert parse_game("kalah:5,3,half,standard").arguments == [5, 3, "half"]
    assert parse_game("gomoku").arguments == [15]


@pytest.mark.parametrize("name", GAMES)
def test_the_least_sizes_are_sizes_of_the_rules(name: str) -> None:
    """The smallest board and the usual one can be made."""
    listing = GAMES[name]
    least = {option.key: option.low for option in listing.options if option.kind == "int"}
    for spec in (listing.parse(""), listing.parse("").with_(**least)):
        assert outplay.game(str(spec)).start().moves()


def test_every_listed_factory_is_there() -> None:
    for listing in (*GAMES.values(), *PLAYERS.values(), *PROGRAMS.values()):
        assert callable(listing.load())
    assert PLAYERS["engine"].load() is EnginePlayer


def test_the_depth_of_a_plain_search_is_bounded_as_in_its_kernel() -> None:
    highs = {listing.name: option.high for listing in PLAYERS.values() if (option := listing.option("depth"))}
    assert highs.pop("engine") is None
    assert set(highs.values()) == {MOST_PLIES} == {CADREGA_PLIES}


def test_a_game_tells_its_options() -> None:
    spec = spec_of(outplay.game("gomoku:9,exact"), "mnk")
    assert spec
    assert spec.options == {"rows": 9, "columns": 9, "k": 5, "exact": True}
    assert spec_of(outplay.game("kalah"), "mnk") is None


FILE = '''"""A game to try it with.

More about it.
"""
from outplay.examples.othello import game as othello

def game(%s):
    made.append((%s))
    return othello(size)

made = []
'''


def test_the_options_of_a_users_file_are_its_parameters(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE % ("size, rounds=3, style='a', *more, seed=0", "size, rounds, style, *more"))
    listing, factory = file_listing(path)
    assert (listing.usage, listing.about) == (f"{path}:SIZE,ROUNDS,STYLE,MORE", "A game to try it with.")
    assert str(outplay.game(f"{path}:4,5,b,c, 7")) == f"{path}:4,5,b,c, 7"
    assert listing.parse("4").arguments == [4, 3, "a"]
    assert listing.parse("4,5,b,c, 7").arguments == [4, 5, "b", "c", 7]
    assert callable(factory)
    for rest, wrong in (("", "there is no size after the colon"), ("4,x", "'x' is not a whole number")):
        with pytest.raises(BadSpec, match=f"{wrong}; write .*mine.py:SIZE,ROUNDS,STYLE,MORE"):
            outplay.game(f"{path}:{rest}")


def test_json_says_all_that_a_page_needs() -> None:
    told = GAMES["othello"].as_json()
    assert (told["name"], told["title"], told["usage"]) == ("othello", "Othello", "othello[:SIZE]")
    assert told["options"] == [
        {"key": "size", "label": "Size", "kind": "int", "default": 8, "low": 4, "high": 16, "step": 2, "choices": []}
    ]
