import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { unifiedDiff } from "./storefront/diff"
import { edits } from "./storefront/edits"
import { findShape } from "./storefront/shape"
import { missing, RefusedError, Source } from "./storefront/source"
import { newFiles } from "./storefront/templates"

const COMMAND = "medusa-payment-onchain storefront add"
const REFUSED = 1
const BAD_INPUT = 2

const USAGE = `${COMMAND} <dir>: adds crypto payments to a storefront based on Medusa's starters.

  <dir>              the storefront, or the repository around it
  --yes              writes without a question; without it, and without a terminal, it only prints the diff
  --provider <id>    id of the payment provider (default pp_onchain_default)
  --help             show this text

It prints the diff first. Running it again changes nothing. It refuses storefronts with a different structure.
`

const NEXT = `
Next, in medusa-config.ts: set storefront.returnUrls, so that the payment page leads back to the shop. If the
storefront's server runs on another machine, add it to throttle.trustedAddresses. Both are in
node_modules/medusa-payment-onchain/docs/developers/storefront.md, "Options of the plugin".
`

/** A file to write, by its path in the storefront. `before` is null for a new one. */
type Change = { file: string; before: string | null; after: string }

export type StorefrontPlan = {
  root: string
  changes: Change[]
  /** Our files from an earlier run that were edited since or written by another version. They are kept. */
  kept: string[]
}

/** Plans the changes to a storefront. @throws RefusedError for a storefront with a different structure */
export function planStorefront(directory: string, providerId = "pp_onchain_default"): StorefrontPlan {
  const { shape, ts } = findShape(resolve(directory), providerId)
  const read = (file: string) => {
    const path = join(shape.root, file)
    return existsSync(path) ? readFileSync(path, "utf8") : null
  }
  const changed = edits.map(({ file, apply }): Change => {
    const before = read(file)
    if (before === null) throw missing(file, "the file itself")
    const source = new Source(ts, file, before)
    apply(source, shape)
    return { file, before, after: source.result() }
  })
  const files = newFiles(shape).map(({ file, text }) => ({ file, before: read(file), after: text }))
  return {
    root: shape.root,
    changes: [
      ...changed.filter(({ before, after }) => before !== after),
      ...files.filter(({ before }) => before === null),
    ],
    kept: files.filter(({ before, after }) => before !== null && before !== after).map(({ file }) => file),
  }
}

export function diffOf({ changes }: StorefrontPlan): string {
  return changes.map(({ file, before, after }) => unifiedDiff(file, before, after)).join("")
}

export function writeStorefront({ root, changes }: StorefrontPlan): void {
  for (const { file, after } of changes) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), after)
  }
}

/** The process, replaceable in tests. Without `isTTY` it asks no question. */
type Terminal = {
  stdout: { write: (text: string) => unknown; isTTY?: boolean }
  stderr: { write: (text: string) => unknown }
  stdin: { isTTY?: boolean }
  exitCode?: number | string | null | undefined
}

/**
 * The command `storefront add`.
 *
 * Sets the exit code: 0 when it wrote, printed or had nothing to do, 1 when it refuses the storefront, 2 for
 * invalid input.
 */
export async function runStorefront(args: readonly string[], terminal: Terminal = process): Promise<void> {
  const print = (text: string) => void terminal.stdout.write(text)
  const fail = (code: number, message: string) => {
    terminal.exitCode = code
    terminal.stderr.write(`${COMMAND}: ${message}\n`)
  }
  const input = readInput(args)
  if (typeof input === "string") return fail(BAD_INPUT, `${input}\nSee ${COMMAND} --help`)
  if (input === null) return print(USAGE)
  try {
    const plan = planStorefront(input.directory, input.providerId)
    for (const file of plan.kept) print(`kept, differs from what this version writes: ${file}\n`)
    if (plan.changes.length === 0)
      return print(plan.kept.length === 0 ? "Nothing to change.\n" : "Nothing else to change.\n")
    print(diffOf(plan))
    const count = `${plan.changes.length} files in ${plan.root}`
    if (!input.isYes && !(await isConfirmed(terminal, `\nWrite ${count}? [y/N] `)))
      return print(`\nNothing written. Add --yes to write ${count}.\n`)
    writeStorefront(plan)
    print(`\nWrote ${count}.\n${NEXT}`)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    fail(REFUSED, error.message)
  }
}

/** @returns null when help is requested, or an error message */
function readInput([name, ...args]: readonly string[]) {
  if (name === "--help") return null
  if (name !== "add")
    return `${name === undefined ? "no word" : `"${name}"`} after "storefront", expected "add"`
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        yes: { type: "boolean", default: false },
        provider: { type: "string", default: "pp_onchain_default" },
        help: { type: "boolean", default: false },
      },
    })
    if (values.help) return null
    const [directory, ...more] = positionals
    if (directory === undefined || more.length > 0) return "expected one argument: the storefront's directory"
    if (!/^pp_onchain_[\w-]+$/.test(values.provider))
      return `--provider: "${values.provider}" is not an id such as pp_onchain_default`
    return { directory, isYes: values.yes, providerId: values.provider }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function isConfirmed({ stdin, stdout }: Terminal, question: string): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
