"""What a rendering shows, and to whom."""

import numpy as np
import pytest
from support.research_games import Setting, label, played, settings

from menagerie import discovery
from menagerie.game import words_of
from menagerie.research import bitmap_font, kernels, render
from menagerie.research.pettingzoo import raw_env

each = pytest.mark.parametrize("game", discovery.names())


@pytest.mark.parametrize("setting", settings()[::3], ids=label)
def test_nothing_is_shown_that_is_not_known(setting: Setting) -> None:
    play = played(setting, 25)
    game = play.game
    watched = render.show("ansi", game, play.observe(-1))
    for seat in range(play.players):
        seen = render.show("ansi", game, play.observe(seat))
        other = played(setting, 25)
        kernels.dream(other.tables, seat, words_of(bytes(range(16))))
        assert other.tables.tobytes() != play.tables.tobytes()
        assert render.show("ansi", game, other.observe(seat)) == seen
        assert render.show("ansi", game, other.observe(-1)) == watched
        assert np.array_equal(other.row(seat), play.row(seat))


@each
def test_by_default_it_is_shown_to_a_watcher(game: str) -> None:
    for eyes, seat in (("watcher", -1), ("acting", 0), (1, 1)):
        env = raw_env(game, render_mode="ansi", show_to=eyes)
        env.reset(seed=1)
        env.play.turn = 0
        assert env.render() == render.show("ansi", env.play.game, env.play.observe(seat))


@each
def test_every_letter_on_the_table_is_drawn(game: str) -> None:
    play = played((game, 2, {}), 30)
    text = render.show("ansi", play.game, play.observe(0))
    assert isinstance(text, str)
    assert {letter for letter in text if letter.isprintable()} <= bitmap_font.ROWS.keys()


def test_a_picture_can_be_read() -> None:
    picture = render.draw("[red]Ab")
    assert picture.shape == (30 * 10 * 2, 110 * 6 * 2, 3)
    red = (picture[..., 0] > 120) & (picture[..., 1] < 100)
    small = red[::2, ::2]
    assert np.array_equal(small[1:8, 0:5], bitmap_font.dots("A"))
    assert np.array_equal(small[1:8, 6:11], bitmap_font.dots("b"))
    assert not red[20:].any()


def test_letters_are_told_apart() -> None:
    drawn = [bitmap_font.dots(letter).tobytes() for letter in bitmap_font.ROWS if letter.isalnum()]
    assert len(set(drawn)) == len(drawn) == 62
    assert np.array_equal(bitmap_font.dots("é"), bitmap_font.dots("e"))
    assert bitmap_font.dots("漢")[0].all()
