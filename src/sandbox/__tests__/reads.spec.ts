import { parseAssumptions } from "../../gateway/assumptions"
import { parseInvoice, parseNetwork, parseToken, unwrapList } from "../../gateway/contract"
import { errorOf, inProcess, usdcOnBase } from "./in-process"

const assumptions = parseAssumptions()

describe("lists", () => {
  it("returns every invoice once, newest first, while new ones are created", async () => {
    const { createInvoice, get, invoicesPath } = inProcess()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await createInvoice())
    const walked: unknown[] = []
    let cursor: string | undefined = ""
    while (cursor !== undefined) {
      const query = cursor && `&cursor=${cursor}`
      const page = unwrapList((await get(`${invoicesPath}?limit=2${query}`)).body, "invoice", assumptions)
      walked.push(...page.items.map(({ id }) => id))
      await createInvoice()
      cursor = page.nextCursor
    }
    expect(walked).toEqual(ids)
  })

  it("filters by status", async () => {
    const { createInvoice, get, invoicesPath, control } = inProcess()
    const [first] = [await createInvoice(), await createInvoice()]
    await control.pay(first)
    await control.settle(first)
    const { body } = await get(`${invoicesPath}?status=paid`)
    expect(body).toMatchObject({ data: [{ id: first, status: "paid" }], nextCursor: null })
  })

  it.each([
    ["limit=0", "limit"],
    ["limit=x", "limit"],
    ["cursor=inv_0", "cursor"],
  ])("refuses %s", async (query, field) => {
    const { get, invoicesPath } = inProcess()
    expect(errorOf(await get(`${invoicesPath}?${query}`))).toMatchObject({ status: 400, fields: [field] })
  })

  it.each(["/networks", "/networks/supported"])(
    "lists the networks under %s, one of an unknown chain",
    async (path) => {
      const { items } = unwrapList((await inProcess().get(path)).body, "network", assumptions)
      const networks = items.map((item) => parseNetwork(item, assumptions))
      expect(networks).toHaveLength(9)
      expect(networks.map(({ chain }) => chain)).toContain("nova")
    }
  )

  it("lists tokens with decimals that differ by network", async () => {
    const { get } = inProcess()
    const of = async (networkId: string) => {
      const { items } = unwrapList((await get(`/tokens?networkId=${networkId}`)).body, "token", assumptions)
      return Object.fromEntries(
        items.map((item) => parseToken(item, assumptions)).map(({ token, decimals }) => [token, decimals])
      )
    }
    expect(await of("base-mainnet")).toEqual({ ETH: 18, USDC: 6 })
    expect(await of("bnb-mainnet")).toEqual({ BNB: 18, USDT: 18, USDC: 18 })
    expect(await of("stellar-mainnet")).toEqual({ XLM: 7, USDC: 7, USDT: 7 })
    expect(await of("moon")).toEqual({})
    expect(unwrapList((await get("/tokens")).body, "token", assumptions).items).toHaveLength(21)
  })
})

describe("assumptions", () => {
  const input = {
    ids: { invoice: ["invoiceId"] },
    envelopes: { invoice: ["invoice"] },
    list: { itemsFields: ["rows"], nextCursorField: "next", cursorParam: "after" },
    fields: { invoice: { expiresAt: "validUntil" }, token: { decimals: "precision" } },
    statuses: { invoice: { expired: ["timed_out"] } },
  }
  const other = parseAssumptions(input)

  it("decide the names on the wire", async () => {
    const sandbox = inProcess({ assumptions: input })
    const created = await sandbox.post(sandbox.invoicesPath, { amount: "1", ...usdcOnBase })
    const { id } = parseInvoice(created.body, other)
    expect(created.body).toHaveProperty("invoice.invoiceId", id)
    await sandbox.control.expire(id)
    const { body } = await sandbox.get(`/businesses/invoices/${id}`)
    expect(parseInvoice(body, other)).toMatchObject({ id, status: "expired" })
    expect(body).toHaveProperty("invoice.validUntil")
    expect((await sandbox.get(`${sandbox.invoicesPath}?status=timed_out`)).body).toMatchObject({
      rows: [{ invoiceId: id }],
      next: null,
    })
    expect((await sandbox.get("/tokens?networkId=base-mainnet")).text).toContain('"precision":6')
  })

  it("stop the start when they are invalid", () => {
    expect(() => inProcess({ assumptions: { signature: { toleranceMs: -1 } } })).toThrow("toleranceMs")
  })
})
