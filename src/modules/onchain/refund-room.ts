import { surplusOf } from "../../domain/settled-amount"
import { parseAmount, truncateAmount } from "../../gateway/amount"
import type { PaymentRow } from "./payment-row"
import { extraRefundId } from "./refund-ids"
import type { RefundRow } from "./refund-row"

/**
 * How much of all that came can still be paid back by a refund, in base units of the token.
 *
 * Refunds of an order, of a surplus and of money without an order are recorded for reasons of their own; together they
 * never pay more than came. A further deposit is an invoice of its own and no part of it. An amount that a person entered
 * for a surplus is a part of it as far as the service tells of a surplus; else it came beyond what the service told.
 *
 * @param booked all refunds of the payment
 * @returns null where it is not known, or not bounded by what came
 */
export function roomFor(
  payment: PaymentRow,
  refund: Pick<RefundRow, "id" | "kind" | "fiat_amount" | "token_amount">,
  booked: readonly RefundRow[]
): bigint | null {
  const { received_amount: received, resolved_token_amount: resolved, decimals } = payment
  if (received === null || isExtra(refund) || isOfAnotherAsset(payment, refund)) return null
  const held = (amount: string) => truncateAmount(amount, decimals)
  const units = (amount: string) => parseAmount(held(amount), decimals)
  const sumOf = (rows: readonly RefundRow[]) =>
    rows.reduce((total, row) => total + units(row.token_amount ?? row.share_amount ?? "0"), 0n)
  const others = booked.filter((other) => other.id !== refund.id && !isExtra(other))
  const surplus = surplusOf({
    ...payment,
    received_amount: held(received),
    resolved_token_amount: resolved === null ? null : held(resolved),
  })
  const isTold = typeof surplus === "string"
  const begun = others.filter(
    (other) => other.state !== "due" && (isTold || other.kind !== "surplus" || !isEntered(other))
  )
  const left = atLeastZero(units(received) - sumOf(begun))
  if (refund.kind !== "surplus" || refund.token_amount !== null) return left
  if (!isTold) return null
  const owed = atLeastZero(units(surplus) - sumOf(others.filter(({ kind }) => kind === "surplus")))
  return owed < left ? owed : left
}

/** What arrived was of another asset than the payment's, so that it cannot be paid out as the payment's. */
export function isOfAnotherAsset(payment: PaymentRow, refund: Pick<RefundRow, "kind">): boolean {
  return payment.unallocated_reason === "asset_mismatch" && refund.kind !== "order"
}

/** Owed in tokens, and a person said how many: see `ReckonedRefund`. */
function isEntered({ fiat_amount, share_amount }: RefundRow): boolean {
  return fiat_amount === null && share_amount !== null
}

function isExtra({ id }: Pick<RefundRow, "id">): boolean {
  return id.startsWith(extraRefundId(""))
}

function atLeastZero(units: bigint): bigint {
  return units < 0n ? 0n : units
}
