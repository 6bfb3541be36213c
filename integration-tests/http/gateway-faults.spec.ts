import { eventually } from "./support/eventually"
import { expectCaptured, expectUnpaid, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { storedDeliveries } from "./support/refusals"
import { storeSuite } from "./support/store-suite"

storeSuite("a failing gateway", { jobs: true }, (store) => {
  it("is reported to the shopper at checkout, who can retry, and leaves no order", async () => {
    const { sandbox, shopper, merchant } = store
    const cartId = await shopper.fillCart()
    await shopper.paymentOptions(cartId)
    await sandbox.fault({
      kind: "server_error",
      status: 503,
      html: true,
      endpoint: "createInvoice",
      count: 4,
    })
    await expect(shopper.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("cannot be reached right now") } },
    })
    expect(await merchant.orderIds()).toEqual([])

    await shopper.choose(cartId, USDC_ON_BASE)
    const orderId = await shopper.placeOrder(cartId)
    expect(await sandbox.invoices()).toHaveLength(1)
    await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("at capture leaves the order unpaid, and the inbox captures it after the recovery", async () => {
    const { sandbox } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "server_error", status: 500, endpoint: "getInvoice", count: 12 })
    await sandbox.payInFull(invoiceId)
    await expectUnpaid(store, orderId)
    expect(await storedPayment(store, sessionId)).not.toMatchObject({ state: "captured" })
    await eventually(async () => {
      const waiting = (await storedDeliveries(store)).filter((row) => row.state === "received")
      expect(waiting.map((row) => row.last_error)).toContainEqual(expect.stringContaining("getInvoice"))
      for (const row of waiting) expect(row.last_error ?? "").not.toContain("[object")
    })
    await store.quiet()
    await expectCaptured(store, orderId)
  })
})
