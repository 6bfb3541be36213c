import type { MedusaContainer } from "@medusajs/framework/types"
import { holdUntil, type HeldMoney, isUndecidedPart } from "../../../domain/partial-payment"
import type { PaymentState } from "../../../domain/payment-lifecycle"
import { fiatAmountToText } from "../../../modules/onchain/fiat-amount"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { Reading, UnpaidOrderFacts } from "../../../domain/unpaid-order"
import { PAID_INVOICE_LISTS } from "../../../modules/onchain/deposit-invoice-sweep"
import type OnchainModuleService from "../../../modules/onchain/service"
import { isHalfCancelled } from "./half-cancelled-order"
import { isOwed, type OrderRecord, outstandingOf } from "./order-record"
import { orderToKeys } from "./payable-order"

/** What the gateway was asked just before, and when the time of the order was over. */
type Asked = Pick<UnpaidOrderFacts, "hasUnknownInvoice" | "depositReading"> & { overAt: Date }

/**
 * Reads what decides about an unpaid order, and notes until when it is held for a part of its money. The caller holds the
 * order's lock and has loaded the order under it.
 */
export async function loadUnpaidOrderFacts(
  container: MedusaContainer,
  order: OrderRecord,
  { overAt, ...asked }: Asked
): Promise<UnpaidOrderFacts> {
  const { orders, lists, options, clock } = container.resolve("onchain")
  const rows = await orders.listOfOrder(orderToKeys(order))
  const own = rows.filter((row) => row.applied_order_id !== order.id || row.state !== "unallocated")
  const parts = listParts(order, rows)
  const waiting = rows.filter(({ state, resolution }) => state === "unallocated" && resolution === null)
  const money = [...parts.map((row) => appliedMoney(row, order)), ...waiting.map(waitingMoney)]
  const untilMs = holdUntil(money, overAt.getTime(), {
    minBps: options.partialHoldMinBps,
    hours: options.partialHoldHours,
  })
  await orders.noteHold(
    rows.map(({ id }) => id),
    {
      paymentIds: [...parts, ...waiting].map(({ id }) => id),
      until: untilMs === null ? null : new Date(untilMs),
    }
  )
  return {
    payments: own.filter((row) => !parts.includes(row)).map(stateOfMoney),
    isPaidInPart:
      own.some(({ state, order_outstanding_amount: left }) => state === "captured" && left !== null) &&
      outstandingOf(order) !== "0",
    hasOtherPayment: hasOtherPayment(order, parts),
    hasFulfillment: order.fulfillments.some(({ canceled_at }) => canceled_at === null),
    isHalfCancelled: await isHalfCancelled(container, order.id, orderToKeys(order).collectionIds),
    status: order.status,
    isKept: rows.some(({ order_kept_at }) => order_kept_at !== null),
    isHeldInPart: untilMs !== null && clock() < untilMs,
    hasApplication: rows.some(
      (row) =>
        row.applied_order_id === order.id && row.resolution === "apply" && row.resolution_done_at === null
    ),
    hasDepositInReview: await orders.hasDepositFor(own.map(({ id }) => id)),
    ...asked,
    search: await readSearch(
      { orders, lists },
      own.map(({ id }) => id)
    ),
  }
}

/** The rest of a part that waits for a person may be on its way. */
function stateOfMoney(row: PaymentRow): PaymentState {
  return isUndecidedPart(row) && row.gateway_status === "confirming" ? "confirming" : row.state
}

/** Applied money that has never paid all of the order; what became outstanding after that is another matter. */
function listParts(order: OrderRecord, rows: readonly PaymentRow[]): PaymentRow[] {
  const applied = rows.filter((row) => row.state === "captured" && row.applied_order_id === order.id)
  return isOwed(order) && applied.every((row) => row.is_applied_in_full === false) ? applied : []
}

function appliedMoney(row: PaymentRow, order: OrderRecord): HeldMoney {
  const whole = fiatAmountToText(order.summary.current_order_total)
  return {
    share: { part: row.applied_amount ?? "0", whole },
    atMs: (row.captured_at ?? row.updated_at).getTime(),
  }
}

/** Money for this order that pays nothing yet: a part of what was asked for, or all of it for a session that is gone. */
function waitingMoney(row: PaymentRow): HeldMoney {
  const { received_amount: part, expected_amount: whole, unallocated_reason: reason } = row
  const atMs = (row.part_seen_at ?? row.settled_at ?? row.updated_at).getTime()
  return { share: part === null || reason === "asset_mismatch" ? "unknown" : { part, whole }, atMs }
}

/** A payment of any method that is not applied money which pays a part of the order. */
function hasOtherPayment({ payment_collections }: OrderRecord, parts: readonly PaymentRow[]): boolean {
  const applied = new Set(parts.map(({ applied_session_id }) => applied_session_id))
  return payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ payment_session_id }) => !applied.has(payment_session_id))
    .some(({ canceled_at, captures }) => canceled_at === null || captures.length > 0)
}

async function readSearch(
  { orders, lists }: Pick<OnchainModuleService, "orders" | "lists">,
  paymentIds: readonly string[]
): Promise<Reading> {
  if (await orders.areSearched(paymentIds)) return "read"
  return (await lists.findIncomplete(PAID_INVOICE_LISTS)).length > 0 ? "incomplete" : "busy"
}
