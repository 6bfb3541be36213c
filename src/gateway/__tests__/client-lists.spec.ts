import { readList, rowsOf } from "../client/lists"
import { invoiceBody, json, refusal, scriptedGateway } from "./scripted-gateway"

const invoices = (...ids: string[]) => ids.map((id) => ({ ...invoiceBody, id }))
const page = (data: unknown[], nextCursor?: string | null) => json(200, { data, nextCursor })

test("an unrequested page is not fetched", async () => {
  const { client, sent } = scriptedGateway([page(invoices("a"), "c2")])
  for await (const { id } of rowsOf(client.listInvoices())) {
    expect(id).toBe("a")
    break
  }
  expect(sent).toHaveLength(1)
})

test("a page that fails temporarily is requested again, not skipped", async () => {
  const { client, sent } = scriptedGateway([
    page(invoices("a"), "c2"),
    refusal(503, "SERVICE_UNAVAILABLE"),
    page(invoices("b")),
  ])
  const ids: string[] = []
  for await (const { id } of rowsOf(client.listInvoices())) ids.push(id)
  expect(ids).toEqual(["a", "b"])
  expect(sent.map(({ url }) => url.searchParams.get("cursor"))).toEqual([null, "c2", "c2"])
})

test("a row that is not as documented hides no other, and the list is not called whole", async () => {
  const [first, , last] = invoices("a", "b", "c")
  const broken = { ...invoiceBody, id: "b", amount: 12 }
  const { client } = scriptedGateway([page([first, broken], "c2"), page([last])])
  const read = await readList(client.listInvoices())
  expect(read).toMatchObject({
    isComplete: false,
    gap: "row_unreadable",
    rowsSoFar: [{ id: "a" }, { id: "c" }],
  })
})

test("a page on which no row can be read leads to the next one all the same", async () => {
  const broken = { ...invoiceBody, id: "a", status: "" }
  const { client } = scriptedGateway([page([broken], "c2"), page(invoices("b"))])
  expect(await readList(client.listInvoices())).toMatchObject({
    isComplete: false,
    gap: "row_unreadable",
    rowsSoFar: [{ id: "b" }],
  })
})
