"""Fuzzing of everything that reads what visitors type, link and upload."""
