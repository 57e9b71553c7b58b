"""What a seat may know: the one gate between a position and everybody who is sent something."""
