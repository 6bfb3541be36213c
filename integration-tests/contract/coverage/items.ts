import { readFileSync } from "node:fs"
import path from "node:path"

export const repository = path.resolve(__dirname, "../../..")

/** Its headings and statements are written by hand; the tests of a statement are filled in. */
export const documentFile = path.join(repository, "docs/developers/service-coverage.md")

/** The name of a row, what it says, and the tests that exercise it. */
export const ROW = /^\| `([^`]+)` \| (.*) \| ([^|]*) \|$/gm

const rows = [...readFileSync(documentFile, "utf8").matchAll(ROW)]

/** Every identifier, in the order of the document. */
export const itemIds: readonly string[] = rows.map(([, id = ""]) => id)

/** What the service document states or leaves open, in our words, by identifier. */
export const items: Readonly<Record<string, string>> = Object.fromEntries(
  rows.map(([, id = "", says = ""]) => [id, says])
)
