/**
 * Which money rules and refusals a run reaches: `npm run marks -- KIND COMMAND...` runs a command and remembers under its kind what
 * it reached, for example `npm run marks -- unit npm test -- unit`. `npm run marks` prints the table of all kinds.
 */
import { spawnSync } from "node:child_process"
import { describeRun, describeTable, prepareRun, readReached } from "./marks/reached"

function main(kind: string | undefined, command: string | undefined, args: readonly string[]): number {
  if (kind === undefined || command === undefined) {
    console.log(describeTable(readReached()))
    return 0
  }
  const env = { ...process.env, ...prepareRun(kind) }
  const { status } = spawnSync(command, args, { env, stdio: "inherit" })
  const { text, isSound } = describeRun(kind)
  console.log(text)
  return isSound ? (status ?? 1) : 1
}

const [kind, command, ...args] = process.argv.slice(2)
process.exit(main(kind, command, args))
