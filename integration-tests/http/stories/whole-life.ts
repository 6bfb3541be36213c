import type { Assumptions } from "../../../src/gateway"
import type {
  OnchainTransactionListResponse,
  OnchainTransactionResponse,
  OnchainWithdrawal,
} from "../../../src/types/http"
import { makeReport, payOutElsewhere, sellElsewhere, retryDeliveries } from "../support/day-books"
import { awaitDeposit, becomeFinal, sendFor } from "../support/deposits"
import { pay, placeIntent, signUp, untilStatus } from "../support/intent-purchase"
import { findingsOf } from "../support/many-invoices"
import { placePurchase, USDC_ON_BASE } from "../support/purchase"
import type { Shopper } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"
import { catchUp, UNTIL_SWEPT_MS } from "../support/treasury"
import { hurry, payoutsOf, refusalOf, UNTIL_PAID_MS } from "../support/withdrawals"
import { installed } from "../support/installed"

const TRANSACTIONS = "/admin/onchain/transactions"

/**
 * The whole life of a store, whatever the words of its service: it sells, resolves deposits, pays out, reviews
 * what is held, and its books agree.
 */
export function wholeLifeStory(store: StoreUnderTest, { paths }: Assumptions): void {
  // Where the store learns that a withdrawal is completed.
  const isShown = paths.getWithdrawal !== null || paths.listWithdrawals !== null
  const shown = isShown ? "service" : "transaction"

  it("sells, resolves deposits, pays out, and finds in its books what it does not know", async () => {
    await catchUp(store.sandbox)
    await sellToGuest(store)
    const customer = await sellToCustomer(store)
    await assignDeposit(store, customer)
    await refundDeposit(store)
    await store.sandbox.advance(UNTIL_SWEPT_MS)
    // The service may list the transaction after its events.
    await payOut(store, shown, "10", () => retryDeliveries(store))
    await store.sandbox.setWebhook(null)
    await payOut(store, shown, "5", async () => {
      await hurry(store)
      await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
    })
    await reviewWrongAsset(store)
    await agreeWithService(store)
    await findForeignMoney(store)
    await findNothingWrong(store)
  })
}

async function expectPaidOnce({ merchant }: StoreUnderTest, orderId: string): Promise<void> {
  const order = await merchant.order(orderId)
  expect(order).toMatchObject({ status: "pending", payment_status: "captured", outstanding: 0 })
  expect(order).toMatchObject({ captures: [17], booked: [17] })
}

async function sellToGuest(store: StoreUnderTest): Promise<void> {
  const { orderId, sessionId, invoiceId, data } = await placePurchase(store)
  expect(data).toMatchObject({ kind: "invoice" })
  await store.sandbox.payInFull(invoiceId)
  await store.quiet()
  await expectPaidOnce(store, orderId)
  expect(await store.shopper.payment(sessionId)).toMatchObject({ status: "paid" })
}

async function sellToCustomer(store: StoreUnderTest): Promise<Shopper> {
  const { customer } = await signUp(store)
  const first = await placeIntent(customer, USDC_ON_BASE)
  expect(first.payment).toMatchObject({ kind: "auto_deposit", status: "awaiting_payment" })
  await pay(store, first.payment)
  await expectPaidOnce(store, first.orderId)
  await untilStatus(customer, first.sessionId, "paid")
  return customer
}

/** A customer pays twice; the second payment is assigned to the next order, whose address is the same. */
async function assignDeposit(store: StoreUnderTest, customer: Shopper): Promise<void> {
  const api = store.merchant.deposits
  const paid = await awaitDeposit(store, USDC_ON_BASE, customer)
  await sendFor(store, paid.payment)
  await expectPaidOnce(store, paid.orderId)
  const id = await sendFor(store, paid.payment)
  expect(await api.until(id, "in_review")).toMatchObject({ assignment_status: "unassigned_no_intent" })
  const next = await awaitDeposit(store, USDC_ON_BASE, customer)
  expect(next.payment.deposit_address).toBe(paid.payment.deposit_address)
  await api.untilConfirmed(id)
  expect(await api.assign(id)).toMatchObject({ state: "assigned", last_error: null })
  await store.quiet()
  await expectPaidOnce(store, next.orderId)
  await untilStatus(customer, next.sessionId, "paid")
}

async function refundDeposit(store: StoreUnderTest): Promise<void> {
  const api = store.merchant.deposits
  const { payment, orderId } = await awaitDeposit(store)
  const id = await sendFor(store, payment, { amount: "3" })
  expect(await api.until(id, "in_review")).toMatchObject({
    assignment_status: "review_required_amount_mismatch",
    expected: { order: { id: orderId } },
  })
  await api.sync()
  expect(await api.act(id, "refund")).toMatchObject({ state: "refund_pending" })
  await becomeFinal(store)
  expect(await api.until(id, "refunded")).toMatchObject({ resolved_at: expect.any(String) })
  expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], paid: 0 })
}

/** Requested, quoted, confirmed and completed, by webhooks or without. */
async function payOut(
  store: StoreUnderTest,
  status_source: OnchainWithdrawal["status_source"],
  amount: string,
  untilKnown: () => Promise<void>
): Promise<void> {
  const api = store.merchant.withdrawals
  const asked = await api.request(await api.destination("base-mainnet", { label: amount }), { amount })
  const quote = { is_expired: false, net_amount: expect.any(String) }
  expect(asked).toMatchObject({ state: "quoted", quote })
  expect(await api.consent(asked)).toMatchObject({ state: "sent", mismatch: null })
  await store.sandbox.advance(UNTIL_PAID_MS)
  await untilKnown()
  expect(await api.view(asked.id)).toMatchObject({
    ...{ state: "completed", status_source, net_amount: asked.quote?.net_amount },
    ...{ mismatch: null, last_error: null, tx_hash: expect.any(String) },
  })
  expect(await payoutsOf(store, asked.id)).toMatchObject([{ status: "completed", amount }])
}

/** Money in another asset than its invoice is held at the service; a person looks at it, once. */
async function reviewWrongAsset(store: StoreUnderTest): Promise<void> {
  const { merchant, sandbox } = store
  const { orderId, invoiceId } = await placePurchase(store)
  expect(await sandbox.pay(invoiceId, { token: "ETH", amount: "0.01" })).toMatchObject({ outcome: "review" })
  const waiting = () => merchant.get<OnchainTransactionListResponse>(`${TRANSACTIONS}?waiting=true`)
  await merchant.post(`${TRANSACTIONS}/sync`, {})
  const { transactions } = await waiting()
  expect(transactions).toEqual([
    expect.objectContaining({
      status: "review_required",
      unread: null,
      token: "ETH",
      amount: "0.01",
      is_waiting: true,
      about: expect.objectContaining({
        kind: "payment",
        order: { id: orderId, display_id: expect.any(Number) },
      }),
    }),
  ])
  const path = `${TRANSACTIONS}/${transactions[0]?.id}`
  const note = "The shopper sent ETH; support returns it."
  const { transaction } = await merchant.post<OnchainTransactionResponse>(`${path}/review`, { note })
  expect(transaction).toMatchObject({
    is_waiting: false,
    reviewed: { by: "merchant@example.com", note, at: expect.any(String) },
  })
  expect(await waiting()).toMatchObject({ transactions: [], count: 0 })
  expect(await refusalOf(merchant.post(`${path}/review`, { note }))).toMatchObject({
    status: 400,
    message: expect.stringContaining("it has been reviewed"),
  })
}

async function agreeWithService(store: StoreUnderTest): Promise<void> {
  const { differences, difference_count, incomplete_lists, lines } = await makeReport(store)
  expect({ differences, difference_count, incomplete_lists }).toEqual({
    differences: [],
    difference_count: 0,
    incomplete_lists: [],
  })
  // Four orders, and two payouts; the wrong asset is in a queue of its own.
  const count = (side: "captures" | "invoices" | "receipts" | "payouts") =>
    lines.filter(({ token }) => token === "USDC").reduce((sum, line) => sum + line[side].count, 0)
  expect({ captures: count("captures"), invoices: count("invoices") }).toEqual({ captures: 4, invoices: 4 })
  expect({ receipts: count("receipts"), payouts: count("payouts") }).toEqual({ receipts: 4, payouts: 2 })
}

async function findForeignMoney(store: StoreUnderTest): Promise<void> {
  const invoiceId = await sellElsewhere(store, "50")
  await store.sandbox.advance(UNTIL_SWEPT_MS)
  const withdrawalId = await payOutElsewhere(store, "10")
  const { differences } = await makeReport(store)
  const found = differences.map(({ kind, match_key }) => `${kind} ${match_key}`).sort()
  expect(found).toEqual([`not_captured ${invoiceId}`, `payout_unknown ${withdrawalId}`])
  for (const { explanation } of differences) expect(explanation).toMatch(/^[A-Z].*\.$/)
}

/** But for the asset that the service holds, which is true in every service. */
async function findNothingWrong(store: StoreUnderTest): Promise<void> {
  const findings = [...(await findingsOf(store))].filter(([, words]) => !words.startsWith("ok"))
  expect(findings).toEqual([["recovery", expect.stringContaining("A balance needs recovery")]])
}
