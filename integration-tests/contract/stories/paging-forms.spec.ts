import { collect, parseAssumptions, rowsOf } from "../../../src/gateway"
import { otherPagings } from "../assumption-sets/assumption-sets"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

story(
  "a list is read whole however the service pages, whether the client is told the form or finds it",
  ["endpoint:listInvoices", "rule:list.paging", "rule:list.limit", "rule:list.status", "gap:page-size"],
  async (scene) => {
    const { clientWith, assumptions, sandbox } = scene
    const opened: string[] = []
    while (opened.length < 40) opened.push((await openInvoice(scene)).id)
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
  "invoices created while pages are counted shift no row out of the list",
  ["rule:list.paging"],
  async (scene) => {
    const { clientWith, assumptions } = scene
    const opened: string[] = []
    while (opened.length < 25) opened.push((await openInvoice(scene)).id)
    const client = clientWith({
      assumptions: { ...assumptions, list: { ...assumptions.list, pageSize: 10 } },
    })
    const read: string[] = []
    for await (const { id } of rowsOf(client.listInvoices())) {
      read.push(id)
      if (read.length < 20) await openInvoice(scene)
    }
    expect(read.length).toBe(new Set(read).size)
    expect(opened.filter((id) => !read.includes(id))).toEqual([])
  },
  {},
  otherPagings
)
