import type { OnchainOrderResponse, OnchainPageLinkResponse } from "../../../src/types/http"
import type { Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** What five sides say of one order whose payments are in a token that is worth one unit of its currency. */
export type FiveBooks = {
  /** Medusa's own difference; negative when the customer is owed. */
  pending: number
  /** Captured in Medusa, less refunded. */
  paid: number
  /** What our order box says is outstanding; null for none. */
  box: number | null
  /** Refunds that are due here: of Medusa's books, and of money that Medusa has never seen. */
  dueOrder: number
  dueTokens: number
  /** Money in review, for a person to decide. */
  held: number
  /** What the service has received for the order. */
  ledger: number
  page: { status: string; fiat: number; hasAddress: boolean; address: string | null } | null
}

const sum = (amounts: readonly (number | string | null)[]) =>
  Math.round(amounts.reduce<number>((total, amount) => total + Number(amount ?? 0), 0) * 1e6) / 1e6

/** @param payer who may open the page of this session */
export async function readBooks(
  store: StoreUnderTest,
  orderId: string,
  { payer, sessionId }: { payer: Shopper; sessionId: string }
): Promise<FiveBooks> {
  const order = await store.merchant.order(orderId)
  const { order: box } = await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
  const due = () => store.db("onchain_refund").where({ state: "due", deleted_at: null })
  const booked = store.db("order_transaction").where({ order_id: orderId, deleted_at: null })
  const held = store
    .db("onchain_payment AS p")
    .join("onchain_attempt AS a", "a.id", "p.current_attempt_id")
    .leftJoin("onchain_decision AS d", "d.payment_id", "p.id")
    .where({ "p.state": "held", "d.id": null })
  const invoices = await store.sandbox.invoices()
  const page = await payer.payment(sessionId).catch(() => null)
  return {
    pending: order.outstanding,
    paid: sum(await booked.pluck("amount")),
    box: box.outstanding === null ? null : Number(box.outstanding.amount),
    dueOrder: sum(await due().where({ kind: "order" }).pluck("fiat_amount")),
    dueTokens: sum(await due().whereNot({ kind: "order" }).pluck("token_amount")),
    held: sum(await held.pluck("a.received_amount")),
    ledger: sum(invoices.map((invoice) => invoice.receivedAmount ?? "0")),
    page: page && {
      status: page.status,
      fiat: Number(page.fiat_amount),
      hasAddress: page.deposit_address !== null,
      address: page.deposit_address,
    },
  }
}

/** Every token that the service has received is captured, due back, or in review; and box and page ask for what Medusa says is owed. */
export function expectAgreement(books: FiveBooks): void {
  const { pending, paid, box, dueOrder, dueTokens, held, ledger, page } = books
  const context = JSON.stringify(books)
  expect({ ledger, context }).toEqual({ ledger: sum([paid, dueOrder, dueTokens, held]), context })
  if (paid > 0 || dueOrder > 0)
    expect({ box, context }).toEqual({ box: pending > 0.005 ? pending : null, context })
  if (page === null) return
  if (pending <= 0.005)
    expect({ hasAddress: page.hasAddress, context }).toEqual({ hasAddress: false, context })
  if (page.hasAddress || page.status === "choose")
    expect({ isAsked: page.fiat <= pending + 0.005, context }).toEqual({ isAsked: true, context })
}

export const payLink = ({ merchant }: StoreUnderTest, orderId: string) =>
  merchant.post<OnchainPageLinkResponse>(`/admin/onchain/orders/${orderId}/pay-link`, {})
