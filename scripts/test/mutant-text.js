const { readFileSync } = require("node:fs")
const { resolve } = require("node:path")
const { transformSync } = require("@swc/core")

const ROOT = resolve(__dirname, "..", "..")

/**
 * The text of a mutated file.
 *
 * @throws Error where the text to replace does not occur exactly once
 */
function mutate({ file, find, replace }) {
  const source = readFileSync(resolve(ROOT, file), "utf8")
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`${JSON.stringify(find)} occurs ${found} times in ${file}`)
  if (find === replace) throw new Error(`the mutant of ${file} changes nothing`)
  return source.replace(find, () => replace)
}

/** Compiles as jest does. */
function compileText(source, filename) {
  const { code } = transformSync(source, {
    filename,
    swcrc: false,
    configFile: false,
    module: { type: "commonjs" },
    jsc: {
      parser: { syntax: "typescript", tsx: true, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: "automatic" } },
      target: "es2022",
    },
  })
  return code
}

module.exports = { compileText, mutate, ROOT }
