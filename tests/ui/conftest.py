"""Page tests run in AppTest, over a small model that is trained once."""

from tests.apptest.fixtures import *  # noqa: F403 (fixtures)
from tests.apptest.fixtures import _components_are_looked_for_once, _shapes_are_checked_elsewhere  # noqa: F401
