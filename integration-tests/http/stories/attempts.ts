import { expectCaptured, expectUnpaid, placePurchase, USDC_ON_BASE } from "../support/purchase"
import { RefundApi, refused } from "../support/refunds"
import type { Checkout } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"

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
}
