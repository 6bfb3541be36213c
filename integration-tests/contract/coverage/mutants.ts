import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { itemIds } from "./items"

/**
 * A mistake that breaks the statement of a row: in one file of the client, the sandbox or the plugin, a text that occurs once is
 * replaced. A story that the row names has to fail then.
 */
export type Mutant = {
  file: string
  find: string
  replace: string
  /** The set of assumptions the story runs under. @default the first of the story's */
  set?: string
}

const folder = path.join(__dirname, "mutants")
const CHANGE = /\[-([\s\S]*?)-\]|\{\+([\s\S]*?)\+\}/g

/**
 * Each line of `mutants/*.txt` has one mistake, as `git diff --word-diff` writes it: `rows | kept [-removed-]{+added+} kept`, with ⏎
 * for the end of a line. A line that begins with two spaces continues the one before; one with `#` names the file of those below,
 * and their set of assumptions.
 */
function readMutants(): Record<string, Mutant[]> {
  const found: Record<string, Mutant[]> = Object.fromEntries(itemIds.map((id) => [id, []]))
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"))
  let place: Pick<Mutant, "file" | "set"> = { file: "" }
  for (const line of texts.join("").replaceAll("\n  ", "").trimEnd().split("\n")) {
    const [, file, set] = /^# (\S+?)(?:, (.*))?$/.exec(line) ?? []
    if (file !== undefined) place = { file, ...(set !== undefined && { set }) }
    else {
      const [rows = "", ...rest] = line.split(" | ")
      const change = rest.join(" | ").replaceAll("⏎", "\n")
      const find = change.replace(CHANGE, (_, removed: string = "") => removed)
      const replace = change.replace(CHANGE, (_, _removed: string, added: string = "") => added)
      for (const id of rows.split(" ")) (found[id] ??= []).push({ ...place, find, replace })
    }
  }
  return found
}

/** By the row whose statement they break; several where it states several figures: each has to make a story fail. */
export const mutants: Readonly<Record<string, readonly Mutant[]>> = readMutants()
