import { inProcess } from "./in-process"

const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

describe("settling an invoice", () => {
  it.each([
    ["one payment", [{ amount: "12.500001" }]],
    ["a second payment while it confirms", [{}, { amount: "0.000001" }]],
  ])("is overpaid by %s, announced as invoice.paid", async (_, requests) => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice()
    for (const request of requests) await control.pay(id, request)
    await control.settle(id)
    expect(control.invoices()).toMatchObject([{ status: "overpaid", receivedAmount: "12.500001" }])
    expect(control.deliveries().at(-1)?.event).toBe("invoice.paid")
  })

  it("expires after 30 minutes, even when partly paid", async () => {
    const { createInvoice, control, statusOf } = inProcess()
    const id = await createInvoice()
    await control.pay(id, { amount: "1" })
    await control.advance(30 * 60_000 - 1)
    expect(await statusOf(id)).toBe("pending")
    await control.advance(1)
    expect(await statusOf(id)).toBe("expired")
  })

  it.each([
    ["evm", {}],
    ["stellar", xlm],
  ])("does not expire while a payment becomes final on %s", async (_, rail) => {
    const { createInvoice, control, statusOf } = inProcess({ blockTimeMs: 700_000 })
    const id = await createInvoice(rail)
    await control.advance(30 * 60_000 - 1)
    await control.pay(id)
    await control.advance(2)
    expect(["confirming", "pending"]).toContain(await statusOf(id))
    await control.settle(id)
    expect(await statusOf(id)).toBe("paid")
  })

  it("counts both of two concurrent moves", async () => {
    const { control } = inProcess()
    const before = control.now()
    await Promise.all([control.advance(1_000), control.advance(500)])
    expect(control.now() - before).toBe(1_500)
  })
})
