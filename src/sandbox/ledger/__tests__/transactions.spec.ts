import { openBusiness } from "../../payouts/__tests__/business"
import { ACCOUNTS } from "../ledger"
import { kindOf } from "../ledger-operations"

describe("transactions", () => {
  it("show a settled invoice as its receipt and its fee", async () => {
    const { settled, rows, control } = openBusiness()
    const id = await settled()
    const txHash = control.payments()[0]?.txHash
    const [fee, receipt, ...others] = await rows("transactions")
    const common = { chain: "evm", networkId: "base-mainnet", token: "USDC", reference: id, txHash }
    expect(receipt).toMatchObject({ ...common, type: "receipt", direction: "in", amount: "100" })
    expect(fee).toMatchObject({ ...common, type: "fee", direction: "out", amount: "0.95" })
    expect(others).toEqual([])
    expect(receipt?.["id"]).toMatch(/^txn_[0-9a-f]{24}$/)
    expect(receipt?.["createdAt"]).toBe("2026-01-01T00:00:06.000Z")
  })

  it("show a payment once it has settled, and one in another asset at once, for review", async () => {
    const { createInvoice, control, rows } = openBusiness()
    const id = await createInvoice()
    await control.pay(id, { token: "ETH" })
    await control.pay(id)
    expect(await rows("transactions")).toMatchObject([
      { token: "ETH", status: "review_required", reference: id },
    ])
    await control.settle(id)
    expect(await rows("transactions")).toHaveLength(3)
  })

  it("show a withdrawal as its net amount and its fee", async () => {
    const { fund, withdraw, rows, withdrawal, control } = openBusiness()
    await fund()
    const id = await withdraw({ amount: "10" })
    expect(await rows("transactions")).toHaveLength(2)
    await control.advance(60_000)
    const { txHash } = await withdrawal(id)
    expect((await rows("transactions")).slice(0, 2)).toMatchObject([
      { type: "fee", direction: "out", amount: "0.05", reference: id, txHash },
      { type: "payout", direction: "out", amount: "9.95", reference: id, txHash },
    ])
  })

  it("are paged, newest first, and a new one shifts no page", async () => {
    const { fund, get, root } = openBusiness()
    for (let n = 0; n < 3; n++) await fund({ amount: String(n + 1) })
    const page = async (cursor?: unknown) => {
      const { body } = await get(`${root}/transactions?limit=4${cursor ? `&cursor=${cursor}` : ""}`)
      return body as { data: { id: string; amount: string; type: string }[]; nextCursor: string | null }
    }
    const first = await page()
    await fund({ amount: "9" })
    const second = await page(first.nextCursor)
    const seen = [...first.data, ...second.data]
    expect(seen.filter(({ type }) => type === "receipt").map(({ amount }) => amount)).toEqual(["3", "2", "1"])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(6)
    expect(second.nextCursor).toBeNull()
  })

  it.each(["0", "x", "1.5"])("refuse a limit of %s", async (limit) => {
    const { get, root } = openBusiness()
    expect((await get(`${root}/transactions?limit=${limit}`)).status).toBe(400)
  })

  const outs = ACCOUNTS.filter((account) => account !== "outside")
  it.each(outs)("call money that leaves from %s a payout, and a returned deposit a refund", (from) => {
    expect(kindOf({ from, to: "outside", reason: "withdrawn" })).toMatchObject({
      kind: "payout",
      direction: "out",
    })
    expect(kindOf({ from, to: "outside", reason: "refunded" })).toMatchObject({
      kind: "refund",
      direction: "out",
    })
  })

  it.each([
    ["an arrival", "outside", "awaiting"],
    ["a sweep", "sweeping", "treasury"],
    ["a reservation", "treasury", "reserved"],
    ["a release", "reserved", "treasury"],
    ["a loss", "awaiting", "recovery"],
    ["a promise", "sweeping", "routing"],
  ] as const)("do not show %s", (_, from, to) => {
    expect(kindOf({ from, to, reason: "any" })).toBeUndefined()
  })
})
