# SPDX-License-Identifier: Apache-2.0
"""The page of --report in a real Chromium: it draws, answers, fits, stays at home, and shows hostile labels as text.

Pictures are checked for what must be in them: the colours of the scheme and of every kind, where they belong. Stored
pictures would differ with the fonts and the version of Chromium, and with the times that were measured.
"""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from browser import Browser, missing, started
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

WIDTHS = [400, 1600]
SCHEMES = ["light", "dark"]
EFFORTS = ["computation", "communication", "switching", "waiting"]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "<!--<script>",
    "\"'`${alert(3)}",
    "line\u2028separator",
    "right\u202eleft",
    "@nonce@",
    "&lt;b&gt;",
]


@pytest.fixture(scope="module")
def browser() -> Browser:
    if missing():
        pytest.skip(f"{' and '.join(missing())} not installed: tools/bootstrap test does")
    yield from started()


@pytest.fixture(scope="module")
def pages(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Pages by name, each written once."""
    folder = tmp_path_factory.mktemp("pages")
    graph = folder / "hostile.csv"
    ends = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in HOSTILE]
    rows = [f"{a},{b}" for a, b in zip(ends, ends[1:] + ends[:1], strict=True)]
    graph.write_text("source,target\n" + "\n".join(rows) + "\n")
    many = ["--", "bfs", "--", "pagerank", "--verify", "--", "strong-components"]
    commands = {
        "bfs": ["bfs", "-g", 10, "--parts", 4, "--exchange", "two-box", "--plain", "--verify", "--machine", "2x2"],
        "kernel": ["pagerank", "-g", 8, "--parts", 1],
        "steps": ["sssp", "-g", 8, "--parts", 3, "--plain", "--sources", 5],
        "nothing": ["degree", graph, "--parts", 2, "--verify"],
        "hostile": ["pagerank", graph, "--undirected"],
        "run": ["run", "-g", 8, "--parts", 2, *many],
        "failed": ["run", graph, "--", "degree", "--", "bfs", "--source", "<b>nobody</b>"],
    }

    def page(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            words = [str(word) for word in commands[name]]
            at = words.index("--") if "--" in words else len(words)
            words[at:at] = ["--report", str(path)]
            done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=60)
            assert path.exists(), done.stderr
        return path

    return page


def altered(page: Path, path: Path, change: Callable[[dict], None]) -> Path:
    """The page with other data in it."""
    text = page.read_text()
    begin = text.index('id="told">') + len('id="told">')
    end = text.index("</script>", begin)
    told = json.loads(text[begin:end])
    change(told)
    path.write_text(text[:begin] + json.dumps(told) + text[end:])
    return path


def even(told: dict) -> None:
    """As if every part had spent the same time on everything: what is drawn of it does not depend on the machine."""
    for step in told["supersteps"]:
        step["seconds"] = 4e-3
        for part in step["parts"]:
            part.update({f"{effort}_seconds": 1e-3 for effort in EFFORTS})


def names(browser: Browser) -> list[str]:
    return [heading.text for heading in browser.all("h2") if heading.is_displayed()]


@pytest.mark.parametrize("name", ["bfs", "kernel", "steps", "nothing", "hostile", "run", "failed"])
def test_a_page_opens_without_complaint_and_stays_at_home(browser, pages, name):
    browser.open(pages(name))
    assert browser.complaints() == []
    asked = [url for url in browser.requests() if not url.startswith("data:")]
    assert asked == [pages(name).as_uri()]
    assert not re.search(r"\b(null|undefined|NaN|Infinity|\[object)\b", browser.one("body").text)
    assert "Atoll" in browser.driver.title


def test_the_charts_are_there_with_their_data(browser, pages):
    browser.open(pages("bfs"))
    told = json.loads(browser.run("return document.getElementById('told').textContent"))
    steps = len(told["supersteps"])
    sections = names(browser)
    for name in ("Timeline", "Result", "Frontier", "Direction and exchange", "Parts", "Machine", "Memory"):
        assert name in sections
    marks = {name: marks_of(browser, name) for name in sections}
    assert marks["Timeline"]["rect"] >= 4 * steps  # an effort or more of each part in each superstep
    assert marks["Frontier"]["symbol"] >= 2 * steps
    assert marks["Parts"]["rect"] == 4 * 2 + 4 * 2 + 4 * 4  # arcs, vertices, efforts
    assert len(browser.all(".domain")) == 2 and len(browser.all(".core")) == 4
    assert [part.text for part in browser.all(".living li")] == ["part 0", "part 1", "part 2", "part 3"]
    facts = browser.one("dl.facts").text.split("\n")
    assert facts[facts.index("reached") + 1] == f"{told['result']['reached']:,}"
    assert browser.one(".verdict.right").text == "✓ verified"


def marks_of(browser: Browser, section: str) -> dict[str, int]:
    """How many marks of each type the charts of a section have that take some room."""
    return browser.run(
        """
        const heading = [...document.querySelectorAll("h2")].find((h) => h.textContent === arguments[0]);
        const marks = {};
        for (const group of heading.parentElement.querySelectorAll("svg g.role-mark")) {
          const type = [...group.classList].find((name) => name.startsWith("mark-")).slice(5);
          marks[type] = (marks[type] ?? 0) + group.querySelectorAll(":scope > path, :scope > line").length;
        }
        return marks;
        """,
        section,
    )


def test_every_chart_has_words_and_a_table(browser, pages):
    browser.open(pages("bfs"))
    for chart in browser.all(".chart"):
        assert browser.run(
            "return arguments[0].querySelector('[aria-label]')?.ariaLabel ?? arguments[0].ariaLabel", chart
        )
    timeline = browser.one("figure details")
    timeline.find_element("css selector", "summary").click()
    rows = timeline.find_elements("css selector", "tbody tr")
    told = json.loads(browser.run("return document.getElementById('told').textContent"))
    assert len(rows) == 4 * len(told["supersteps"])
    assert rows[0].is_displayed()
    active = [row.find_elements("css selector", "td")[2].text for row in rows]
    assert active == [f"{part['active_vertices']:,}" for step in told["supersteps"] for part in step["parts"]]


def test_a_pointer_over_a_bar_says_what_it_is(browser, pages, tmp_path):
    browser.open(altered(pages("bfs"), tmp_path / "even.html", even))
    tip = browser.one("#tip")
    assert not tip.is_displayed()
    ActionChains(browser.driver).move_to_element(browser.one("section .mark-rect.role-mark path")).perform()
    browser.wait("return !document.getElementById('tip').hidden")
    assert "part " in tip.text and "wall time" in tip.text and "arcs scanned" in tip.text
    ActionChains(browser.driver).move_to_element(browser.one("h1")).perform()
    browser.wait("return document.getElementById('tip').hidden")


def shown(browser: Browser) -> list[str]:
    return [panel.get_attribute("id") for panel in browser.all("[role=tabpanel]") if panel.is_displayed()]


def test_tabs_obey_the_mouse(browser, pages):
    browser.open(pages("run"))
    tabs = browser.all("[role=tab]")
    assert [tab.text for tab in tabs] == ["1 bfs", "2 pagerank", "3 strong-components"]
    assert shown(browser) == ["run-1"]
    tabs[1].click()
    assert shown(browser) == ["run-2"]
    assert [tab.get_attribute("aria-selected") for tab in tabs] == ["false", "true", "false"]
    browser.wait("return document.querySelector('#run-2 .chart svg')")  # drawn when it is first seen


def test_tabs_obey_the_keys(browser, pages):
    browser.open(pages("run"))
    ActionChains(browser.driver).send_keys(Keys.TAB).perform()
    for key, panel in {
        Keys.ARROW_RIGHT: "run-2",
        Keys.END: "run-3",
        Keys.HOME: "run-1",
        Keys.ARROW_LEFT: "run-3",
    }.items():
        ActionChains(browser.driver).send_keys(key).perform()
        assert shown(browser) == [panel]
        focused = browser.driver.switch_to.active_element
        assert focused.get_attribute("aria-controls") == panel
        assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    ActionChains(browser.driver).send_keys(Keys.TAB).perform()
    assert browser.driver.switch_to.active_element.get_attribute("id") == "run-3"


def test_a_run_that_failed_says_why(browser, pages):
    browser.open(pages("failed"))
    browser.all("[role=tab]")[1].click()
    assert "<b>nobody</b>" in browser.one("#run-2 .breach").text


def test_hostile_labels_are_shown_and_not_run(browser, pages):
    browser.open(pages("hostile"))
    text = browser.one("body").text
    for label in HOSTILE:
        assert label.replace("\u2028", "⟨U+2028⟩").replace("\u202e", "⟨U+202E⟩") in text
    assert browser.run("return document.scripts.length") == 2
    assert browser.all("main img, main b") == []
    assert browser.complaints() == []  # an alert would be a dialog, and fail the call above


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["bfs", "hostile", "steps", "run"])
def test_nothing_is_wider_than_the_page(browser, pages, name, width):
    browser.open(pages(name), width)
    wide = """
        return [...document.querySelectorAll("body *")].filter((e) => !e.closest(".scroll") && !e.closest(".unseen") &&
            e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))
    """
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.run(wide) == []


def test_charts_follow_the_width_of_the_page(browser, pages):
    browser.open(pages("bfs"), 1600)
    browser.resize(400)
    browser.wait("return [...document.querySelectorAll('.chart svg')].every(s => s.clientWidth <= 400)")
    assert browser.run("return document.documentElement.scrollWidth") <= 400


def colour(browser: Browser, name: str) -> tuple[int, ...]:
    """A colour of the style sheet, as (red, green, blue)."""
    value = browser.run("return getComputedStyle(document.documentElement).getPropertyValue(arguments[0])", f"--{name}")
    return tuple(bytes.fromhex(value.strip().removeprefix("#")))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_has_the_colours_of_what_is_drawn(browser, pages, tmp_path, width, scheme):
    """Of the bars, the lines and the boxes: a chart that stays empty, or black, has none of them."""
    browser.open(altered(pages("bfs"), tmp_path / "even.html", even), width, scheme)
    picture = browser.picture(browser.one("body"))
    colours = picture.colours()
    assert colours.most_common(1)[0][0] == colour(browser, "page")
    assert (sum(colours.most_common(1)[0][0]) > 380) == (scheme == "light")
    timeline = browser.picture(browser.one("section .chart")).colours()
    for kind in EFFORTS:
        assert timeline[colour(browser, kind)] > 200, kind
    for section, kinds in {
        "Parts": ["local", "remote", "computation", "waiting"],
        "Frontier": ["series-1", "series-2", "series-3"],
        "Machine": ["computation"],
    }.items():
        heading = next(h for h in browser.all("h2") if h.text == section)
        part = browser.picture(heading.find_element("xpath", "..")).colours()
        for kind in kinds:
            assert part[colour(browser, kind)] > 60, (section, kind)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read(browser, pages, scheme):
    """The contrast that WCAG asks of text: 4.5, of what is large 3."""
    browser.open(pages("bfs"), 1600, scheme)
    page, raised = colour(browser, "page"), colour(browser, "raised")
    for name in ("text", "muted", "right", "wrong", "push", "pull"):
        for behind in (page, raised):
            assert contrast(colour(browser, name), behind) >= (3 if name in ("push", "pull") else 4.5), name


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    def luminance(rgb: tuple[int, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (value / 255 for value in rgb)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_ids_beyond_the_numbers_of_javascript_keep_their_digits(browser, atoll, write, tmp_path):
    write("graph.txt", "9223372036854775805 9007199254740993\n")
    atoll("degree", "graph.txt", "--report", "page.html")
    browser.open(tmp_path / "page.html")
    text = browser.one("body").text
    assert "9223372036854775805" in text and "9007199254740993" in text


def predicted_and_counted(told: dict) -> None:
    ways = [("push", "two-box", 1e-3), ("pull", "two-box", 2e-3), ("push", "one-box", 4e-4)]
    counted = {"local_read_sequential": {"count": 10, "bytes": 80}, "remote_write_random": {"count": 5, "bytes": 8}}
    for step in told["supersteps"]:
        step["predicted"] = [{"direction": d, "exchange": x, "seconds": s} for d, x, s in ways]
        step["reason"] = "this is expected to be the fastest"
        for part in step["parts"]:
            part["accesses"] = {"computation": {"sources": counted}}


def test_what_the_model_predicted_and_what_was_counted_are_shown(browser, pages, tmp_path):
    page = altered(pages("bfs"), tmp_path / "page.html", predicted_and_counted)
    browser.open(page)
    assert browser.complaints() == []
    steps = browser.run("return JSON.parse(document.getElementById('told').textContent).supersteps.length")
    assert marks_of(browser, "Direction and exchange")["symbol"] == 4 * steps
    assert "this is expected to be the fastest" in browser.one("body").text
    accesses = next(h for h in browser.all("h2") if h.text == "Accesses to memory").find_element("xpath", "..")
    assert marks_of(browser, "Accesses to memory")["rect"] == 4 * 4
    cells = [cell.get_attribute("textContent") for cell in accesses.find_elements("css selector", "tbody td")]
    assert cells[:5] == ["computation", "sources", "local read sequential", f"{40 * steps:,}", f"{320 * steps:,}"]
    assert cells[5:] == ["computation", "sources", "remote write random", f"{20 * steps:,}", f"{32 * steps:,}"]
