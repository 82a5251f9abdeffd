"""Where styles, icons and texts are kept."""

from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets"
