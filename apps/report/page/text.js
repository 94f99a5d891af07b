// SPDX-License-Identifier: Apache-2.0
// Numbers and words as people read them; the same digits as the tables of the program.
"use strict";

const whole = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});

// 1,234,567
function count(number) { return whole.format(number); }

// Three significant digits: 1.23, 12.3, 123
function digits(number) {
  if (number === 0 || !Number.isFinite(number)) return String(number);
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number)) + 1e-9));
  return number.toFixed(Math.min(places, 12));
}

// In the first unit that leaves less than `step` of it: [[1e-6, "us"], ...]
function scaled(number, units) {
  let [factor, name] = units[0];
  for (const [next, nextName] of units) {
    if (Math.abs(number) >= next) [factor, name] = [next, nextName];
  }
  return `${digits(number / factor)} ${name}`;
}

// 12.3 ms
function seconds(number) {
  if (number === 0) return "0 s";
  return scaled(number, [
    [1e-9, "ns"],
    [1e-6, "µs"],
    [1e-3, "ms"],
    [1, "s"],
  ]);
}

// 1.50 GiB
function bytes(number) {
  if (number < 1024) return `${number} bytes`;
  return scaled(number, [
    [1024, "KiB"],
    [1024 ** 2, "MiB"],
    [1024 ** 3, "GiB"],
    [1024 ** 4, "TiB"],
  ]);
}

// 391 M/s
function rate(perSecond) {
  if (!Number.isFinite(perSecond)) return "–";
  return scaled(perSecond, [
    [1, "/s"],
    [1e3, "k/s"],
    [1e6, "M/s"],
    [1e9, "G/s"],
  ]);
}

function percent(part, sum) { return sum === 0 ? "–" : `${((100 * part) / sum).toFixed(1)} %`; }

// What has no shape gets one, so that a label is seen as it is: control characters as their pictures, marks of
// direction as their numbers.
function visible(text) {
  return String(text).replace(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (c) => {
    const code = c.codePointAt(0);
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
  });
}

// A fact or a parameter, whatever it is.
function value(thing) {
  if (thing === null || thing === undefined) return "–";
  if (typeof thing === "boolean") return thing ? "yes" : "no";
  if (typeof thing === "number") return Number.isInteger(thing) ? count(thing) : String(Number(thing.toPrecision(6)));
  if (Array.isArray(thing)) return thing.length === 0 ? "–" : thing.map(value).join(", ");
  return visible(thing);
}

// A label of a vertex: a number is a name, so it is not grouped.
function label(thing) { return visible(thing); }

// reached_vertices: reached vertices
function words(name) { return visible(name).replaceAll("_", " "); }

function plural(number, noun) { return `${count(number)} ${noun}${number === 1 ? "" : "s"}`; }

module.exports = {
  bytes,
  count,
  digits,
  label,
  percent,
  plural,
  rate,
  seconds,
  value,
  visible,
  words
};
