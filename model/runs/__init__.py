"""Trainings in the background: their state, their queue, their folders on disk, and the registry of all of them."""
