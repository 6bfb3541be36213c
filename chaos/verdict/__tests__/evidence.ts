import {
  DEPOSIT_REVIEW_REQUIRED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  REFUND_DUE,
  UNPAID_ORDER_CANCELLED,
} from "../../../src/modules/onchain/events"
import type { VisitRecord } from "../../shopper/visit"
import type { GatewayRecords } from "../gateway-records"
import type { StoreRecords } from "../store-records"
import type { Records } from "../verdict"

const rail = { networkId: "base-mainnet", token: "USDC" }

/** When the shoppers placed their orders, and what happened how many seconds later. */
const placedAt = Date.parse("2026-01-01T00:00:00.000Z")
export const after = (seconds: number) => new Date(placedAt + seconds * 1_000)
const paidAt = after(3).toISOString()
/** The order that stayed unpaid. */
export const givenUpAt = after(35)

type Payment = StoreRecords["payments"][number]
type Transfer = GatewayRecords["transfers"][number]

function payment(name: string, change: Partial<Payment> = {}): Payment {
  return {
    attempt_created_at: after(0),
    ...{ attempt_id: `ocatt_${name}`, deposit_address: `0xto_${name}`, memo: null, external_order_id: null },
    ...{ id: `ocpay_${name}`, session_id: `payses_${name}`, kind: "invoice", state: "captured" },
    ...{ network_id: rail.networkId, token: rail.token, canonical_asset_id: null, decimals: 6 },
    ...{ gateway_invoice_id: `inv_${name}`, expected_amount: "17", received_amount: "17", fiat_amount: "17" },
    ...{
      resolved_token_amount: null,
      unallocated_reason: null,
      resolution: null,
      end_published_at: after(5),
      last_error: null,
    },
    ...{ order_closed_at: null, order_timed_out_at: null },
    ...change,
  }
}

type Order = StoreRecords["orders"][number]

const order = (name: string, change: Partial<Order> = {}): Order => ({
  ...{ id: `order_${name}`, cart_id: `cart_${name}`, has_collection: true, status: "pending", total: "17" },
  ...{ created_at: after(0), canceled_at: null, pieces: 1, reserved: 1 },
  ...change,
})

const visit = (name: string, fate: VisitRecord["fate"], index: number, amount: string): VisitRecord => ({
  ...{ index, fate, cartIds: [`cart_${name}`], sessionIds: [`payses_${name}`] },
  orderIds: { [`cart_${name}`]: `order_${name}` },
  transfers: [
    { sessionId: `payses_${name}`, amount, ...{ to: `0xto_${name}`, memo: null, from: `0xfrom_${name}` } },
  ],
  problem: null,
})

const transfer = (name: string, amount: string, change: Partial<Transfer> = {}): Transfer => ({
  ...{ ...rail, amount, txHash: `0x${name}`, fromAddress: `0xfrom_${name}`, at: paidAt },
  ...{ outcome: "accepted" as const, invoiceId: `inv_${name}` },
  ...change,
})

const invoice = (name: string, receivedAmount: string): GatewayRecords["invoices"][number] => ({
  ...{ id: `inv_${name}`, status: "paid", receivedAmount, settlementTxHash: `0x${name}` },
})

const matched = (name: string) => {
  return { autoDepositAssignmentStatus: "matched", externalOrderId: `payses_${name}` }
}
const capture = (name: string) => {
  return { id: `capt_${name}`, order_id: `order_${name}`, session_id: `payses_${name}`, amount: "17" }
}
const booked = (name: string) => {
  return {
    order_id: `order_${name}`,
    reference: "capture",
    reference_id: `capt_${name}`,
    amount: "17.00",
  }
}
const heard = (event: string, ids: Partial<Omit<StoreRecords["heard"][number], "event">>) => {
  return { event, payment_id: null, order_id: null, subject_id: null, ...ids }
}

/**
 * Records of a run without violations: one order paid; one overpaid; one paid after it was cancelled as
 * unpaid; one paid by intent; and one unexpected payment by intent.
 */
export function cleanRecords(): Records {
  const givenUp = { status: "canceled", canceled_at: givenUpAt, reserved: 0 }
  const intent = (name: string) => ({ kind: "auto_deposit" as const, external_order_id: `payses_${name}` })
  return {
    visits: [
      visit("paid", "pays_exactly", 0, "17"),
      visit("over", "pays_too_much", 1, "19"),
      visit("late", "pays_around_the_timeout", 2, "17"),
      visit("intent", "pays_by_intent", 3, "17"),
      visit("odd", "pays_by_intent_a_wrong_amount", 4, "5"),
    ],
    storm: {
      webhooks: {
        ...{ attempts: 900, lost: 180, forged: 45, sent: 3_400 },
        answers: { 200: 3_300 },
        forgedAnswers: { 401: 44, lost: 1 },
      },
      plannedKills: 1,
      killedAt: [after(-60).getTime()],
      weather: { planned: {}, events: [] },
      deaths: [],
      startedOver: [],
    },
    store: {
      orders: [order("paid"), order("over"), order("late", givenUp), order("intent"), order("odd")],
      captures: [capture("paid"), capture("over"), capture("intent")],
      transactions: [booked("paid"), booked("over"), booked("intent")],
      refunds: [],
      payments: [
        payment("paid"),
        payment("over", { received_amount: "19" }),
        payment("late", {
          ...{ state: "unallocated", unallocated_reason: "order_cancelled", order_closed_at: after(36) },
        }),
        payment("intent", intent("intent")),
        payment("odd", {
          ...{ ...intent("odd"), state: "awaiting", gateway_invoice_id: null },
          ...{ received_amount: null, end_published_at: null },
        }),
      ],
      earlier: [],
      unchosen: [],
      owed: [
        {
          attempt_id: null,
          ...{ id: "surplus_1", payment_id: "ocpay_over", session_id: "payses_over", kind: "surplus" },
          ...{ fiat_amount: null, token_amount: "2", due_published_at: after(5) },
        },
      ],
      deposits: [
        {
          id: "dep_odd",
          state: "in_review",
          amount_raw: "5000000",
          payment_id: "ocpay_odd",
          created_at: after(6),
        },
      ],
      transactionsInReview: [],
      deliveries: [],
      heard: [
        ...["paid", "over", "intent"].map((name) => heard(PAYMENT_SETTLED, { payment_id: `ocpay_${name}` })),
        heard(PAYMENT_UNALLOCATED, { payment_id: "ocpay_late" }),
        heard(REFUND_DUE, { payment_id: "ocpay_over" }),
        heard(UNPAID_ORDER_CANCELLED, { order_id: "order_late", payment_id: "ocpay_late" }),
        heard(DEPOSIT_REVIEW_REQUIRED, { subject_id: "dep_odd" }),
      ],
      looseReservations: [],
      levels: [{ inventory_item_id: "iitem_1", reserved: 4 }],
      staleStatuses: [],
    },
    gateway: {
      transfers: [
        ...[transfer("paid", "17"), transfer("over", "19")],
        transfer("late", "17", { at: after(36).toISOString() }),
        transfer("intent", "17", { outcome: "deposit", invoiceId: undefined, depositId: "dep_intent" }),
        transfer("odd", "5", { outcome: "deposit", invoiceId: undefined, depositId: "dep_odd" }),
      ],
      invoices: [
        ...[invoice("paid", "17"), invoice("over", "19"), invoice("late", "17")],
        { ...invoice("intent", "17"), ...matched("intent") },
        { ...invoice("odd", "5"), autoDepositAssignmentStatus: "review_required_amount_mismatch" },
      ],
      deposits: [
        {
          ...{ depositId: "dep_odd", networkId: rail.networkId, asset: { token: rail.token } },
          ...{ amount: { raw: "5000000", decimals: 6 }, resolutionStatus: "review_required" },
          assignment: {
            status: "review_required_amount_mismatch",
            expectedIntent: { externalOrderId: "payses_odd" },
          },
        },
      ],
      ledger: [{ ...rail, accounts: { outside: "-75", treasury: "75" } }],
      calls: {
        ...{ count: 1_000, failed: 100 },
        asksOf: new Map([["inv_late", [after(1).getTime(), after(34.5).getTime()]]]),
        lists: [after(30).getTime()],
        depositLists: [after(30).getTime()],
        transactionLists: [after(30).getTime()],
      },
    },
  }
}

/**
 * The same with a shopper who chose twice and paid both: the first attempt is captured, and the second's 18 USDC on the same
 * network is a refund due.
 */
export function recordsOfSwitcher(): Records {
  const records = cleanRecords()
  const { store, gateway } = records
  const shown = payment("switch")
  const other = { attempt_id: "ocatt_other", deposit_address: "0xto_other", gateway_invoice_id: "inv_other" }
  const paysBoth = visit("switch", "pays_two_attempts", 5, "17")
  const second = {
    sessionId: "payses_switch",
    amount: "18",
    to: "0xto_other",
    memo: null,
    from: "0xfrom_other",
  }
  records.visits = [...records.visits, { ...paysBoth, transfers: [...paysBoth.transfers, second] }]
  store.orders.push(order("switch"))
  store.captures.push(capture("switch"))
  store.transactions.push(booked("switch"))
  store.payments.push(shown)
  store.earlier.push({ ...shown, ...other, state: "settled", expected_amount: "18", received_amount: "18" })
  store.owed.push({
    ...{
      id: "attempt_ocatt_other",
      attempt_id: "ocatt_other",
      payment_id: shown.id,
      session_id: shown.session_id,
    },
    ...{ kind: "surplus", fiat_amount: null, token_amount: "18", due_published_at: after(6) },
  })
  store.heard.push(
    heard(PAYMENT_SETTLED, { payment_id: shown.id }),
    heard(REFUND_DUE, { payment_id: shown.id })
  )
  store.levels = [{ inventory_item_id: "iitem_1", reserved: 5 }]
  gateway.transfers.push(transfer("switch", "17"), transfer("other", "18"))
  gateway.invoices.push(invoice("switch", "17"), invoice("other", "18"))
  gateway.ledger = [{ ...rail, accounts: { outside: "-110", treasury: "110" } }]
  return records
}
