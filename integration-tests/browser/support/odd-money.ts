import type { OnchainDepositListResponse, OnchainOrderResponse } from "../../../src/types/http"
import { eventually } from "../../http/support/eventually"
import { placePurchase } from "../../http/support/purchase"
import { UNTIL_FINAL_MS } from "./review"
import type { Shop } from "./shop"

/** What the box beside an order shows. */
export const boxOf = async ({ merchant }: Shop, orderId: string) =>
  (await merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)).order

/** Asks for a check of the payment now, or as soon as the pause after the last one is over. */
async function checkNow(shop: Shop, orderId: string): Promise<void> {
  const [payment] = (await boxOf(shop, orderId)).payments
  await shop.merchant.post(`/admin/onchain/payments/${payment?.id}/check`, {})
}

/** A partly paid order whose time is over, so that it is held for a decision. */
export async function placeHeld(shop: Shop, amount: string): Promise<string> {
  const { orderId, sessionId, invoiceId } = await placePurchase(shop)
  await shop.sandbox.pay(invoiceId, { amount })
  await eventually(async () => {
    await checkNow(shop, orderId)
    expect(await boxOf(shop, orderId)).toMatchObject({
      payments: [{ attempts: [{ is_paid_in_part: true }] }],
    })
  })
  await shop.change(
    `UPDATE onchain_payment SET order_placed_at = now() - interval '3 hours', order_check_at = now()
     WHERE session_id = $1`,
    [sessionId]
  )
  await eventually(async () =>
    expect(await boxOf(shop, orderId)).toMatchObject({
      payments: [{ hold_until: expect.any(String) }],
    })
  )
  return orderId
}

/** A captured order whose payment the provider later reports as expired, until faults are cleared. */
export async function placeTakenBack(shop: Shop): Promise<string> {
  const { orderId, invoiceId } = await placePurchase(shop)
  await shop.sandbox.payInFull(invoiceId)
  await shop.quiet()
  expect(await shop.merchant.order(orderId)).toMatchObject({ payment_status: "captured" })
  const set = { status: "expired" }
  await shop.sandbox.fault({ kind: "altered_answer", endpoint: "getInvoice", set, count: 1_000 })
  await eventually(async () => {
    await checkNow(shop, orderId)
    expect(await boxOf(shop, orderId)).toMatchObject({
      payments: [{ contradiction: { reviewed: null } }],
    })
  })
  return orderId
}

/** Money for an order that arrived without its memo. */
export async function payWithoutMemo(shop: Shop): Promise<{ orderId: string; depositId: string }> {
  const options = await shop.shopper.paymentOptions(await shop.shopper.fillCart())
  const rail = options.find((one) => one.network_id === "stellar-mainnet" && one.token === "USDC")
  if (!rail) throw new Error("USDC on Stellar is not offered")
  const { orderId, invoiceId } = await placePurchase(shop, rail.id)
  const { txHash } = await shop.sandbox.pay(invoiceId, { memo: null })
  await shop.sandbox.advance(UNTIL_FINAL_MS)
  const depositId = await eventually(async () => {
    const { deposits } = await shop.merchant.get<OnchainDepositListResponse>("/admin/onchain/deposits")
    const found = deposits.find((deposit) => deposit.tx_hash === txHash)
    if (!found) throw new Error(`no deposit with transaction ${txHash}`)
    return found.id
  })
  return { orderId, depositId }
}
