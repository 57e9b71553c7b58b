"""What a rendering shows to each viewer."""

import numpy as np
import pytest
from support.research_games import Setting, label, played, settings

from menagerie import discovery
from menagerie.game import key_as_uint64
from menagerie.research import bitmap_font, kernels, render
from menagerie.research.pettingzoo import raw_env

each = pytest.mark.parametrize("game", discovery.names())


@pytest.mark.parametrize("setting", settings()[::3], ids=label)
def test_nothing_is_shown_that_is_not_known(setting: Setting) -> None:
    session = played(setting, 25)
    game = session.game
    watched = render.show("ansi", game, session.observe(-1))
    for seat in range(session.players):
        seen = render.show("ansi", game, session.observe(seat))
        other = played(setting, 25)
        kernels.resample(other.array, seat, key_as_uint64(bytes(range(16))))
        assert other.array.tobytes() != session.array.tobytes()
        assert render.show("ansi", game, other.observe(seat)) == seen
        assert render.show("ansi", game, other.observe(-1)) == watched
        assert np.array_equal(other.row(seat), session.row(seat))


@each
def test_by_default_it_is_shown_to_a_watcher(game: str) -> None:
    viewers: list[tuple[render.Viewer, int]] = [("watcher", -1), ("acting", 0), (1, 1)]
    for viewer, seat in viewers:
        env = raw_env(game, render_mode="ansi", show_to=viewer)
        env.reset(seed=1)
        env.session.turn = 0
        assert env.render() == render.show("ansi", env.session.game, env.session.observe(seat))


@each
def test_every_character_on_the_table_has_a_glyph(game: str) -> None:
    session = played((game, 2, {}), 30)
    text = render.show("ansi", session.game, session.observe(0))
    assert isinstance(text, str)
    assert {character for character in text if character.isprintable()} <= bitmap_font.ROWS.keys()


def test_a_picture_can_be_read() -> None:
    picture = render.draw("[red]Ab")
    assert picture.shape == (30 * 10 * 2, 110 * 6 * 2, 3)
    red = (picture[..., 0] > 120) & (picture[..., 1] < 100)
    small = red[::2, ::2]
    assert np.array_equal(small[1:8, 0:5], bitmap_font.pixels("A"))
    assert np.array_equal(small[1:8, 6:11], bitmap_font.pixels("b"))
    assert not red[20:].any()


def test_characters_are_told_apart() -> None:
    drawn = [
        bitmap_font.pixels(character).tobytes()
        for character in bitmap_font.ROWS
        if character.isalnum()
    ]
    assert len(set(drawn)) == len(drawn) == 62
    assert np.array_equal(bitmap_font.pixels("é"), bitmap_font.pixels("e"))
    assert bitmap_font.pixels("漢")[0].all()
