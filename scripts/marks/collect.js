/**
 * Watches which marks a process reaches, from outside: V8 counts the blocks of what the store ships, which stays as it is.
 *
 * Loaded by `node --require` into every process of a run. `MARKS_TABLE` is a file with the patterns of each source file,
 * `MARKS_FOUND` the folder for what was reached.
 */
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs")
const { Session } = require("node:inspector")
const { join } = require("node:path")

const { MARKS_TABLE, MARKS_FOUND } = process.env
const EVERY_MS = 4_000
/** Strings stay, since they may hold what looks like a comment. */
const COMMENTS = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm

function start() {
  const table = JSON.parse(readFileSync(MARKS_TABLE, "utf8"))
  const session = new Session()
  /** By script: the marks, with their places. */
  const scripts = new Map()
  const reached = new Set()
  /** Marks whose function ran, in whichever branch. */
  const passed = new Set()
  const misread = new Set()
  let written = 0

  const post = (method, params) => {
    let answer
    session.post(method, params, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer
  }
  session.connect()
  session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => {
    const [, file] = /(?:^|\/)(src\/(?:[\w.[\]-]+\/)*[\w.-]+)\.[jt]s$/.exec(url) ?? []
    const patterns = table[`${file}.ts`]
    if (!patterns || url.includes("node_modules/.")) return
    scripts.set(scriptId, { file, patterns, places: undefined })
  })
  post("Profiler.enable")
  post("Profiler.startPreciseCoverage", { callCount: false, detailed: true })
  post("Debugger.enable")

  function placesOf(scriptId, { file, patterns }) {
    const source = post("Debugger.getScriptSource", { scriptId }).scriptSource
    const code = source.replace(COMMENTS, (all, string) => string ?? " ".repeat(all.length))
    return patterns.flatMap(({ pattern, count, marks }) => {
      const found = [...code.matchAll(new RegExp(pattern, "g"))]
      if (found.length !== count) {
        misread.add(`${file}.ts has ${count} of ${pattern}, and ${found.length} as it runs`)
        return []
      }
      return marks.map(({ id, at }) => ({ id, offset: found[at].index + found[at][0].length - 1 }))
    })
  }

  function look() {
    for (const { scriptId, functions } of post("Profiler.takePreciseCoverage").result) {
      const script = scripts.get(scriptId)
      if (!script) continue
      script.places ??= placesOf(scriptId, script)
      for (const { id, offset } of script.places)
        if (!reached.has(id) || !passed.has(id)) {
          const { hasRun, isReached } = countsAt(functions, offset)
          if (hasRun) passed.add(id)
          if (isReached) reached.add(id)
        }
    }
    const size = reached.size + misread.size + passed.size
    if (size === written) return
    written = size
    mkdirSync(MARKS_FOUND, { recursive: true })
    const found = { reached: [...reached], misread: [...misread], passed: [...passed] }
    writeFileSync(join(MARKS_FOUND, `${process.pid}-${startedAt}.json`), JSON.stringify(found))
  }
  const startedAt = Date.now()
  setInterval(look, EVERY_MS).unref()
  process.on("exit", look)
}

/** The innermost range counts; the first of a function is all of it. */
function countsAt(functions, offset) {
  let smallest = Infinity
  let found = { hasRun: false, isReached: false }
  for (const { ranges } of functions)
    for (const range of ranges) {
      const size = range.endOffset - range.startOffset
      if (offset < range.startOffset || offset >= range.endOffset || size > smallest) continue
      smallest = size
      found = { hasRun: ranges[0].count > 0, isReached: range.count > 0 }
    }
  return found
}

if (MARKS_TABLE && MARKS_FOUND) start()
