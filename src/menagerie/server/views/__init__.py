"""What a seat may know. Everything sent to clients about a position is made here."""
