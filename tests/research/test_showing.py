"""What a rendering shows, and to whom."""

import numpy as np
import pytest
from support.research_games import Setting, label, played, settings

from menagerie import discovery
from menagerie.game import words_of
from menagerie.research import letters, showing, stepping
from menagerie.research.pettingzoo import raw_env

each = pytest.mark.parametrize("game", discovery.names())


@pytest.mark.parametrize("setting", settings()[::3], ids=label)
def test_nothing_is_shown_that_is_not_known(setting: Setting) -> None:
    play = played(setting, 25)
    game = play.game
    watched = showing.show("ansi", game, play.observe(-1))
    for seat in range(play.players):
        seen = showing.show("ansi", game, play.observe(seat))
        other = played(setting, 25)
        stepping.dream(other.tables, seat, words_of(bytes(range(16))))
        assert other.tables.tobytes() != play.tables.tobytes()
        assert showing.show("ansi", game, other.observe(seat)) == seen
        assert showing.show("ansi", game, other.observe(-1)) == watched
        assert np.array_equal(other.row(seat), play.row(seat))


@each
def test_by_default_it_is_shown_to_a_watcher(game: str) -> None:
    for eyes, seat in (("watcher", -1), ("acting", 0), (1, 1)):
        env = raw_env(game, render_mode="ansi", show_to=eyes)
        env.reset(seed=1)
        env.play.turn = 0
        assert env.render() == showing.show("ansi", env.play.game, env.play.observe(seat))


@each
def test_every_letter_on_the_table_is_drawn(game: str) -> None:
    play = played((game, 2, {}), 30)
    text = showing.show("ansi", play.game, play.observe(0))
    assert isinstance(text, str)
    assert {letter for letter in text if letter.isprintable()} <= letters.ROWS.keys()


def test_a_picture_can_be_read() -> None:
    picture = showing.draw("[red]Ab")
    assert picture.shape == (30 * 10 * 2, 110 * 6 * 2, 3)
    red = (picture[..., 0] > 120) & (picture[..., 1] < 100)
    small = red[::2, ::2]
    assert np.array_equal(small[1:8, 0:5], letters.dots("A"))
    assert np.array_equal(small[1:8, 6:11], letters.dots("b"))
    assert not red[20:].any()


def test_letters_are_told_apart() -> None:
    drawn = [letters.dots(letter).tobytes() for letter in letters.ROWS if letter.isalnum()]
    assert len(set(drawn)) == len(drawn) == 62
    assert np.array_equal(letters.dots("é"), letters.dots("e"))
    assert letters.dots("漢")[0].all()
