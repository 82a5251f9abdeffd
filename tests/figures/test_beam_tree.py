"""Tests of the tree of a beam search."""

import pytest

from figures.beam_tree import TreeNode, beam_tree, tree_height
from figures.palette import FAINT, FIRST, HIGHLIGHT

NODES = [
    TreeNode(None, 0, "le", "−0.50", "le: 90 %", is_kept=True, is_best=True),
    TreeNode(None, 0, "la", "−0.50", "la: 10 %", is_kept=True, is_best=False),
    TreeNode(0, 1, "chat", "−0.50", "chat", is_kept=True, is_best=True),
    TreeNode(1, 1, "<b>", "−0.50", "<b>", is_kept=True, is_best=False),
    TreeNode(0, 1, "chien", "−0.50", "chien, pruned", is_kept=False, is_best=False),
]


def test_every_node_but_the_first_is_tied_to_its_parent() -> None:
    figure = beam_tree(NODES)
    points = figure.data[0]
    assert list(zip(points.x, points.y, strict=True)) == [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)]
    ties = [(line.x0, line.x1) for line in figure.layout.shapes]
    assert ties == [(0, 0), (1, 1), (0, 2)]
    assert all(0 < line.y0 < line.y1 < 1 for line in figure.layout.shapes), "from below the parent to above the node"
    assert [line.line.color for line in figure.layout.shapes] == [HIGHLIGHT, FIRST, FAINT]
    assert figure.layout.height == tree_height(2)


def test_the_best_path_is_bold_pruned_nodes_are_italic_and_markup_is_text() -> None:
    texts = [text.partition("<br>")[0] for text in beam_tree(NODES).data[0].text]
    assert texts == ["<b>le</b>", "la", "<b>chat</b>", "&lt;b&gt;", "<i>chien</i>"]


@pytest.mark.parametrize(
    ("n_nodes", "label", "has_score"), [(3, "aujourd'h…", True), (12, "aujo…", True), (40, "au…", False)]
)
def test_labels_are_shorter_where_many_stand_side_by_side(n_nodes: int, label: str, has_score: bool) -> None:
    nodes = [TreeNode(None, 0, "aujourd'hui", "−0.50", "", is_kept=True, is_best=False)] * n_nodes
    (text,) = set(beam_tree(nodes).data[0].text)
    assert text.partition("<br>")[0] == label
    assert ("−0.50" in text) == has_score
