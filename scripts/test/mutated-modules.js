const { readFileSync } = require("node:fs")
const Module = require("node:module")
const { resolve, sep } = require("node:path")
const { transformSync } = require("@swc/core")

const ROOT = resolve(__dirname, "..", "..")
const SOURCES = ["src", "integration-tests"].map((folder) => resolve(ROOT, folder) + sep)
const isSource = (filename) => SOURCES.some((folder) => filename.startsWith(folder))

const options = {
  swcrc: false,
  configFile: false,
  module: { type: "commonjs" },
  sourceMaps: "inline",
  jsc: {
    parser: { syntax: "typescript", tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: "automatic" } },
    target: "es2022",
  },
}

/** Compiled code by source text: files that no mutant touches are compiled once. */
const compiled = new Map()

function compile(source, filename) {
  const key = `${filename}\0${source}`
  if (!compiled.has(key)) compiled.set(key, transformSync(source, { ...options, filename }).code)
  return compiled.get(key)
}

/**
 * The text of a mutated file.
 *
 * @throws Error where the text to replace does not occur exactly once
 */
function mutate({ file, find, replace }) {
  const source = readFileSync(resolve(ROOT, file), "utf8")
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`"${find}" occurs ${found} times in ${file}`)
  if (find === replace) throw new Error(`the mutant of ${file} changes nothing`)
  return source.replace(find, () => replace)
}

let mutant

const byOthers = Module._extensions[".ts"]
Module._extensions[".ts"] = (module, filename) => {
  if (!isSource(filename)) return byOthers(module, filename)
  const isMutated = filename === mutant?.filename
  module._compile(compile(isMutated ? mutant.source : readFileSync(filename, "utf8"), filename), filename)
}

/** Loads a file of this repository anew with everything it needs, one of these files with another text. */
function loadAnew(file, nextMutant) {
  mutant = nextMutant && { filename: resolve(ROOT, nextMutant.file), source: mutate(nextMutant) }
  for (const filename of Object.keys(require.cache)) {
    if (isSource(filename)) delete require.cache[filename]
  }
  return require(resolve(ROOT, file))
}

module.exports = { compile, loadAnew, mutate, ROOT }
