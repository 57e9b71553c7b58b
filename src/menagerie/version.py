"""The version of the program. The rules of each game have their own version, `Game.version`."""

VERSION = "0.1.0"
