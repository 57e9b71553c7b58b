"""One file for each step; they are never changed once they have been published."""
