import { inProcess } from "./in-process"

const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

describe("settling an invoice", () => {
  it("adds up partial payments and starts confirming once nothing is missing", async () => {
    const { createInvoice, control, get } = inProcess()
    const id = await createInvoice()
    await control.pay(id, { amount: "5" })
    await control.advance(60_000)
    expect((await get(`/invoices/${id}`)).body).toMatchObject({ status: "pending", amountReceived: "5" })
    await control.pay(id, { amount: "7.499999" })
    expect((await get(`/invoices/${id}`)).body).toMatchObject({
      status: "pending",
      amountReceived: "12.499999",
    })
    await control.pay(id)
    expect((await get(`/invoices/${id}`)).body).toMatchObject({
      status: "confirming",
      amountReceived: "12.5",
    })
  })

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

  it("can fail while it confirms, and no later block changes that", async () => {
    const { createInvoice, control, statusOf } = inProcess()
    const id = await createInvoice()
    await control.pay(id)
    await control.fail(id)
    await control.advance(60_000)
    expect(await statusOf(id)).toBe("failed")
  })

  it("reports what is missing when there is nothing to settle", async () => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice()
    await expect(control.settle(id)).rejects.toThrow("is pending, with 0 of 12.5 received")
  })

  it("settles many invoices at once", async () => {
    const { createInvoice, control } = inProcess()
    const ids = await Promise.all(Array.from({ length: 20 }, () => createInvoice()))
    await Promise.all(ids.map((id) => control.pay(id)))
    await Promise.all(ids.map((id) => control.settle(id)))
    expect(control.invoices().every(({ status }) => status === "paid")).toBe(true)
    expect(control.deliveries()).toHaveLength(20 * 4)
  })

  it("counts both of two concurrent moves", async () => {
    const { control } = inProcess()
    const before = control.now()
    await Promise.all([control.advance(1_000), control.advance(500)])
    expect(control.now() - before).toBe(1_500)
  })
})
