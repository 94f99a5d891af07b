// SPDX-License-Identifier: Apache-2.0
// One script holds many modules: those of Vega, as they are packed, and ours. Each is a function of exports, require and
// module, as in CommonJS, and runs when it is provided; so a module comes after those it requires.
"use strict";

const modules = new Map();

function required(name) {
  if (!modules.has(name)) throw new Error(`there is no module ${name}`);
  return modules.get(name);
}

// eslint-disable-next-line no-unused-vars -- called once per module, by what is assembled behind this file
function provide(name, body) {
  const module = {exports: {}};
  body(module.exports, required, module);
  modules.set(name, module.exports);
}
