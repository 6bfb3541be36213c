import { collect, parseAssumptions, readList } from "../../../src/gateway"
import { withoutCursors } from "../assumption-sets/assumption-sets"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

/** The client's knowledge when the merchant has only said that the body is the array. */
const unaware = (pageSize: number) => parseAssumptions({ list: { itemsFields: [""], pageSize } })

story(
  "without cursors a list is complete when it fits into an answer, and incomplete when it does not, whatever the limit",
  ["endpoint:listInvoices", "rule:list.limit", "gap:page-size"],
  async (scene) => {
    const { gateway, clientWith, sandbox } = scene
    const calls = () => sandbox.requests().filter(({ endpoint }) => endpoint === "listInvoices").length
    const opened: string[] = []
    const openMany = async (count: number) => {
      while (opened.length < count) opened.push((await openInvoice(scene)).id)
    }

    await openMany(28)
    const whole = await collect(clientWith({ assumptions: unaware(10) }).listInvoices())
    expect(whole.map(({ id }) => id).sort()).toEqual([...opened].sort())
    // With a limit of 10, 20 and 40.
    expect(calls()).toBe(3)
    expect(await collect(gateway.listInvoices())).toHaveLength(28)

    await openMany(45)
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
