const { readFileSync } = require("node:fs")
const Module = require("node:module")
const { dirname, resolve, sep } = require("node:path")
const { Script } = require("node:vm")
const { compileText, ROOT } = require("./mutant-text")

const TESTS = resolve(ROOT, "integration-tests") + sep
const SOURCES = [resolve(ROOT, "src") + sep, TESTS]
const isSource = (filename) => SOURCES.some((folder) => filename.startsWith(folder))

/** Texts of the current mutant, by file. */
let changed = new Map()

/** A file that no mutant touches is compiled once. */
const compiled = new Map()

const compile = (source, filename) => new Script(Module.wrap(compileText(source, filename)), { filename })

function scriptOf(filename) {
  if (changed.has(filename)) return compile(changed.get(filename), filename)
  if (!compiled.has(filename)) compiled.set(filename, compile(readFileSync(filename, "utf8"), filename))
  return compiled.get(filename)
}

Module._extensions[".ts"] = (module, filename) => {
  const load = scriptOf(filename).runInThisContext()
  load.call(module.exports, module.exports, (id) => module.require(id), module, filename, dirname(filename))
}

/** Forgets modules, and the modules that need them. */
function forget(isForgotten) {
  const loaded = Object.values(require.cache).filter(({ filename }) => isSource(filename))
  const gone = new Set(loaded.filter(({ filename }) => isForgotten(filename)))
  for (let size = -1; size !== gone.size;) {
    size = gone.size
    for (const module of loaded) if (module.children.some((child) => gone.has(child))) gone.add(module)
  }
  for (const { filename } of gone) delete require.cache[filename]
}

/**
 * Loads a file of tests of this repository anew, with other texts of files that it needs, and without the last ones.
 *
 * @param texts by their path in the repository
 */
function loadAnew(file, texts = {}) {
  const last = changed
  changed = new Map(Object.entries(texts).map(([name, text]) => [resolve(ROOT, name), text]))
  const filenames = new Set([...last.keys(), ...changed.keys(), resolve(ROOT, file)])
  forget((filename) => filenames.has(filename) || filename.startsWith(TESTS))
  return require(resolve(ROOT, file))
}

module.exports = { loadAnew }
