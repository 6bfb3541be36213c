import type { EndpointName } from "../contract/endpoints"
import { fieldOf } from "../contract/fields"
import { isRecord, leavesOf, wordsBeyond, type Leaf } from "./answer-shape"
import { findRows } from "./find-resources"
import { Findings } from "./findings"
import { isAnswer, type RawCalls } from "./raw-calls"

const LISTS: readonly (EndpointName & ("listTransactions" | "listInvoices"))[] = [
  "listTransactions",
  "listInvoices",
]
const KIND = { listTransactions: "transaction", listInvoices: "invoice" } as const
const CURSOR_FIELDS = [
  "next cursor|token",
  "cursor",
  "next page|key|id",
  "next -count|total",
  "after",
  "continuation",
]
const CURSOR_PARAMS = [
  ...[
    "cursor",
    "after",
    "pageToken",
    "page_token",
    "nextToken",
    "next_token",
    "starting_after",
    "startingAfter",
  ],
  ...["next", "continuation", "token", "from"],
]

/** Reads a list row by row, to see which field names the next page and which parameter asks for it. */
export async function findPaging(calls: RawCalls, findings: Findings): Promise<void> {
  for (const name of LISTS) {
    const first = await pageOf(calls, name, {})
    if (first === null || first.keys.length !== 1) continue
    const cursors = cursorsIn(first.body, first.path)
    const byDefault = String(Findings.defaultOf("list.nextCursorField"))
    const cursor = cursors.find(({ path }) => path === byDefault) ?? cursors[0]
    if (cursor === undefined) continue
    findings.propose("list.nextCursorField", cursor.path, `${name} limit=1, field ${cursor.path}`)
    for (const param of CURSOR_PARAMS) {
      const next = await pageOf(calls, name, { [param]: String(cursor.value) })
      if (next === null || next.keys[0] === undefined || next.keys[0] === first.keys[0]) continue
      return findings.propose("list.cursorParam", param, `${name} goes on with this parameter`)
    }
    return findings.doubt("list.cursorParam", `${name} names a next page, and no usual parameter brings it`)
  }
  findings.miss("list.nextCursorField", "a list with two rows or more that names the next page")
  findings.miss("list.cursorParam", "a list with two rows or more that names the next page")
}

type Page = { body: unknown; path: string; keys: string[] }

/** A page of one row. */
async function pageOf(
  calls: RawCalls,
  name: (typeof LISTS)[number],
  query: Record<string, string>
): Promise<Page | null> {
  const answer = await calls.send(name, { query: { limit: "1", ...query } })
  calls.forgetLast()
  const found = isAnswer(answer) ? findRows(KIND[name], answer.body) : null
  if (!isAnswer(answer) || found === null) return null
  return { body: answer.body, path: found.path, keys: found.rows.map((row) => JSON.stringify(row)) }
}

/** Fields beside the rows that may hold a cursor, best first. */
function cursorsIn(body: unknown, rowsPath: string): Leaf[] {
  if (!isRecord(body)) return []
  const leaves = leavesOf(body).filter(({ path, value }) => path !== rowsPath && isCursor(value))
  return CURSOR_FIELDS.flatMap((pattern) =>
    leaves.filter(
      ({ path, words }) => wordsBeyond(pattern, words) !== null && fieldOf(body, path) !== undefined
    )
  )
}

function isCursor(value: unknown): boolean {
  return (
    (typeof value === "string" && value !== "" && !/^(?:https?:)?\//.test(value)) ||
    Number.isSafeInteger(value)
  )
}
