import { eventually } from "../support/eventually"
import { expectCaptured, expectUnpaid, placePurchase, storedPayment, USDC_ON_BASE } from "../support/purchase"
import { RefundApi, refused } from "../support/refunds"
import type { Checkout } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"
import { check } from "../support/partial-payments"

const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"
const LIFE_MS = 31 * 60_000

/** A placed order without a choice. */
async function placeUnchosen({ shopper }: StoreUnderTest): Promise<Checkout & { orderId: string }> {
  const checkout = await shopper.choose(await shopper.fillCart(), undefined)
  return { ...checkout, orderId: await shopper.placeOrder(checkout.cartId) }
}

const newestInvoice = async ({ sandbox }: StoreUnderTest) => (await sandbox.invoices()).at(-1)?.id ?? ""

export function attemptsStories(store: StoreUnderTest): void {
  const dueRefunds = async () => (await new RefundApi(store.merchant).list("?state=due")).refunds

  it("is placed without a choice or a call to the service, then paid with the choice made later", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId } = await placeUnchosen(store)
    for (const call of ["createInvoice", "createIntent", "createCustomer", "ensureAddress"])
      expect(await sandbox.calls(call)).toEqual([])
    await expectUnpaid(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({
      ...{ status: "choose", can_choose: true, rail: null, amount: null, deposit_address: null },
      fiat_amount: "17",
    })

    const chosen = await shopper.attempt(sessionId, USDC_ON_BASE)
    expect(chosen).toMatchObject({ status: "awaiting_payment", rail: USDC_ON_BASE, amount: "17" })
    await sandbox.payInFull(await newestInvoice(store))
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "paid", can_choose: false })
    await expect(shopper.attempt(sessionId, USDC_ON_BASE)).rejects.toMatchObject(refused(400, /paid/, "paid"))
  })

  it("keeps one attempt when the same choice is made twice, even concurrently", async () => {
    const { sandbox, shopper } = store
    const { sessionId } = await placeUnchosen(store)
    const answers = await Promise.all([1, 2, 3].map(() => shopper.attempt(sessionId, USDC_ON_BASE)))
    expect(new Set(answers.map(({ deposit_address }) => deposit_address)).size).toBe(1)
    expect(await sandbox.calls("createInvoice")).toHaveLength(1)
  })

  it("captures the attempt that is paid first, and money for the other is a refund due", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const switched = await shopper.attempt(sessionId, USDC_ON_ETHEREUM)
    expect(switched).toMatchObject({ rail: USDC_ON_ETHEREUM, status: "awaiting_payment" })
    const later = await newestInvoice(store)
    expect(later).not.toBe(invoiceId)

    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "paid", rail: USDC_ON_BASE })
    expect(await dueRefunds()).toEqual([])

    await sandbox.payInFull(later)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await dueRefunds()).toMatchObject([
      {
        kind: "surplus",
        token_amount: "17",
        token: "USDC",
        network_id: "eth-mainnet",
        order: { id: orderId },
      },
    ])
  })

  it("shows the attempt with money again, before its payer pays twice", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await shopper.attempt(sessionId, USDC_ON_ETHEREUM)
    await sandbox.pay(invoiceId)
    await eventually(async () =>
      expect(await shopper.payment(sessionId)).toMatchObject({
        ...{ rail: USDC_ON_BASE, status: "confirming", can_choose: false },
      })
    )
    await expect(shopper.attempt(sessionId, USDC_ON_ETHEREUM)).rejects.toMatchObject(
      refused(400, /being confirmed/, "payment_on_its_way")
    )
    await sandbox.settle(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("asks for the rest only after a partial payment", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await sandbox.pay(invoiceId, { amount: "8.5" })
    const { id } = await storedPayment(store, sessionId)
    await check(store, String(id))
    expect(await shopper.payment(sessionId)).toMatchObject({
      ...{ status: "partially_paid", has_seen_payment: true, can_choose: false, remaining_amount: "8.5" },
    })
    await expect(shopper.attempt(sessionId, USDC_ON_ETHEREUM)).rejects.toMatchObject(
      refused(400, /Part of your payment has arrived/, "partially_paid")
    )
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await dueRefunds()).toEqual([])
  })

  it("captures the attempt that is paid in full, and a part that arrived for another is a refund due", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await shopper.attempt(sessionId, USDC_ON_ETHEREUM)
    const later = await newestInvoice(store)
    await sandbox.pay(invoiceId, { amount: "8.5" })
    await sandbox.payInFull(later)
    await store.quiet()
    await expectCaptured(store, orderId)
    const { id } = await storedPayment(store, sessionId)
    await check(store, String(id))
    await sandbox.advance(LIFE_MS)
    await store.quiet()
    expect(await dueRefunds()).toMatchObject([
      { kind: "surplus", token_amount: "8.5", network_id: "base-mainnet", order: { id: orderId } },
    ])
  })

  it("opens attempts only for its payer, and not for a cancelled order", async () => {
    const { shopper, api } = store
    const { orderId, sessionId } = await placeUnchosen(store)
    const path = `/store/onchain/payments/${sessionId}/attempts`
    const headers = { "x-publishable-api-key": store.seed.publishableKey }
    await expect(api.post(path, { rail: USDC_ON_BASE }, { headers })).rejects.toMatchObject({
      response: { status: 404 },
    })
    await expect(shopper.attempt(sessionId, "evm:base-mainnet:DOGE")).rejects.toMatchObject(
      refused(400, /not offered/)
    )
    await store.merchant.cancelOrder(orderId)
    await store.quiet()
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "cancelled", can_choose: false })
    await expect(shopper.attempt(sessionId, USDC_ON_BASE)).rejects.toMatchObject(
      refused(400, /cancelled/, "order_cancelled")
    )
  })
}
