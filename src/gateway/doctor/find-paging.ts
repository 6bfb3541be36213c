import type { EndpointName } from "../contract/endpoints"
import type { WireRecord } from "../contract/records"
import { fieldOf, isRecord } from "../contract/wire"
import { leavesOf, wordsBeyond, type Leaf } from "./answer-shape"
import { findRows } from "./find-resources"
import type { Findings } from "./findings"
import { isAnswer, type RawCalls } from "./raw-calls"

/** Lists that document a `limit`. */
const LISTS = { listTransactions: "transaction", listInvoices: "invoice" } as const
type Listed = EndpointName & keyof typeof LISTS

const CURSOR_FIELDS = [
  "next cursor|token",
  "cursor -previous|prev",
  "next page|key|id -prev|count|total|number",
  "next",
  "after",
]
const LINK_FIELDS = ["next link|url|href|uri|page", "next"]
const TOTAL_FIELDS = ["total row|item|result|record|count", "total -amount|sum|usd", "count"]
/** A number of pages is no number of rows. */
const PAGES = /pages?$/i
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
  ...["next", "continuation", "token"],
]
const OFFSET_PARAMS = ["offset", "skip", "start", "from"]
const PAGE_PARAMS = ["page", "pageNumber", "page_number", "pageNo", "p"]
const HINT = "a list of invoices or transactions with two rows or more"

/** Reads a list row by row, to see how the second row is reached. */
export async function findPaging(calls: RawCalls, findings: Findings): Promise<void> {
  for (const name of ["listTransactions", "listInvoices"] as const) {
    const two = await readPage(calls, name, { limit: "2" })
    const one = await readPage(calls, name, { limit: "1" })
    const [first, second] = two?.rows ?? []
    if (first === undefined || second === undefined || one?.rows.length !== 1 || first !== one.rows[0])
      continue
    const list: List = { calls, name, first, second }
    findTotal(one, findings)
    const isFound =
      findLink(one, name, findings) ||
      (await findCursor(one, list, findings)) ||
      (await findCounting(list, findings))
    if (!isFound) findings.doubt("list.paging", `no usual parameter brings the second row of ${name}`)
    return
  }
  for (const setting of ["paging", "nextCursorField", "cursorParam"]) findings.miss(`list.${setting}`, HINT)
}

type Page = { body: unknown; path: string; rows: string[] }
type List = { calls: RawCalls; name: Listed; first: string; second: string }

async function readPage(calls: RawCalls, name: Listed, query: Record<string, string>): Promise<Page | null> {
  const answer = await calls.send(name, { query })
  const found = isAnswer(answer) ? findRows(LISTS[name], answer.body) : null
  if (!isAnswer(answer) || found === null) return null
  return {
    body: answer.body,
    path: found.path,
    rows: found.rows.map((row: WireRecord) => JSON.stringify(row)),
  }
}

async function isSecond({ calls, name, second }: List, query: Record<string, string>): Promise<boolean> {
  const page = await readPage(calls, name, { limit: "1", ...query })
  return page?.rows.length === 1 && page.rows[0] === second
}

function findLink(page: Page, name: Listed, findings: Findings): boolean {
  const [link] = besideRows(page, LINK_FIELDS, (value) => typeof value === "string" && LINK.test(value))
  if (link === undefined) return false
  findings.proposeOneOf("list.nextLinkFields", link.path, `${name} limit=1, field ${link.path}`)
  findings.propose("list.paging", "link", `${name} limit=1 has a link to the next page in ${link.path}`)
  return true
}

const LINK = /^(?:https?:\/\/|\/|\?)/i

async function findCursor(page: Page, list: List, findings: Findings): Promise<boolean> {
  const isCursor = (value: unknown) =>
    (typeof value === "string" && value !== "" && !LINK.test(value)) || Number.isSafeInteger(value)
  const byDefault = findings.defaultOf("list.nextCursorField")
  const found = besideRows(page, CURSOR_FIELDS, isCursor)
  const cursors = [...found.filter(({ path }) => path === byDefault), ...found]
  for (const cursor of [...new Set(cursors)].slice(0, MAX_CURSORS)) {
    for (const param of CURSOR_PARAMS) {
      if (!(await isSecond(list, { [param]: String(cursor.value) }))) continue
      findings.fit("list.paging")
      findings.propose("list.nextCursorField", cursor.path, `${list.name} limit=1, field ${cursor.path}`)
      findings.propose("list.cursorParam", param, `${list.name} goes on with this parameter`)
      return true
    }
  }
  return false
}

const MAX_CURSORS = 2

async function findCounting(list: List, findings: Findings): Promise<boolean> {
  for (const param of OFFSET_PARAMS) {
    if (!(await isSecond(list, { [param]: "1" }))) continue
    findings.propose("list.paging", "offset", `${list.name} skips rows with ${param}`)
    findings.propose("list.offsetParam", param, `${list.name} skips rows with this parameter`)
    return true
  }
  for (const param of PAGE_PARAMS) {
    const isFromOne = await isSecond(list, { [param]: "2" })
    if (!isFromOne && !(await isSecond(list, { [param]: "1" }))) continue
    findings.propose("list.paging", "page", `${list.name} has numbered pages`)
    findings.propose("list.pageParam", param, `${list.name} takes the page number in this parameter`)
    findings.propose(
      "list.firstPage",
      isFromOne ? 1 : 0,
      `the second row of ${list.name} is page ${isFromOne ? 2 : 1}`
    )
    return true
  }
  return false
}

/** With one row per page, a larger count is of the whole list. */
function findTotal(page: Page, findings: Findings): void {
  const isMore = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 1
  const [total] = besideRows(page, TOTAL_FIELDS, isMore).filter(({ path }) => !PAGES.test(path))
  if (total === undefined) findings.fit("list.totalField")
  else findings.propose("list.totalField", total.path, "it counts all rows, on a page of one")
}

/** Fields outside the rows, in the order of the patterns. */
function besideRows(
  { body, path: rowsPath }: Page,
  patterns: readonly string[],
  fits: (value: unknown) => boolean
): Leaf[] {
  if (!isRecord(body)) return []
  const leaves = leavesOf(body).filter(({ path, value }) => path !== rowsPath && fits(value))
  return patterns.flatMap((pattern) =>
    leaves.filter(
      ({ path, words }) => wordsBeyond(pattern, words) !== null && fieldOf(body, path) !== undefined
    )
  )
}
