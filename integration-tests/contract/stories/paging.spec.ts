import { collect, rowsOf } from "../../../src/gateway"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { fieldOf } from "../../../src/gateway/contract"
import { story } from "../story/story"
import { openInvoice, openPaidInvoice } from "./opened-invoice"

const MANY = 45

/** What asks for the page behind one, as a service of this form has it; null after the last. */
function nextQuery(page: object, rowsRead: number, { list }: Assumptions): Record<string, string> | null {
  if (list.paging === "offset") return { [list.offsetParam]: String(rowsRead) }
  const link = list.paging === "link" ? fieldOf(page, list.nextLinkFields.at(-1) ?? "") : undefined
  if (typeof link === "string") return Object.fromEntries(new URL(link, "http://localhost").searchParams)
  const cursor = fieldOf(page, list.nextCursorField)
  return typeof cursor === "string" ? { [list.cursorParam]: cursor } : null
}

/** The rows of a page, where a service of this form has them. */
function rowsIn(page: unknown, { list }: Assumptions): object[] {
  const rows: unknown = fieldOf(Object(page), list.itemsFields.at(-1) ?? "")
  if (!Array.isArray(rows)) throw new Error("no rows at the assumed field")
  return rows
}

story(
  "no page of a list is lost, and the client reads the last",
  ["endpoint:listInvoices", "rule:list.paging", "rule:list.status", "gap:list-envelope", "gap:page-size"],
  async (scene) => {
    const { gateway, sandbox, assumptions, raw } = scene
    const opened: string[] = []
    while (opened.length < MANY) opened.push((await openInvoice(scene)).id)
    for (const id of opened.slice(0, 3)) await sandbox.cancel(id)
    const before = sandbox.requests().length
    const listed = await collect(gateway.listInvoices())
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(opened))
    expect(listed.length).toBe(MANY)
    const { paging, pageSize } = assumptions.list
    // Pages by offset overlap by a row, which proves that none was skipped.
    const newRows = paging === "offset" ? pageSize - 1 : pageSize
    expect(sandbox.requests().length - before).toBe(Math.ceil((MANY - pageSize) / newRows) + 1)

    expect(rowsIn((await raw("listInvoices")).body, assumptions)).toHaveLength(
      assumptions.list.defaultPageSize ?? 20
    )

    const pending = await collect(gateway.listInvoices({ status: "pending" }))
    expect(pending.map(({ id }) => id).sort()).toEqual(opened.slice(3).sort())
    const cancelled = await collect(gateway.listInvoices({ status: "cancelled" }))
    expect(cancelled.length).toBe(3)
  }
)

story(
  "the limit is the caller's: each page has at most that many rows, and the next one starts after them",
  ["rule:list.limit", "gap:list-envelope", "error:VALIDATION_ERROR"],
  async (scene) => {
    const { raw, assumptions } = scene
    const opened: string[] = []
    while (opened.length < 5) opened.push((await openInvoice(scene)).id)
    const read: unknown[] = []
    let query: Record<string, string> = { limit: "2" }
    const sizes: number[] = []
    for (;;) {
      const { body } = await raw("listInvoices", { query })
      const rows = rowsIn(body, assumptions)
      sizes.push(rows.length)
      read.push(...rows.map((row) => fieldOf(row, assumptions.ids.invoice.at(-1) ?? "")))
      const next = nextQuery(body ?? {}, read.length, assumptions)
      if (next === null || rows.length < 2) break
      query = { limit: "2", ...next }
    }
    expect(sizes).toEqual([2, 2, 1])
    expect(new Set(read)).toEqual(new Set(opened))
    for (const limit of ["0", "-1", "many", "1.5"]) {
      expect(await raw("listInvoices", { query: { limit } })).toMatchObject({
        status: 400,
        code: "VALIDATION_ERROR",
      })
    }
  }
)

story("invoices created while a list is read shift no row of it", ["rule:list.paging"], async (scene) => {
  const opened: string[] = []
  while (opened.length < 25) opened.push((await openInvoice(scene)).id)
  const read: string[] = []
  for await (const { id } of rowsOf(scene.gateway.listInvoices())) {
    read.push(id)
    if (read.length < 20) await openInvoice(scene)
  }
  expect(read.length).toBe(new Set(read).size)
  expect(opened.filter((id) => !read.includes(id))).toEqual([])
})

story(
  "transactions are read to the last page too",
  [
    "endpoint:listTransactions",
    "rule:list.paging",
    "rule:list.limit",
    "field:transaction",
    "gap:transaction-fields",
  ],
  async (scene) => {
    const paid: string[] = []
    while (paid.length < 12) paid.push((await openPaidInvoice(scene)).id)
    const rows = await collect(scene.gateway.listTransactions())
    const receipts = rows.filter(({ kind }) => kind === "receipt")
    expect(new Set(receipts.map(({ reference }) => reference))).toEqual(new Set(paid))
    for (const row of rows) {
      expect(row).toMatchObject({ chain: "evm", networkId: "base-mainnet", token: "USDC" })
      expect([row.direction, typeof row.amount, typeof row.createdAt]).toEqual([
        row.kind === "receipt" ? "in" : "out",
        "string",
        "string",
      ])
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  }
)
