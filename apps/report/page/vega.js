// SPDX-License-Identifier: Apache-2.0
// Draws Vega specifications into the page, without eval: expressions are interpreted, so the page may forbid it. Colours
// are variables of the style sheet, so light, dark and paper need no second drawing.
"use strict";

const {transforms} = require("vega-dataflow");
const {expressionInterpreter} = require("vega-interpreter");
const {parse} = require("vega-parser");
const {Warn} = require("vega-util");
const {View} = require("vega-view");

for (const name of ["vega-transforms", "vega-view-transforms", "vega-encode"]) {
  Object.assign(transforms, require(name));
}

const font = "system-ui, \"Segoe UI\", Roboto, \"DejaVu Sans\", sans-serif";

const config = {
  background: null,
  axis: {
    labelFont: font,
    labelFontSize: 11,
    labelColor: "var(--muted)",
    titleFont: font,
    titleFontSize: 11,
    titleFontWeight: "normal",
    titleColor: "var(--muted)",
    titlePadding: 6,
    domainColor: "var(--line)",
    tickColor: "var(--line)",
    tickSize: 4,
    gridColor: "var(--grid)",
    labelFlush: false,
  },
  legend: {
    orient: "top",
    direction: "horizontal",
    labelFont: font,
    labelFontSize: 11,
    labelColor: "var(--text)",
    symbolSize: 90,
    symbolStrokeWidth: 2,
    columnPadding: 14,
    offset: 8,
    padding: 0,
  },
  text: {font, fontSize: 11, fill: "var(--text)"},
};

const tip = document.getElementById("tip");

function hideTip() { tip.hidden = true; }

// Beside the pointer, and inside the window.
function showTip(handler, event, item, text) {
  if (!text) return hideTip();
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, window.innerWidth - box.width - 8);
  const below = event.clientY + 18;
  const top = below + box.height + 8 > window.innerHeight ? event.clientY - box.height - 12 : below;
  tip.style.left = `${Math.max(8, left) + window.scrollX}px`;
  tip.style.top = `${Math.max(8, top) + window.scrollY}px`;
}

// A chart as wide as its place, now and later: drawn anew for another width, for Vega leaves a legend whose rows change
// where it was. `description` is what it is for who cannot see it.
function chart(description, spec) {
  const holder = document.createElement("div");
  holder.className = "chart";
  const whole = {
    $schema: "https://vega.github.io/schema/vega/v5.json",
    description,
    autosize: {type: "fit-x", contains: "padding", resize: true},
    padding: {left: 2, right: 10, top: 2, bottom: 2},
    ...spec,
  };
  let view;
  let drawn = 0;
  const fit = () => {
    const width = Math.floor(holder.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    view?.finalize();
    holder.replaceChildren();
    view = new View(parse(whole, config, {ast: true}), {
      expr: expressionInterpreter,
      renderer: "svg",
      container: holder,
      logLevel: Warn,
    });
    view.tooltip(showTip).width(width).run();
  };
  new ResizeObserver(fit).observe(holder);
  return holder;
}

document.addEventListener("scroll", hideTip, {passive: true});

module.exports = {chart};
