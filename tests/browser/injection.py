"""Strings that try to run a script wherever text is shown, and what on a page shows that one did more than be read."""

from dataclasses import replace
from pathlib import Path

from model.corpus.tsv import read_tsv
from model.data.vocabulary import Vocabulary
from model.inference.translator import Translator
from model.runs.archive import pack
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.evaluation import Evaluation
from model.training.learning_curve import CurvePoint
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from tests.browser.screen import Screen

# Each sets ``__xss``, asks for an address with ``/xss``, or would show the word "xss" without its surroundings.
STRINGS = (
    # elements
    "<script>__xss=1</script>",
    "</script><script>__xss=1</script>",
    "<img src=/xss onerror=__xss=1>",
    "<img/src=/xss/onerror=__xss=1//",
    "<svg/onload=__xss=1>",
    "<svg><script>__xss=1</script></svg>",
    "<iframe src=javascript:parent.__xss=1>",
    "<iframe srcdoc='<script>parent.__xss=1</script>'>",
    "<a href=javascript:__xss=1>xss</a>",
    "<details open ontoggle=__xss=1>",
    "<video><source onerror=__xss=1></video>",
    "<body onload=__xss=1>",
    "<input autofocus onfocus=__xss=1>",
    "<style>@import'/xss'</style>",
    "<link rel=stylesheet href=/xss>",
    "<meta http-equiv=refresh content=0;url=/xss>",
    "<base href=//xss.invalid/>",
    "<form action=/xss><button>xss</button>",
    "<object data=/xss></object><embed src=/xss>",
    "<math><mi xlink:href=javascript:__xss=1>xss</mi>",
    "<!--><img src=/xss onerror=__xss=1>-->",
    '<IMG """><SCRIPT>__xss=1</SCRIPT>',
    "<xss-element>xss</xss-element>",
    "<![CDATA[<script>__xss=1</script>]]>",
    # elements that a second decoding would reveal
    "&lt;img src=/xss onerror=__xss=1&gt;",
    "&#60;script&#62;__xss=1&#60;/script&#62;",
    "%3Cscript%3E__xss=1%3C/script%3E",
    "\\u003cscript\\u003e__xss=1\\u003c/script\\u003e",
    # ends of what surrounds the text
    '" onmouseover=__xss=1 x="',
    "' onfocus=__xss=1 autofocus x='",
    '"><img src=/xss onerror=__xss=1>',
    "</title><script>__xss=1</script>",
    "</textarea><script>__xss=1</script>",
    "</style><script>__xss=1</script>",
    '"});__xss=1;({"a":"',
    "';__xss=1;//",
    "*/__xss=1;/*",
    # templates
    "`${__xss=1}`",
    "{{constructor.constructor('__xss=1')()}}",
    "$name$secret${xss}",
    "{xss.__class__}{0}%(xss)s",
    # what Plotly reads in labels and hover texts
    '<a href="javascript:__xss=1">xss</a>',
    "<b>xss</b><br><i>xss</i>",
    '<span style="background:url(/xss)">xss</span>',
    "<extra>xss</extra>%{y}",
    "%{customdata[0]}%{xss}",
    '<a href="data:text/html,<script>__xss=1</script>">xss</a>',
    # Markdown
    "[xss](javascript:__xss=1)",
    "![xss](/xss.png)",
    "**xss**~~xss~~",
    "# xss-heading",
    "`xss`",
    ":red[xss]:material/bug_report:",
    "https://xss.invalid/xss",
    # LaTeX
    "$\\href{javascript:__xss=1}{xss}$",
    "$$\\htmlStyle{color:red}{xss}$$",
    # addresses
    "javascript:__xss=1//",
    "data:text/html,<script>__xss=1</script>",
    # invisible and mirrored characters
    "\u202e<script>\u2066__xss=1</script>",
    "<scr\u200bipt>__x\u200dss=1</scr\ufeffipt>",
)

# Elements that only an interpreted string puts on the page.
_INTERPRETED = """
() => {
  const isOwn = (value) => {
    const url = new URL(value, location.href);
    return url.origin === location.origin && !url.pathname.includes("xss");
  };
  const carriers = ["src", "srcdoc", "href", "xlink:href", "action", "data", "content", "style"];
  const isDrawn = (value) => value.startsWith("data:image/png;base64,");
  const acts = ({name, value}) => /^on/i.test(name) || !isDrawn(value)
    && carriers.includes(name.toLowerCase()) && value.includes("xss") && !(name === "href" && isOwn(value));
  const formats = "strong, em, del, code, pre, h1, h2, h3, h4, h5, h6, blockquote, .katex,"
    + "[data-testid=stIconMaterial]";
  const isFormat = (element) => element.matches(formats) && element.textContent.includes("xss");
  const isBare = (element) => !element.childElementCount && element.textContent.trim() === "xss";
  const found = [...document.querySelectorAll("*")].filter(element =>
    [...element.attributes].some(acts) || isFormat(element) || isBare(element)
    || element.localName.startsWith("xss"));
  return [window.__xss ?? null, found.map(element => element.outerHTML.slice(0, 200))];
}
"""


def assert_nothing_ran(screen: Screen) -> None:
    """Assert that the page has run, loaded and formatted none of the strings."""
    assert screen.page.evaluate(_INTERPRETED) == [None, []]
    asked = [url for url in screen.asked if "/xss" in url.partition("?")[0]]
    assert not asked, "a string made the browser ask for an address"
    screen.assert_sound()


def split_strings(size: int = 8) -> list[str]:
    """Return all strings as sentences of at most ``size`` of them, which end with a space."""
    return [" ".join((*STRINGS[start : start + size], "")) for start in range(0, len(STRINGS), size)]


def pack_hostile_run(path: Path, name: str) -> tuple[bytes, RunDescription]:
    """Return the archive of a run whose corpus is called ``name`` and whose words are the strings."""
    words = [" ".join(string.split()) for string in STRINGS]
    lines = [f"{english}\t{french}\t0-0" for english, french in zip(words, [*words[1:], words[0]], strict=True)]
    corpus = replace(read_tsv("\n".join(lines).encode()), name=name)
    model, training = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16), TrainingConfig(steps=1, device="cpu")
    source = Vocabulary(sorted({part.lower() for word in words for part in word.split()}))
    target = Vocabulary(words)
    network = Transformer(model, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    point = CurvePoint(1, 1.0, Evaluation(loss=1.0, exact_match=0.5, alignment_accuracy=0.5, n_sentences=1))
    folder = RunFolder(path / "hostile")
    description = RunDescription.of(corpus, model, training).with_status(Status.TRAINED)
    folder.write_description(description)
    folder.write_corpus(corpus)
    folder.save_snapshot(Snapshot((point,), Translator(network, source, target)))
    return pack(folder), description
