"""Tests of script injection: in every place where text is shown, sixty strings are shown as text and none runs."""

import ast
import hashlib
import itertools
import re
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, expect

from figures.translation_page import write_page
from model.data.typed_sentence import read_sentence
from model.data.vocabulary import Vocabulary
from model.inference.intervention import Intervention
from model.inference.record_json import describe, write_json
from model.inference.row_labels import label_steps
from model.runs.archive import unpack
from model.transformer.kind import Kind
from tests.browser.conftest import Visit
from tests.browser.injection import STRINGS, assert_nothing_ran, pack_hostile_run, split_strings
from tests.browser.screen import Screen
from tests.model.inference.records import make_record
from ui.runs.run_lists import MAX_NAME, RunList, clean_name
from ui.widgets import link_keys

ROOT = Path(__file__).parent.parent.parent
NAME = STRINGS[2]
SENTENCES = split_strings()
PAGES = ("/", "/heads", "/attention", "/blocks", "/language_model", "/training")
# Pages of a run whose words are the strings, and what else of a link makes their views show words of it.
VIEWED = {
    "heads": {},
    "attention": {"numbers": "From the translator"},
    "blocks": {"source": "From the translator", "sentences": SENTENCES[3]},
    "training": {},
}
WORDLESS = {"Roles", "Importance", "Positional encoding", "New"}  # views that show none of them at first
# Keys of links whose values are texts of any length; the others are numbers and choices.
TEXT_KEYS = (
    link_keys.SENTENCE, link_keys.PROMPT, link_keys.SENTENCES, link_keys.OFF, link_keys.ROWS, link_keys.FORCED,
    link_keys.EDITS, link_keys.RUN, link_keys.MODEL, link_keys.VIEW, link_keys.ALIGNED,
)  # fmt: skip
NAVIGATION = ".st-key-pages"
SECRET = "f" * 32


@pytest.fixture(scope="module")
def hostile(url: str, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of a run whose words are the strings."""
    data, _ = pack_hostile_run(tmp_path_factory.mktemp("hostile"), NAME)
    return unpack(data, cache / "runs", []).digest


def read_tokens(text: str) -> list[str]:
    """Return the tokens of a typed sentence as they are shown."""
    return list(read_sentence(text, Vocabulary([])).texts)


def test_typed_strings_and_the_words_of_a_model(visit: Visit, hostile: str) -> None:
    screen = visit(f"/?{urlencode({'run': hostile, 'decodings': 'true', 'sentence': 'a '})}")
    kinds = ("encoder", "cross", "decoder")
    for sentence in SENTENCES:
        screen.box.fill(sentence)
        tokens = read_tokens(sentence)
        screen.until(lambda view, tokens=tokens: view.tokens == tokens and set(view.translation) & set(STRINGS))
        assert_nothing_ran(screen)
    for kind in kinds:
        screen.choose("kind", kind)
        screen.settled()
        screen.hover(0, 0)
        assert_nothing_ran(screen)
    screen.choose("drawn_as", "lines")
    expect(screen.page.locator(".st-key-attention .textpoint").first).to_be_visible()
    screen.choose("decoding", "sampling")
    expect(screen.page.get_by_text("Temperature", exact=True)).to_be_visible()
    screen.only(screen.page.locator(NAVIGATION))
    assert_nothing_ran(screen)


def test_a_prompt(visit: Visit) -> None:
    screen = visit(f"/language_model?prompt={quote(SENTENCES[0])}", has_map=False)
    for sentence in SENTENCES:
        if sentence != SENTENCES[0]:
            screen.box.fill(sentence)
        screen.until(lambda view, sentence=sentence: view.tokens == read_tokens(sentence), 60)
        assert_nothing_ran(screen)


def list_views(page: str) -> list[str]:
    """Return the names of the views of a page, whose script would run if it were imported."""
    script = ast.parse((ROOT / "pages" / f"{page}.py").read_text(encoding="utf-8")).body
    (table,) = [
        each.value for each in script if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "VIEWS"
    ]
    return [
        key.value if isinstance(key, ast.Constant) else getattr(import_module(f"ui.{page}.{key.value.id}"), key.attr)
        for key in table.keys
    ]


@pytest.mark.parametrize("page", VIEWED)
def test_every_view_of_a_model_whose_words_are_strings(visit: Visit, hostile: str, page: str) -> None:
    for number, view in enumerate(list_views(page)):
        query = {"run": hostile, "sentence": SENTENCES[number % len(SENTENCES)], "view": view, **VIEWED[page]}
        screen = visit(f"/{page}?{urlencode(query)}", has_map=False)
        screen.only(screen.page.locator(NAVIGATION))
        if view not in WORDLESS:
            screen.page.wait_for_function("document.body.textContent.includes('xss')")
        assert_nothing_ran(screen)


@pytest.mark.parametrize("path", PAGES)
def test_every_key_of_a_link(visit: Visit, path: str) -> None:
    keys = sorted(link_keys.ALL)
    for turn in (0, 1):
        visits = 2 * PAGES.index(path) + turn  # so many came before: every key has had every string after eight
        query = {key: STRINGS[(13 * visits + number) % len(STRINGS)] for number, key in enumerate(keys)}
        query |= {key: SENTENCES[(visits + number) % len(SENTENCES)] for number, key in enumerate(TEXT_KEYS)}
        screen = visit(f"{path}?{urlencode(query)}", has_map=False)
        screen.only(screen.page.locator(NAVIGATION))
        assert_nothing_ran(screen)


def test_the_box_that_renames_a_run(visit: Visit, tmp_path: Path) -> None:
    data, _ = pack_hostile_run(tmp_path, "renamed")
    screen = visit("/training?view=Runs", has_map=False)
    file: Any = {"name": "run.zip", "mimeType": "application/zip", "buffer": data}
    screen.page.locator("[class*='st-key-run_upload'] input[type=file]").set_input_files(file)
    name = screen.page.locator(".named bdi").nth(1)
    expect(name).to_have_text("run")
    box = screen.page.get_by_label("Name", exact=True)
    for string in group_strings(MAX_NAME):
        screen.page.get_by_role("button", name="Rename").click()
        screen.settled()  # a box that the server has not seen open would stay open
        box.fill(string)
        box.press("Enter")
        expect(name).to_have_text(clean_name(string))
        expect(box).to_have_count(0)
        assert_nothing_ran(screen)


def test_names_of_runs(visit: Visit, cache: Path) -> None:
    runs = RunList()
    for number, string in enumerate(STRINGS):
        runs = runs.with_run(f"{number:032x}", string)
    folder = cache / "visitors"
    folder.mkdir(exist_ok=True)
    (folder / f"{hashlib.sha256(SECRET.encode()).hexdigest()}.json").write_bytes(runs.to_json())
    screen = visit("/training", has_map=False)
    address = screen.page.url
    screen.page.goto("about:blank")  # a page that is open sets a cookie of its own
    screen.page.context.add_cookies(
        [{"name": "attention_playground_visitor", "value": SECRET, "url": address.partition("/training")[0]}]
    )
    for view in ("Runs", "Compare"):
        screen.page.goto(f"{address}?view={view}")
        if view == "Runs":
            names = screen.page.locator(".named bdi")
            expect(names).to_have_count(len(STRINGS) + 1)
            assert names.all_text_contents()[1:] == list(runs.names.values())
        screen.only(screen.page.locator(NAVIGATION))
        assert_nothing_ran(screen)


def test_an_uploaded_run(visit: Visit, tmp_path: Path) -> None:
    data, _ = pack_hostile_run(tmp_path, STRINGS[4])
    screen = visit("/training?view=Runs", has_map=False)
    file: Any = {"name": f"{NAME}.zip", "mimeType": "application/zip", "buffer": data}
    screen.page.locator("[class*='st-key-run_upload'] input[type=file]").set_input_files(file)
    row = screen.page.locator(".named").nth(1)
    expect(row).to_contain_text(STRINGS[4])
    screen.only(screen.page.locator(NAVIGATION))
    assert_nothing_ran(screen)


def test_a_pasted_corpus(visit: Visit) -> None:
    screen = visit("/training?view=New&new_corpus=Own", has_map=False)
    box = screen.page.locator(".st-key-pasted textarea")
    lines = [f"{first.strip()}\t{second.strip()}" for first, second in itertools.pairwise(SENTENCES)]
    box.fill("\n".join(lines[:5]))
    for line in lines[:5]:
        expect(screen.page.locator(".preview").last).to_contain_text(line.partition("\t")[0].split()[0])
    assert_nothing_ran(screen)
    box.fill("\n".join(f"a\tb\t{string}" for string in STRINGS))
    expect(screen.page.locator(".problems")).to_be_visible()
    assert_nothing_ran(screen)


def test_a_file_of_matrices(visit: Visit) -> None:
    screen = visit("/attention", has_map=False)
    screen.only(screen.page.locator(NAVIGATION))
    screen.page.get_by_role("button", name="Files").click()
    problem = screen.page.get_by_text("cannot be used: give")
    for start in range(0, len(STRINGS), 3):  # a message names three
        named = STRINGS[start : start + 3]
        content = "\n".join(f"# {string}\n1,2" for string in named).encode()
        file: Any = {"name": f"{NAME}.csv", "mimeType": "text/csv", "buffer": content}
        screen.page.locator("[class*='st-key-upload_'] input[type=file]").set_input_files(file)
        for string in named:
            shown = string.lstrip("# ")[:20].strip()
            # An invisible character keeps Streamlit from reading "@" and ":" as more than text.
            expect(problem).to_contain_text(re.compile("\u2060?".join(map(re.escape, shown))))
    assert_nothing_ran(screen)


@pytest.mark.parametrize("tokens", [STRINGS[:30], STRINGS[30:]], ids=["first half", "second half"])
def test_an_opened_record(visit: Visit, tokens: tuple[str, ...]) -> None:
    screen = visit()
    screen.page.get_by_text("Download, or open a saved translation").click()
    content = write_json(make_record(tokens, tokens, 2, 4)).encode()
    name = " ".join(tokens).replace("/", "∕")
    file: Any = {"name": f"{name}.json", "mimeType": "application/json", "buffer": content}
    screen.page.locator(".st-key-record_downloads input[type=file]").set_input_files(file)
    screen.until(lambda view: view.tokens == [token.strip() for token in tokens])
    expect(screen.page.locator(".st-key-record_note")).to_contain_text("Opened from")
    for kind in ("encoder", "cross", "decoder"):
        screen.choose("kind", kind)
        screen.settled()
        screen.hover(0, 0)
        assert_nothing_ran(screen)


def test_a_saved_page(browser: Browser, tmp_path: Path) -> None:
    record = make_record(STRINGS, STRINGS, 1, 2)
    maps = {kind.value: record.maps[kind] for kind in Kind}
    labels = label_steps(record.keys(Kind.DECODER), record.target)
    page = write_page(" ".join(STRINGS), describe(record, Intervention()), maps, labels, gold=[(1, 0)], changes=STRINGS)
    (tmp_path / "saved.html").write_text(page, encoding="utf-8")
    screen = Screen(browser.new_context().new_page())
    screen.page.goto((tmp_path / "saved.html").as_uri())
    screen.page.locator("#heads button").first.wait_for()
    assert screen.page.locator("#source .token").all_text_contents() == list(STRINGS)
    for kind in Kind:
        screen.page.locator("#kind").select_option(kind.value)
        screen.page.locator("#map .nsewdrag").first.hover()
    assert screen.page.evaluate("window.__xss ?? null") is None
    assert not [url for url in screen.asked if "xss" in url]
    assert not screen.complaints
    screen.page.context.close()


def group_strings(size: int) -> list[str]:
    """Return all strings, those that fit together in so many characters as one, and longer ones cut."""
    groups = [""]
    for string in STRINGS:
        joined = f"{groups[-1]} {string}".strip()
        if len(joined) <= size:
            groups[-1] = joined
        else:
            groups.append(string[:size])
    return groups
