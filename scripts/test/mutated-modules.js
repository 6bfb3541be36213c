const { readFileSync } = require("node:fs")
const Module = require("node:module")
const { dirname, resolve, sep } = require("node:path")
const { Script } = require("node:vm")
const { compileText, mutate, ROOT } = require("./mutant-text")

const TESTS = resolve(ROOT, "integration-tests") + sep
const SOURCES = [resolve(ROOT, "src") + sep, TESTS]
const isSource = (filename) => SOURCES.some((folder) => filename.startsWith(folder))

/** By source text: a file that no mutant touches is compiled once. */
const compiled = new Map()

function compile(source, filename) {
  const key = `${filename}\0${source}`
  if (!compiled.has(key)) {
    compiled.set(key, new Script(Module.wrap(compileText(source, filename)), { filename }))
  }
  return compiled.get(key)
}

let mutant

Module._extensions[".ts"] = (module, filename) => {
  const source = filename === mutant?.filename ? mutant.source : readFileSync(filename, "utf8")
  const load = compile(source, filename).runInThisContext()
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

/** Loads a file of tests of this repository anew, with a mutant in what it needs, and without the last one. */
function loadAnew(file, nextMutant) {
  const last = mutant?.filename
  mutant = nextMutant && { filename: resolve(ROOT, nextMutant.file), source: mutate(nextMutant) }
  forget((filename) => filename === last || filename === mutant?.filename || filename.startsWith(TESTS))
  return require(resolve(ROOT, file))
}

module.exports = { loadAnew }
