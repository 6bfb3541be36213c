import { collect, parseAssumptions, readList, rowsOf } from "../../../src/gateway"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { fieldOf } from "../../../src/gateway/contract"
import { assumptionSets, otherPagings, withoutCursors } from "../assumption-sets/assumption-sets"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

const MANY = 45

/** Opens invoices, one after the other. @returns their identifiers */
async function openMany(scene: Scene, count: number): Promise<string[]> {
  const opened: string[] = []
  while (opened.length < count) opened.push((await openInvoice(scene)).id)
  return opened
}

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
  ["endpoint:listInvoices", "rule:list.paging", "gap:list-envelope", "gap:page-size"],
  async (scene) => {
    const { gateway, sandbox, assumptions, raw } = scene
    const opened = await openMany(scene, MANY)
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
  ["error:VALIDATION_ERROR"],
  async (scene) => {
    const { raw, assumptions } = scene
    const opened = await openMany(scene, 5)
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
      expect((await raw("listInvoices", { query: { limit } })).refusal).toBe("400 VALIDATION_ERROR")
    }
  }
)

story(
  "a list is read to its end in every form of paging, configured or found",
  ["rule:list.status"],
  async (scene) => {
    const { clientWith, assumptions, sandbox } = scene
    const opened = await openMany(scene, 40)
    for (const id of opened.slice(0, 3)) await sandbox.cancel(id)
    const { itemsFields, totalField } = assumptions.list
    for (const list of [assumptions.list, { itemsFields, totalField }]) {
      const client = clientWith({ assumptions: parseAssumptions({ list: { ...list, pageSize: 10 } }) })
      expect((await collect(client.listInvoices())).map(({ id }) => id).sort()).toEqual([...opened].sort())
      expect(await collect(client.listInvoices({ status: "pending" }))).toHaveLength(37)
      expect(await collect(client.listTokens())).toHaveLength(21)
    }
  },
  {},
  otherPagings
)

story(
  "invoices created while a list is read shift no row out of it",
  ["rule:list.paging"],
  async (scene) => {
    const opened = await openMany(scene, 25)
    const read: string[] = []
    for await (const { id } of rowsOf(scene.gateway.listInvoices())) {
      read.push(id)
      if (read.length < 20) await openInvoice(scene)
    }
    expect(read.length).toBe(new Set(read).size)
    expect(opened.filter((id) => !read.includes(id))).toEqual([])
  },
  {},
  [...assumptionSets, ...otherPagings]
)

/** The client's knowledge when the merchant has only said that the body is the array. */
const unaware = (pageSize: number) => parseAssumptions({ list: { itemsFields: [""], pageSize } })

story(
  "without cursors a list is complete when it fits into an answer, and incomplete when it does not, whatever the limit",
  ["rule:list.limit", "gap:page-size"],
  async (scene) => {
    const { gateway, clientWith, sandbox } = scene
    const calls = () => sandbox.requests().filter(({ endpoint }) => endpoint === "listInvoices").length
    const opened = await openMany(scene, 28)
    const whole = await collect(clientWith({ assumptions: unaware(10) }).listInvoices())
    expect(whole.map(({ id }) => id).sort()).toEqual([...opened].sort())
    // With a limit of 10, 20 and 40.
    expect(calls()).toBe(3)
    expect(await collect(gateway.listInvoices())).toHaveLength(28)

    opened.push(...(await openMany(scene, 17)))
    for (const client of [gateway, clientWith({ assumptions: unaware(10) })]) {
      const read = await readList(client.listInvoices())
      expect(read).toMatchObject({ isComplete: false, gap: "page_full" })
      expect(read.isComplete ? [] : read.rowsSoFar).toHaveLength(30)
    }
    for (const id of opened.slice(20)) await sandbox.cancel(id)
    expect(await collect(gateway.listInvoices({ status: "pending" }))).toHaveLength(20)
  },
  {},
  [withoutCursors]
)
