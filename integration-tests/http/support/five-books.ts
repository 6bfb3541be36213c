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
  const { rows: refunds } = await store.db.raw(
    "SELECT kind, fiat_amount, token_amount FROM onchain_refund WHERE deleted_at IS NULL AND state = 'due'"
  )
  const of = (kind: string) =>
    refunds.filter((refund: { kind: string }) => (refund.kind === "order") === (kind === "order"))
  const { rows: booked } = await store.db.raw(
    "SELECT coalesce(sum(amount), 0)::float AS paid FROM order_transaction WHERE order_id = ? AND deleted_at IS NULL",
    [orderId]
  )
  const invoices = await store.sandbox.invoices()
  const page = await payer.payment(sessionId).catch(() => null)
  return {
    pending: order.outstanding,
    paid: sum([booked[0].paid]),
    box: box.outstanding === null ? null : Number(box.outstanding.amount),
    dueOrder: sum(of("order").map((refund: { fiat_amount: string }) => refund.fiat_amount)),
    dueTokens: sum(of("tokens").map((refund: { token_amount: string }) => refund.token_amount)),
    ledger: sum(invoices.map((invoice) => invoice.receivedAmount ?? "0")),
    page: page && {
      status: page.status,
      fiat: Number(page.fiat_amount),
      hasAddress: page.deposit_address !== null,
      address: page.deposit_address,
    },
  }
}

/** Every token that the service has received is captured, or due back; and box and page ask for what Medusa says is owed. */
export function expectAgreement(books: FiveBooks): void {
  const { pending, paid, box, dueOrder, dueTokens, ledger, page } = books
  const context = JSON.stringify(books)
  expect({ ledger, context }).toEqual({ ledger: sum([paid, dueOrder, dueTokens]), context })
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
