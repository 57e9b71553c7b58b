"""The version of this program, and of the engine that a game was played with."""

VERSION = "0.1.0"
