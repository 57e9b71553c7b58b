"""What is on the wire: the type of every request, reply and event, and nothing else."""
