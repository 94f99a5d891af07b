// SPDX-License-Identifier: Apache-2.0
// What is drawn, as Vega specifications made of rows. They know kinds, colours and texts, and nothing of a run.
"use strict";

// Of each kind a row may have, something: its colour, shape or dashes.
function byKind(name, kinds, something) {
  return {name, type: "ordinal", domain: kinds.map((kind) => kind.name), range: kinds.map(something)};
}

// [{ name, colour }]
function colours(kinds) { return byKind("colour", kinds, (kind) => kind.colour); }

// Each tick with a prefix of its own: 1, 10k, 3M.
const short = {
  labels: {update: {text: {signal: "format(datum.value, '~s')"}}}
};

// A tick at each of about `most` of the numbers 1 to n, at 1, 5, 10 or 20 and so on.
function steps(n, most) {
  let step = 1;
  for (const factor of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]) {
    step = factor;
    if (n / factor <= most) break;
  }
  const ticks = [];
  for (let i = step; i <= n; i += step) ticks.push(i);
  return ticks[0] === 1 ? ticks : [1, ...ticks];
}

// The numbers 1 to n from left to right.
function along(n, padding) {
  return {name: "x", type: "linear", domain: [1, Math.max(2, n)], range: "width", padding, nice: false, zero: false};
}

// Their axis, and that of the values.
function axes(n, below, values) {
  return [
    {orient: "bottom", scale: "x", title: below, values: steps(n, 12), format: "d", labelOverlap: true},
    {orient: "left", scale: "y", grid: true, domain: false, labelOverlap: true, ...values},
  ];
}

// Symbol, paddings, and letters of 11 px.
function entryWidth(name) { return 36 + 6.3 * name.length; }

// Of a legend: one row where all names fit beside each other and beside what is reserved, otherwise rows of about the same
// length. By the width of the chart's place, and not of the plot, which changes while Vega fits it in.
function columns(kinds, reserved = 0) {
  const entry = Math.ceil(Math.max(...kinds.map((kind) => entryWidth(kind.name))));
  const room = `max(1, floor((containerSize()[0] - ${Math.ceil(reserved)}) / ${entry}))`;
  return {signal: `ceil(${kinds.length} / ceil(${kinds.length} / ${room}))`};
}

// 1, 10, 100, ... up to the largest.
function powers(largest) {
  const ticks = [0];
  for (let tick = 1; tick <= largest * 1.001; tick *= 10) ticks.push(tick);
  const every = Math.ceil((ticks.length - 1) / 6);
  return ticks.filter((_, i) => i === 0 || (i - 1) % every === 0);
}

// Bars from `start` to `end`, a line for each of `lanes`. Rows: { lane, kind, start, end, tip }; `bounds`: where an upright
// line stands, { at, text }.
function lanes({lanes: names, kinds, rows, bounds, end, unit, height}) {
  return {
    height: names.length * height,
    data: [
      {name: "rows", values: rows},
      {name: "bounds", values: bounds},
    ],
    scales: [
      {name: "x", type: "linear", domain: [0, end], range: "width", nice: false},
      {name: "y", type: "band", domain: names, range: "height", paddingInner: 0.18},
      colours(kinds),
    ],
    axes: [
      {orient: "bottom", scale: "x", title: unit, tickCount: {signal: "ceil(width / 90)"}, labelOverlap: true},
      {orient: "left", scale: "y", domain: false, ticks: false, labelPadding: 6, labelOverlap: true},
    ],
    legends: [
      {
        fill: "colour",
        symbolType: "square",
        columns: columns(kinds),
        offset: bounds.length === 0 ? 8 : 24,  // above the numbers of the bounds
      },
    ],
    marks: [
      {
        type: "rule",
        aria: false,
        from: {data: "bounds"},
        encode: {
          update: {
            x: {scale: "x", field: "at"},
            y: {value: 0},
            y2: {signal: "height"},
            stroke: {value: "var(--line)"},
            strokeDash: {value: [2, 2]},
          },
        },
      },
      {
        type: "rect",
        aria: false,
        from: {data: "rows"},
        encode: {
          update: {
            x: {scale: "x", field: "start"},
            x2: {scale: "x", field: "end"},
            y: {scale: "y", field: "lane"},
            height: {scale: "y", band: 1},
            fill: {scale: "colour", field: "kind"},
            tooltip: {field: "tip"},
            opacity: {value: 1},
          },
          hover: {opacity: {value: 0.75}},
        },
      },
      {
        type: "text",
        aria: false,
        from: {data: "bounds"},
        encode: {
          update: {
            x: {scale: "x", field: "middle"},
            y: {value: -4},
            align: {value: "center"},
            text: {field: "text"},
            fill: {value: "var(--muted)"},
            opacity: {
              signal: "scale('x', datum.until) - scale('x', datum.at) > 7 * length(datum.text) + 4 ? 1 : 0",
            },
          },
        },
      },
    ],
  };
}

// 1, 10, 100, ... of any power within the bounds; where these are near, 1, 2, 5, 10, ...
function decades(least, most) {
  const factors = most / least > 1e3 ? [1] : [1, 2, 5];
  const all = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power += 1) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(1));
      if (tick >= least && tick <= most) all.push(tick);
    }
  }
  return all;
}

// Lines over the numbers 1 to `n`, one per kind, on a scale by powers that has a zero. Rows: { at, kind, value, shape,
// tip }.
function lines({kinds, rows, n, axis, height}) {
  const largest = rows.reduce((most, row) => Math.max(most, row.value), 1);
  return {
    height,
    data: [{name: "rows", values: rows}],
    scales: [
      along(n, 8),
      {name: "y", type: "symlog", domain: [0, largest], range: "height"},
      colours(kinds),
      byKind("dash", kinds, (kind) => kind.dash ?? [1, 0]),
      {
        name: "shape",
        type: "ordinal",
        domain: ["push", "pull"],
        range: ["triangle-up", "circle"],
      },
    ],
    axes: axes(n, axis, {values: powers(largest), encode: short}),
    legends: [
      {
        stroke: "colour",
        strokeDash: "dash",
        symbolType: "stroke",
        columns: columns(kinds, entryWidth("push") + entryWidth("pull")),
      },
      {shape: "shape", encode: {symbols: {update: {fill: {value: "var(--muted)"}}}}},
    ],
    marks: [
      {
        type: "group",
        aria: false,
        from: {facet: {name: "one", data: "rows", groupby: "kind"}},
        marks: [
          {
            type: "line",
            from: {data: "one"},
            encode: {
              update: {
                x: {scale: "x", field: "at"},
                y: {scale: "y", field: "value"},
                stroke: {scale: "colour", field: "kind"},
                strokeDash: {scale: "dash", field: "kind"},
                strokeWidth: {value: 1.75},
              },
            },
          },
          {
            type: "symbol",
            from: {data: "one"},
            encode: {
              update: {
                x: {scale: "x", field: "at"},
                y: {scale: "y", field: "value"},
                fill: {scale: "colour", field: "kind"},
                shape: {scale: "shape", field: "shape"},
                size: {value: n > 60 ? 12 : 45},
                tooltip: {field: "tip"},
              },
              hover: {size: {value: 110}},
            },
          },
        ],
      },
    ],
  };
}

// Points over the numbers 1 to `n`, by powers of ten: a shape and a colour per kind. Rows: { at, kind, value, tip }.
function points({kinds, rows, n, axis, title, height}) {
  const values = rows.map((row) => row.value).filter((value) => value > 0);
  const [least, most] = [Math.min(...values) * 0.8, Math.max(...values) * 1.25];
  return {
    height,
    data: [{name: "rows", values: rows.filter((row) => row.value > 0)}],
    scales: [
      along(n, 10),
      {
        name: "y",
        type: "log",
        domain: [least, most],
        range: "height",
        zero: false,
      },
      colours(kinds),
      byKind("shape", kinds, (kind) => kind.shape),
    ],
    axes: axes(n, axis, {title, values: decades(least, most), format: "~g"}),
    legends: [{stroke: "colour", shape: "shape", columns: columns(kinds)}],
    marks: [
      {
        type: "symbol",
        aria: false,
        from: {data: "rows"},
        encode: {
          update: {
            x: {scale: "x", field: "at"},
            y: {scale: "y", field: "value"},
            stroke: {scale: "colour", field: "kind"},
            strokeWidth: {value: 2},
            shape: {scale: "shape", field: "kind"},
            size: {value: 80},
            tooltip: {field: "tip"},
          },
          hover: {size: {value: 150}},
        },
      },
    ],
  };
}

module.exports = {
  lanes,
  lines,
  points
};
