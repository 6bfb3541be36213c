import { isRecord } from "../contract/wire"
import { findRows, leavesOf, wordsBeyond, type Leaf } from "./answers"
import { isAnswered, type Calls } from "./calls"
import type { Findings } from "./findings"

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
const CURSOR_PARAMS =
  "cursor after pageToken page_token nextToken next_token starting_after startingAfter next continuation token".split(
    " "
  )
const OFFSET_PARAMS = ["offset", "skip", "start", "from"]
const PAGE_PARAMS = ["page", "pageNumber", "page_number", "pageNo", "p"]
const LINK = /^(?:https?:\/\/|\/|\?)/i
const MAX_CURSORS = 2
/** Lists that document a `limit`. */
const LISTS = { listTransactions: "transaction", listInvoices: "invoice" } as const

/** Reads a list row by row, to see how the second row is reached. */
export async function findPaging({ send }: Calls, findings: Findings): Promise<void> {
  for (const name of ["listTransactions", "listInvoices"] as const) {
    const read = async (query: Record<string, string>) => {
      const answer = await send(name, { query })
      const found = isAnswered(answer) ? findRows(LISTS[name], answer.body) : null
      const body = isAnswered(answer) ? answer.body : null
      return { body, path: found?.path, rows: (found?.rows ?? []).map((row) => JSON.stringify(row)) }
    }
    const [first, second] = (await read({ limit: "2" })).rows
    const page = await read({ limit: "1" })
    if (first === undefined || second === undefined || page.rows.length !== 1 || first !== page.rows[0])
      continue
    const isSecond = async (query: Record<string, string>) => {
      const { rows } = await read({ limit: "1", ...query })
      return rows.length === 1 && rows[0] === second
    }
    const beside = leavesBeside(page)
    findTotal(beside(TOTAL_FIELDS), findings)
    const isLink = (value: unknown) => typeof value === "string" && LINK.test(value)
    const link = beside(LINK_FIELDS).find(({ value }) => isLink(value))
    if (link !== undefined) {
      findings.proposeOneOf("list.nextLinkFields", link.path, `${name} limit=1, field ${link.path}`)
      findings.propose("list.paging", "link", `${name} limit=1 has a link to the next page in ${link.path}`)
      return
    }
    const cursors = beside(CURSOR_FIELDS).filter(
      ({ value }) =>
        (typeof value === "string" && value !== "" && !isLink(value)) || Number.isSafeInteger(value)
    )
    const found =
      (await findCursor(name, cursors, isSecond, findings)) || (await findCounting(name, isSecond, findings))
    if (!found) findings.doubt("list.paging", `no usual parameter brings the second row of ${name}`)
    return
  }
  const hint = "a list of invoices or transactions with two rows or more"
  for (const setting of ["paging", "nextCursorField", "cursorParam"]) findings.miss(`list.${setting}`, hint)
}

type IsSecond = (query: Record<string, string>) => Promise<boolean>

async function findCursor(name: string, found: readonly Leaf[], isSecond: IsSecond, findings: Findings) {
  const byDefault = findings.defaultOf("list.nextCursorField")
  const cursors = new Set([...found.filter(({ path }) => path === byDefault), ...found])
  for (const cursor of [...cursors].slice(0, MAX_CURSORS)) {
    for (const param of CURSOR_PARAMS) {
      if (!(await isSecond({ [param]: String(cursor.value) }))) continue
      findings.fit("list.paging")
      findings.propose("list.nextCursorField", cursor.path, `${name} limit=1, field ${cursor.path}`)
      findings.propose("list.cursorParam", param, `${name} goes on with this parameter`)
      return true
    }
  }
  return false
}

async function findCounting(name: string, isSecond: IsSecond, findings: Findings) {
  for (const param of OFFSET_PARAMS) {
    if (!(await isSecond({ [param]: "1" }))) continue
    findings.propose("list.paging", "offset", `${name} skips rows with ${param}`)
    findings.propose("list.offsetParam", param, `${name} skips rows with this parameter`)
    return true
  }
  for (const param of PAGE_PARAMS) {
    const isFromOne = await isSecond({ [param]: "2" })
    if (!isFromOne && !(await isSecond({ [param]: "1" }))) continue
    const first = isFromOne ? 1 : 0
    findings.propose("list.paging", "page", `${name} has numbered pages`)
    findings.propose("list.pageParam", param, `${name} takes the page number in this parameter`)
    findings.propose("list.firstPage", first, `the second row of ${name} is page ${first + 1}`)
    return true
  }
  return false
}

/** With one row per page, a larger count is of the whole list. */
function findTotal(counts: readonly Leaf[], findings: Findings): void {
  const total = counts.find(
    ({ path, value }) => Number.isSafeInteger(value) && Number(value) > 1 && !PAGES.test(path)
  )
  if (total === undefined) findings.fit("list.totalField")
  else findings.propose("list.totalField", total.path, "it counts all rows, on a page of one")
}

/** Finds fields outside the rows, in the order of the patterns. */
function leavesBeside({ body, path: rowsPath }: { body: unknown; path: string | undefined }) {
  const leaves = isRecord(body) ? leavesOf(body).filter(({ path }) => path !== rowsPath) : []
  return (patterns: readonly string[]): Leaf[] =>
    patterns.flatMap((pattern) => leaves.filter(({ words }) => wordsBeyond(pattern, words) !== null))
}
