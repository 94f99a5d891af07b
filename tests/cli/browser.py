# SPDX-License-Identifier: Apache-2.0
"""A page in a real Chromium without a window: what it says, what it asks of the network, and what it looks like."""

import base64
import io
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

SECONDS = 20


class Browser:
    """One Chromium for many pages."""

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # Chromium refuses to sandbox what root runs
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))

    def close(self) -> None:
        self.driver.quit()

    def open(self, page: Path, width: int = 1600, scheme: str = "light") -> None:
        """Shows a page, until its charts are drawn. The logs begin with it."""
        self.resize(width)
        self.prefer(scheme)
        self.complaints(), self.requests()
        self.driver.get(page.as_uri())
        drawn = "c => !c.clientWidth || c.querySelector('svg')"
        self.wait(f"return [...document.querySelectorAll('.chart')].every({drawn})")

    def resize(self, width: int, height: int = 900) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def wait(self, script: str) -> None:
        WebDriverWait(self.driver, SECONDS).until(lambda driver: driver.execute_script(script), script)

    def run(self, script: str, *arguments: object) -> object:
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element("css selector", selector)

    def complaints(self) -> list[str]:
        """What the console said since it was last asked: errors, warnings, what the page forbade."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for since it was last asked."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]

    def window(self) -> "Picture":
        """What the window shows of the page, as it is scrolled."""
        return Picture(self.driver.get_screenshot_as_png())

    def picture(self, element: WebElement | None = None) -> "Picture":
        """Of an element, or of the whole page."""
        if element is not None:
            return Picture(element.screenshot_as_png)
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
        return Picture(base64.b64decode(shot["data"]))


class Picture:
    """Pixels."""

    def __init__(self, png: bytes) -> None:
        self.image = Image.open(io.BytesIO(png)).convert("RGB")

    def colours(self) -> Counter:
        """How many pixels have each colour, as (red, green, blue)."""
        return Counter(dict((colour, n) for n, colour in self.image.getcolors(1 << 24)))

    def part(self, left: float, top: float, right: float, bottom: float) -> "Picture":
        """What is inside these bounds."""
        part = Picture.__new__(Picture)
        part.image = self.image.crop((round(left), round(top), round(right), round(bottom)))
        return part

    def save(self, path: Path) -> None:
        self.image.save(path)


def missing() -> list[str]:
    """The programs that are not here."""
    return [name for name in ("chromium", "chromedriver") if not shutil.which(name)]


def started() -> Iterator[Browser]:
    browser = Browser()
    try:
        yield browser
    finally:
        browser.close()
