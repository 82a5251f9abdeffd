"""The folder of styles, icons and texts."""

from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets"
