"""The sizes that a game's listing allows are those that its factory takes."""

import pytest

from outplay.core.registry import GAMES
from outplay.core.specs import Listing, Option

pytestmark = pytest.mark.rules

BOUNDS = [
    pytest.param(listing, number, id=f"{listing.name} {option.key}")
    for listing in GAMES.values()
    for number, option in enumerate(listing.options)
    if option.kind == "int" and option.high is not None
]


def sizes(listing: Listing, number: int, value: int) -> list[int]:
    """The sizes of a game with one of them changed."""
    usual = [int(option.default or 0) for option in listing.options if option.kind == "int"]
    return [*usual[:number], value, *usual[number + 1 :]]


@pytest.mark.parametrize(("listing", "number"), BOUNDS)
def test_the_listing_and_the_factory_have_the_same_bounds(listing: Listing, number: int) -> None:
    option: Option = listing.options[number]
    assert option.low is not None
    assert option.high is not None
    low, high = int(option.low), int(option.high)
    for value in (low, high):
        assert listing.load()(*sizes(listing, number, value)).start().moves()
    for value in (low - option.step, high + option.step):
        with pytest.raises(ValueError, match=r"is played on|has [0-9]+ to"):
            listing.load()(*sizes(listing, number, value))
