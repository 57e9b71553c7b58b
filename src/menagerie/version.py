"""The version of this program. The rules of each game have their own: `Game.version`."""

VERSION = "0.1.0"
