import { parseAssumptions } from "../assumptions"
import { collect, readList, rowsOf } from "../client/pages"
import { invoiceBody, json, refusal, scriptedGateway } from "./scripted-gateway"

const invoices = (...ids: string[]) => ids.map((id) => ({ ...invoiceBody, id }))
const page = (data: unknown[], nextCursor?: string | null) => json(200, { data, nextCursor })

test("invoices are read to the last page, asking for each page once", async () => {
  const { client, sent } = scriptedGateway([
    page(invoices("a", "b"), "c 2"),
    page([], "c3"),
    page(invoices("c"), null),
  ])
  const ids: string[] = []
  for await (const { id } of rowsOf(client.listInvoices({ status: "paid" }))) ids.push(id)
  expect(ids).toEqual(["a", "b", "c"])
  expect(sent.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { status: "paid", limit: "100" },
    { status: "paid", limit: "100", cursor: "c 2" },
    { status: "paid", limit: "100", cursor: "c3" },
  ])
})

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

test("the catalog is read from its own paths, over all pages", async () => {
  const network = { chain: "nova", networkId: "nova-mainnet", name: "Nova", environment: "live" }
  const token = { chain: "nova", networkId: "nova-mainnet", token: "NOVA", decimals: 9 }
  const { client, sent } = scriptedGateway([
    page([network], "c2"),
    page([{ ...network, networkId: "other-mainnet" }]),
    page([network]),
    page([token]),
    page([token]),
  ])
  expect(await collect(client.listNetworks())).toEqual([network, { ...network, networkId: "other-mainnet" }])
  expect(await collect(client.listSupportedNetworks())).toEqual([network])
  expect(await collect(client.listTokens())).toMatchObject([token])
  expect(await collect(client.listTokens({ networkId: "nova-mainnet" }))).toMatchObject([token])
  expect(sent.map(({ url }) => url.href.replace("https://gateway.test/api/v1", ""))).toEqual([
    "/networks",
    "/networks?cursor=c2",
    "/networks/supported",
    "/tokens",
    "/tokens?networkId=nova-mainnet",
  ])
})

test("the assumed names of a list are used", async () => {
  const assumptions = parseAssumptions({
    ids: { invoice: ["uuid"] },
    list: { itemsFields: ["rows"], nextCursorField: "after", cursorParam: "from", pageSize: 7 },
  })
  const { id, ...rest } = invoiceBody
  const { client, sent } = scriptedGateway(
    [json(200, { rows: [{ uuid: id, ...rest }], after: 42 }), json(200, { rows: [] })],
    { assumptions }
  )
  const found = []
  for await (const invoice of rowsOf(client.listInvoices())) found.push(invoice)
  expect(found).toMatchObject([invoiceBody])
  expect(sent.map(({ url }) => url.search)).toEqual(["?limit=7", "?limit=7&from=42"])
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

test("a list whose undocumented fields are odd is whole", async () => {
  const odd = { ...invoiceBody, id: "a", expiresAt: { never: true }, amountReceived: 12, txHash: "" }
  const { client } = scriptedGateway([page([odd])])
  expect(await readList(client.listInvoices())).toMatchObject({
    isComplete: true,
    rows: [{ id: "a", receivedAmount: "12" }],
  })
})
