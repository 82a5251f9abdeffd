"""Trainings in the background: state, queue, folders on disk, archives and registry."""
