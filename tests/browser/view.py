"""Snapshot of what the Translate page shows."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

# Reads the DOM, not the messages to it: labels as painted, cells from the data of the figure.
READ = """
() => {
  const all = (selector, root = document) => root ? [...root.querySelectorAll(selector)] : [];
  const texts = (selector, root) => all(selector, root).map(element => element.textContent.trim());
  const numberOf = key => Number(document.querySelector(`.st-key-${key} input`)?.value ?? NaN);
  const isOn = key => document.querySelector(`.st-key-${key} input`)?.checked ?? null;
  const cellsOf = (z) => {
    if (Array.isArray(z)) return z.map(row => [...row].map(x => Number.isFinite(x) ? x : null));
    const bytes = Uint8Array.from(atob(z.bdata), letter => letter.charCodeAt(0));
    const flat = z.dtype === "f8" ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer);
    const [rows, columns] = z.shape.split(",").map(Number);
    return Array.from({length: rows}, (_, row) =>
      [...flat.slice(row * columns, (row + 1) * columns)].map(x => Number.isFinite(x) ? x : null));
  };
  const mapOf = (figure) => {
    if (!figure || !figure.data || !figure.querySelector(".ytick")) return null;
    const labels = axis => all(`.${axis}tick`, figure)
      .sort((a, b) => a.__data__.x - b.__data__.x).map(tick => tick.textContent);
    const [cells, gold] = figure.data;
    const frame = (figure.layout.shapes ?? [])[0];
    return {
      columns: labels("x"), rows: labels("y"), cells: cellsOf(cells.z), brightest: cells.zmax,
      framed: frame ? (frame.y0 + frame.y1) / 2 : null,
      gold: gold ? [...gold.y].map((row, place) => [row, gold.x[place]]) : [],
      dots: all(".scatterlayer .point", figure).length,
      picture: pictureOf(figure),
    };
  };
  const pictureOf = (root) => {
    const picture = root?.querySelector(".heatmaplayer image")?.getAttribute("href") ?? "";
    let sum = picture.length;
    for (let place = 0; place < picture.length; place++) sum = (31 * sum + picture.charCodeAt(place)) | 0;
    return sum;
  };
  const candidate = element => [
    element.querySelector(".word").textContent,
    parseFloat(element.querySelector(".bar span").style.width),
  ];
  return {
    sentence: document.querySelector(".st-key-sentence input")?.value ?? null,
    tokens: texts(".st-key-tokens .token bdi"),
    unknown: texts(".st-key-tokens .token.unknown bdi"),
    unfinished: texts(".st-key-tokens .token.unfinished bdi"),
    completions: texts(".st-key-completion button"),
    translation: texts(".st-key-translation .token bdi"),
    current: texts(".st-key-translation .token.current bdi"),
    copied: texts(".st-key-translation .token.copied bdi"),
    candidates: all(".st-key-candidates .candidate").map(candidate),
    words: texts(":is(.st-key-map_caption, .st-key-candidates) div.line").join(" "),
    kind: texts('.st-key-kind [aria-checked="true"]')[0] ?? null,
    layer: numberOf("layer"), head: numberOf("head"), step: numberOf("step"),
    mean: isOn("mean"), stretch: isOn("stretch"), gold: isOn("gold"),
    attention: mapOf(document.querySelector(".st-key-attention .js-plotly-plot:not(.held)")),
    overview: pictureOf(document.querySelector(".st-key-heads")),
    status: texts(".st-key-training_status")[0] ?? "",
  };
}
"""


class NotDrawnError(AssertionError):
    """Raised if a requested figure is not on the page, possibly because a new one is being drawn."""


@dataclass(frozen=True, slots=True)
class Map:
    """The big heatmap: labels as painted, cells of its data, None for blank ones."""

    columns: list[str]
    rows: list[str]
    cells: list[list[float | None]] = field(repr=False)
    brightest: float
    framed: float | None
    gold: list[list[int]]
    dots: int
    picture: int  # hash of the image, 0 for none

    def is_blank(self, row: int) -> bool:
        return all(cell is None for cell in self.cells[row])


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the page shows."""

    sentence: str | None
    tokens: list[str]
    unknown: list[str]
    unfinished: list[str]
    completions: list[str]
    translation: list[str]
    current: list[str]
    copied: list[str]
    candidates: list[tuple[str, float]]
    words: str
    kind: str | None
    layer: float
    head: float
    step: float
    mean: bool | None
    stretch: bool | None
    gold: bool | None
    attention: Map | None
    overview: int
    status: str

    @property
    def map(self) -> Map:
        if self.attention is None:
            raise NotDrawnError(f"no heatmap on the page: {self}")
        return self.attention

    @property
    def columns(self) -> list[str]:
        return self.attention.columns if self.attention else []


def look(page: Page) -> View:
    """Read the current view of the page."""
    seen: dict[str, Any] = page.evaluate(READ)
    attention = seen.pop("attention")
    candidates = [(word, width) for word, width in seen.pop("candidates")]
    return View(**seen, candidates=candidates, attention=Map(**attention) if attention else None)
