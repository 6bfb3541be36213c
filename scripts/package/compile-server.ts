import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { transformSync } from "esbuild"

/**
 * Lines and names stay, so that a stack trace can be read.
 *
 * @param file its path, for errors
 */
export function compile(source: string, file: string): string {
  const options = { target: "es2022", charset: "utf8", legalComments: "none", sourcefile: file } as const
  // Comments are dropped with the whitespace only, so the code is printed once more.
  const { code } = transformSync(source, {
    ...options,
    ...{ loader: "ts", minifyWhitespace: true, tsconfigRaw: "{}" },
  })
  const { code: commonJs } = transformSync(code, { ...options, format: "cjs", platform: "node" })
  const compiled = commonJs.replace(/(require\("(?:\.{1,2}\/)+)workflows\//g, `$1${FLOWS}/`)
  return MAKES_WORKFLOWS.test(compiled) || WORKFLOWS.test(file) ? compiled : loadLate(compiled)
}

/** Medusa loads each file of `workflows` when a store starts. So that folder leads to the workflows only, and the files stand beside it. */
const FLOWS = "flows"

/** The path of a compiled file within the package, from that of its source. */
export const toBuilt = (file: string) =>
  file.replace(/^((?:src[\\/])?)workflows(?=[\\/])/, `$1${FLOWS}`).replace(/\.ts$/, ".js")

/** Medusa knows a workflow once its file is loaded, and none can be made while another is being made. */
const MAKES_WORKFLOWS = /\bcreate(Workflow|Step)\b/
const WORKFLOWS = /\bworkflows[\\/]index\.ts$/

/** Our own files, and packages that a store needs for its first call to the service only. */
const LATE = String.raw`\.[^"]*|undici|@noble/[^"]*|@scure/[^"]*`
const IMPORT = new RegExp(
  String.raw`^var (import_[\w$]+) = ((?:__toESM\()?require\("(?:${LATE})"\)\)?);$`,
  "gm"
)

/**
 * Loads each import when its first use runs, as a third of the time of a store's start went to code that the start does not run. An
 * import for its effects, and one that a file's own statements use, load with the file.
 */
function loadLate(code: string): string {
  const late = new Set<string>()
  const declared = code.replace(IMPORT, (_, name: string, load: string) => {
    late.add(name)
    return `var late_${name};\nfunction ${name}() {\n  return late_${name} ??= ${load};\n}`
  })
  return declared.replace(/(new |function )?\b(import_[\w$]+)/g, (text, before = "", name: string) => {
    if (!late.has(name) || before === "function ") return text
    return before === "new " ? `new (${name}())` : `${name}()`
  })
}

/** Whether a file of `src` is compiled: the admin is bundled, and tests are not shipped. */
export const isServerFile = (file: string) =>
  /(?<!\.d)\.ts$/.test(file) && !/^admin[\\/]|(?:^|[\\/])__/.test(file)

/**
 * Compiles `src` into `.medusa/server` without checking types, which `npm run typecheck` does, and copies the JSON that the code reads.
 *
 * @param root directory of the repository
 */
export function compileServer(root: string): void {
  const [sources, server] = [join(root, "src"), join(root, ".medusa", "server")]
  rmSync(server, { recursive: true, force: true })
  for (const file of (readdirSync(sources, { recursive: true }) as string[]).filter(isServerFile)) {
    const code = compile(readFileSync(join(sources, file), "utf8"), join("src", file))
    const target = join(server, "src", toBuilt(file))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, code)
    for (const [, json = ""] of code.matchAll(/require\("(\.[^"]+\.json)"\)/g))
      cpSync(resolve(sources, dirname(file), json), resolve(dirname(target), json))
  }
  const workflows = join(server, "src", "workflows")
  mkdirSync(workflows)
  // Medusa before 2.21 loads no index.
  for (const name of ["index.js", "register.js"])
    writeFileSync(join(workflows, name), `module.exports = require("../${FLOWS}/index.js");\n`)
}
