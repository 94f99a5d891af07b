# SPDX-License-Identifier: Apache-2.0
"""The page of --report in a real Chromium: it draws, answers, fits, stays at home, and shows hostile labels as text.

Pictures are checked for what must be in them: the colours of the scheme and of every kind, where they belong. Stored
pictures would differ with the fonts and the version of Chromium, and with the times that were measured.
"""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from browser import Browser, missing, started
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

WIDTHS = [400, 1600]
SCHEMES = ["light", "dark"]
RULES = [
    *("grows", "grows-no-more", "many-arcs", "few-arcs", "few-to-sweep", "many-vertices", "few-vertices"),
    *("sweeps-in-vain", "rare-parents", "nobody-left"),
]
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
        "explained": ["explain", "bfs", "-g", 16, "--parts", 4, "--verify", "--machine", "4x1"],
        "counted": ["explain", "bfs", "-g", 10, "--parts", 4, "--count"],
        "plain": ["bfs", "-g", 12, "--parts", 4, "--plain"],
        "searched": ["bfs", "-g", 12, "--parts", 1],
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
    path.write_text(text[:begin] + json.dumps(told).replace("<", "\\u003c") + text[end:])
    return path


def even(told: dict) -> None:
    """As if every part had spent the same time on everything: what is drawn of it does not depend on the machine."""
    for step in told["supersteps"]:
        step["seconds"] = 4e-3
        for part in step["parts"]:
            part.update({f"{effort}_seconds": 1e-3 for effort in EFFORTS})


def told_by(browser: Browser) -> dict:
    """The data of the page."""
    return json.loads(browser.run("return document.getElementById('told').textContent"))


def section(browser: Browser, name: str) -> WebElement:
    return next(h for h in browser.all("h2") if h.text == name).find_element("xpath", "..")


def names(browser: Browser) -> list[str]:
    return [heading.text for heading in browser.all("h2") if heading.is_displayed()]


@pytest.mark.parametrize(
    "name",
    ["bfs", "explained", "counted", "plain", "searched", "kernel", "steps", "nothing", "hostile", "run", "failed"],
)
def test_a_page_opens_without_complaint_and_stays_at_home(browser, pages, name):
    browser.open(pages(name))
    assert browser.complaints() == []
    asked = [url for url in browser.requests() if not url.startswith("data:")]
    assert asked == [pages(name).as_uri()]
    assert not re.search(r"\b(null|undefined|NaN|Infinity|\[object)\b", browser.one("body").text)
    assert "Atoll" in browser.driver.title


def test_the_charts_are_there_with_their_data(browser, pages):
    browser.open(pages("bfs"))
    told = told_by(browser)
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
    told = told_by(browser)
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
    assert "two-box was asked for" in tip.text
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
@pytest.mark.parametrize("name", ["steps", "nothing", "kernel", "plain"])
def test_nothing_is_wider_than_the_page(browser, pages, name, width):
    browser.open(pages(name), width)
    fits(browser, width)


def fits(browser: Browser, width: int) -> None:
    """Asserts that nothing reaches beyond the right edge but what scrolls in a box of its own."""
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


def test_legends_are_whole_at_any_width(browser, pages):
    outside = """
        return [...document.querySelectorAll(".chart svg")].flatMap((svg) => {
          const all = svg.getBoundingClientRect();
          const texts = [...svg.querySelectorAll(".role-legend-label text")];
          return texts.filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < all.left || box.top < all.top || box.right > all.right || box.bottom > all.bottom;
          }).map((text) => text.textContent);
        });
    """
    fitted = "return [...document.querySelectorAll('.chart')].every(c => c.clientWidth === c.firstChild.clientWidth)"
    for page in ("bfs", "explained"):
        browser.open(pages(page), 1200)
        for width in (1200, 400, 1600, 1040, 320):
            browser.resize(width)
            browser.wait(f"return innerWidth === {width}")
            browser.wait(fitted)
            assert browser.run(outside) == [], (page, width)


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
    for name, kinds in {
        "Parts": ["local", "remote", "computation", "waiting"],
        "Frontier": ["series-1", "series-2", "series-3"],
        "Machine": ["computation"],
    }.items():
        part = browser.picture(section(browser, name)).colours()
        for kind in kinds:
            assert part[colour(browser, kind)] > 60, (name, kind)


def wrong(told: dict) -> None:
    """As if the certificate had refused the answer."""
    even(told)
    told["verified"] = False
    told["breach"] = "vertex <i>12</i> is reached from 7, to which no arc leads"


def choose(number: int) -> Callable[[Browser], None]:
    return lambda browser: browser.all("[role=tab]")[number - 1].click()


def open_a_table(browser: Browser) -> None:
    browser.one("figure details summary").click()


def point_at_a_bar(browser: Browser) -> None:
    ActionChains(browser.driver).move_to_element(browser.one("section .mark-rect.role-mark path")).perform()
    browser.wait("return !document.getElementById('tip').hidden")


@dataclass(frozen=True)
class State:
    """A state of a page, and the colours that must be inside of an element of it, with how many pixels at least."""

    page: str
    within: str
    colours: dict[str, int]
    change: Callable[[dict], None] = lambda told: None
    reach: Callable[[Browser], None] = lambda browser: None
    whole: bool = True  # the picture is of the whole page; to take it scrolls, which hides a tip


STATES = {
    "a run that was verified": State("bfs", ".verdict", {"right": 20}, even),
    "a run that was not verified": State("bfs", ".verdict", {"wrong": 20}, wrong),
    "why an answer is wrong": State("bfs", "p.breach", {"wrong": 60}, wrong),
    "the first tab": State("run", ".tabs", {"focus": 60, "text": 20, "muted": 20}),
    "the second tab": State("run", "#run-2", {"series-1": 60, "pull": 60, "right": 20}, reach=choose(2)),
    "the third tab": State("run", "#run-3", {"series-1": 60, "push": 60}, reach=choose(3)),
    "a run that failed": State("failed", "#run-2 .breach", {"wrong": 60}, reach=choose(2)),
    "hostile labels": State("hostile", ".tops", {"text": 200, "series-1": 200}),
    "an open table": State("bfs", "figure details[open]", {"text": 400, "muted": 40, "grid": 400}, even, open_a_table),
    "a tip": State("bfs", "#tip", {"raised": 1000, "text": 100, "line": 100}, even, point_at_a_bar, whole=False),
    "what was predicted": State("explained", ".choices .chart", {"text": 20, "push": 20, "pull": 20}),
    "why it went so": State("explained", ".choices > .scroll", {"text": 400, "push": 8, "grid": 400}),
    "what was counted": State("counted", ".accesses .chart", {"series-1": 60, "communication": 60}),
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", STATES)
def test_a_picture_of_each_state_has_what_belongs_in_it(browser, pages, tmp_path, name, width, scheme):
    """What is special about it has its colours, all text is seen against what is behind it, and nothing sticks out."""
    state = STATES[name]
    browser.open(altered(pages(state.page), tmp_path / "page.html", state.change), width, scheme)
    state.reach(browser)
    browser.wait("return [...document.querySelectorAll('.chart')].every(c => !c.clientWidth || c.querySelector('svg'))")
    picture = browser.picture() if state.whole else browser.window()
    assert picture.colours().most_common(1)[0][0] == colour(browser, "page")
    seen = picture.part(*bounds(browser, browser.one(state.within), state.whole)).colours()
    for kind, least in state.colours.items():
        assert seen[colour(browser, kind)] >= least, (kind, seen.most_common(8))
    for words, least, ink, behind in texts(browser):
        assert contrast(ink, behind) >= least, (words, ink, behind)
    fits(browser, width)
    assert browser.complaints() == []


def bounds(browser: Browser, element: WebElement, whole: bool) -> list[float]:
    """Of an element on the whole page, or in the window: left, top, right, bottom."""
    return browser.run(
        """
        const box = arguments[0].getBoundingClientRect();
        const top = arguments[1] ? scrollY : 0;
        return [box.left, box.top + top, box.right, box.bottom + top];
        """,
        element,
        whole,
    )


def texts(browser: Browser) -> list[tuple[str, float, tuple[int, ...], tuple[int, ...]]]:
    """All texts that are seen: words, the contrast that they need, their colour, and the one behind them."""
    found = browser.run(
        r"""
        const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
        const behind = (e) => {
          for (; e; e = e.parentElement) {
            const colour = rgb(getComputedStyle(e).backgroundColor);
            if (colour.length === 3 || colour[3] > 0) return colour.slice(0, 3);
          }
        };
        const shown = (e) => e.checkVisibility({opacityProperty: true}) && !e.closest(".unseen, script, style");
        const own = (e) => [...e.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
        return [...document.querySelectorAll("body *")].filter((e) => own(e) && shown(e)).map((e) => {
          const style = getComputedStyle(e);
          const ink = rgb(e instanceof SVGElement ? style.fill : style.color).slice(0, 3);
          const large = parseFloat(style.fontSize) >= 18 || e.matches(".direction");
          return [e.textContent.slice(0, 60), large ? 3 : 4.5, ink, behind(e)];
        });
        """
    )
    assert len(found) > 5
    return [(words, least, tuple(ink), tuple(behind)) for words, least, ink, behind in found]


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


def rows_of(element: WebElement) -> list[list[WebElement]]:
    return [row.find_elements("css selector", "td") for row in element.find_elements("css selector", "tbody tr")]


def seconds_of(text: str) -> float:
    """What a cell says: "12.3 ms"."""
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[unit]


def test_what_the_model_predicted_stands_beside_what_was_measured(browser, pages):
    browser.open(pages("explained"))
    steps = told_by(browser)["supersteps"]
    predicted = [way for step in steps for way in step["predicted"] if way["seconds"] > 0]
    assert marks_of(browser, "Direction and exchange")["symbol"] == len(predicted) + len(steps)
    choices = section(browser, "Direction and exchange")
    choices.find_element("css selector", "details summary").click()
    tables = [rows_of(body) for body in choices.find_elements("css selector", "table")]
    for step, ways, chosen in zip(steps, *tables, strict=True):
        seconds = {(way["direction"], way["exchange"]): way["seconds"] for way in step["predicted"]}
        taken = step["direction"], step["exchange"]
        assert ways[1].text == " ".join(taken)
        assert [seconds_of(cell.text) for cell in ways[2:]] == pytest.approx(
            [step["seconds"], *seconds.values()], rel=0.01
        )
        bold = [seconds_of(cell.text) for cell in ways[3:] if cell.find_elements("css selector", "strong")]
        assert bold and bold == pytest.approx([min(seconds.values())] * len(bold), rel=0.01)
        assert [seconds_of(cell.text) for cell in chosen[3:5]] == pytest.approx(
            [step["seconds"], seconds[taken]], rel=0.01
        )
        why, before = chosen[-1].text.split(", before ")
        assert why == "the cheapest of 6 ways"
        second = sorted(seconds, key=seconds.get)[1]
        assert before.startswith(f"{' '.join(second)} with ") and seconds_of(before.split(" with ")[1]) > 0
    assert told_by(browser)["explanation"]["rates_of"] in choices.text


def test_the_rule_that_took_a_direction_is_shown_with_its_numbers(browser, pages):
    for page, exchange in {
        "plain": "all parts share one memory, so there are no boxes",
        "searched": "a kernel has no exchange",
    }.items():
        browser.open(pages(page))
        steps = told_by(browser)["supersteps"]
        rows = rows_of(section(browser, "Direction and exchange"))
        assert marks_of(browser, "Direction and exchange") == {}
        for step, row in zip(steps, rows, strict=True):
            direction, carried = row[-1].text.split("\n")
            assert carried == exchange
            for number in ("frontier", "whole"):
                assert f"{step['reason'].get(number, 0):,}" in direction or direction == "nobody is left to be found"
        assert any("unexplored / 15" in row[-1].text for row in rows)


def test_a_kernel_that_is_not_steered_says_so(browser, pages):
    browser.open(pages("kernel"))
    why = {row[-1].text for row in rows_of(section(browser, "Direction and exchange"))}
    assert why == {"the kernel goes its own way\na kernel has no exchange"}


def with_every_reason(told: dict) -> None:
    numbers = {"frontier": 3, "whole": 40, "divisor": 2.345}
    words = [*RULES, "asked", "usual", "kernel", "cheapest"]
    pairs = [(word, "asked") for word in words] + [("asked", word) for word in ("only", "kernel", "cheapest")]
    step = told["supersteps"][0] | {"predicted": [{"direction": "push", "exchange": "two-box", "seconds": 1e-3}]}
    told["supersteps"] = [
        step | {"number": i + 1, "reason": {"direction": direction, "exchange": exchange, **numbers}}
        for i, (direction, exchange) in enumerate(pairs)
    ]


def test_every_reason_has_its_words(browser, pages, tmp_path):
    browser.open(altered(pages("bfs"), tmp_path / "page.html", with_every_reason))
    assert browser.complaints() == []
    choices = section(browser, "Direction and exchange").find_element("css selector", ":scope > .scroll")
    why = [row[-1].text for row in rows_of(choices)]
    assert len(set(why)) == len(why) == len(RULES) + 7
    assert all(text.count("\n") == 1 for text in why)
    numbered = [text for text in why if re.search(r"\b3\b.*\b40\b", text)]
    assert numbered == why[: RULES.index("nobody-left")] and sum("40 unexplored / 2.3" in text for text in why) == 2


def test_what_was_counted_is_shown(browser, pages):
    browser.open(pages("counted"))
    sums = Counter()
    for step in told_by(browser)["supersteps"]:
        for part in step["parts"]:
            for effort, subjects in part["accesses"].items():
                for subject, kinds in subjects.items():
                    for access, counted in kinds.items():
                        sums[effort, subject, access.replace("_", " "), "count"] += counted["count"]
                        sums[effort, subject, access.replace("_", " "), "bytes"] += counted["bytes"]
    accesses = section(browser, "Accesses to memory")
    assert marks_of(browser, "Accesses to memory")["rect"] == 4 * 4
    rows = [[cell.get_attribute("textContent") for cell in row] for row in rows_of(accesses)]
    shown = {tuple(row[:3]): row[3:] for row in rows}
    assert len(shown) == len(rows) == len(sums) / 2
    for key, (count, size) in shown.items():
        assert (count, size) == (f"{sums[*key, 'count']:,}", f"{sums[*key, 'bytes']:,}")
