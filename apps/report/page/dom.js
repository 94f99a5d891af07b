// SPDX-License-Identifier: Apache-2.0
// Elements made by hand. Invariant: what came from a graph or a command becomes text nodes and nothing else; there is no
// innerHTML here, nor anywhere.
"use strict";

// element("p", { class: "note" }, "text", another)
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

// Text of the user's, whose direction of writing does not touch what stands beside it.
function quoted(text) { return element("bdi", {}, text); }

let regions = 0;

// Columns are { name, number }: numbers are aligned right. Cells are text or elements. What is too wide scrolls inside.
function table(name, columns, rows) {
  const cell = (tag, column, content) =>
      element(tag, {class: column.number ? "number" : undefined, scope: tag === "th" ? "col" : undefined}, content);
  const head = element(
      "tr",
      {},
      columns.map((column) => cell("th", column, column.name)),
  );
  const body = rows.map(
      (row) => element(
          "tr",
          {},
          row.map((content, i) => cell("td", columns[i], content)),
          ),
  );
  const made = element(
      "table",
      {},
      element("caption", {class: "unseen"}, name),
      element("thead", {}, head),
      element("tbody", {}, body),
  );
  return element("div", {class: "scroll", role: "region", "aria-label": name, tabindex: "0"}, made);
}

// Pairs of a term and what it is.
function list(pairs, attributes = {}) {
  return element(
      "dl",
      attributes,
      pairs.map(([term, what]) => element("div", {}, element("dt", {}, term), element("dd", {}, what))),
  );
}

function section(name, attributes, ...children) {
  regions += 1;
  const id = `region-${regions}`;
  return element("section", {...attributes, "aria-labelledby": id}, element("h2", {id}, name), ...children);
}

// A chart with its caption, and the same as a table for who cannot see it.
function figure(name, holder, caption, alternative) {
  return element(
      "figure",
      {},
      name && element("h3", {}, name),
      holder,
      element("figcaption", {}, caption),
      alternative && element("details", {}, element("summary", {}, "As a table"), alternative),
  );
}

module.exports = {
  element,
  figure,
  list,
  quoted,
  section,
  table
};
