import type { VisitRecord } from "../../shopper/visit"
import type { GatewayBooks } from "../gateway-books"
import type { StoreBooks } from "../store-books"

const at = "2026-01-01T00:00:00.000Z"
const rail = { networkId: "base-mainnet", token: "USDC" }

type Payment = StoreBooks["payments"][number]

function payment(name: string, change: Partial<Payment>): Payment {
  return {
    ...{ id: `ocpay_${name}`, session_id: `payses_${name}`, kind: "invoice", state: "captured" },
    ...{ network_id: rail.networkId, token: rail.token, canonical_asset_id: null, decimals: 6 },
    ...{ gateway_invoice_id: `inv_${name}`, expected_amount: "17", received_amount: "17", fiat_amount: "17" },
    ...{ shortfall_amount: null, unallocated_reason: null, announced_at: new Date(at), last_error: null },
    ...change,
  }
}

const order = (name: string, change: Partial<StoreBooks["orders"][number]> = {}) => {
  const id = `order_${name}`
  return {
    id,
    cart_id: `cart_${name}`,
    status: "pending",
    canceled_at: null,
    pieces: 1,
    reserved: 1,
    ...change,
  }
}

const visit = (name: string, fate: VisitRecord["fate"], index: number): VisitRecord => {
  const [cartIds, sessionIds] = [[`cart_${name}`], [`payses_${name}`]]
  return {
    index,
    fate,
    cartIds,
    sessionIds,
    orderIds: { [`cart_${name}`]: `order_${name}` },
    transfers: [],
    problem: null,
  }
}

/** Books of a run in which everything went right: one paid, one paid too much, one paid after it was cancelled. */
export function cleanBooks(): { visits: VisitRecord[]; store: StoreBooks; gateway: GatewayBooks } {
  const cancelled = { status: "canceled", canceled_at: new Date(at), reserved: 0 }
  const unallocated = { state: "unallocated", unallocated_reason: "order_cancelled" }
  const capture = (name: string) => ({
    order_id: `order_${name}`,
    session_id: `payses_${name}`,
    amount: "17",
  })
  const booked = (name: string) => ({ order_id: `order_${name}`, reference: "capture", amount: "17.00" })
  const invoice = (name: string, receivedAmount: string) => ({
    id: `inv_${name}`,
    status: "paid",
    receivedAmount,
  })
  const transfer = (name: string, amount: string) => {
    return {
      ...rail,
      amount,
      txHash: `0x${name}`,
      at,
      outcome: "accepted" as const,
      invoiceId: `inv_${name}`,
    }
  }
  const deposit = { depositId: "dep_1", networkId: rail.networkId, asset: { token: rail.token } }
  return {
    visits: [
      visit("paid", "pays_exactly", 0),
      visit("over", "pays_too_much", 1),
      visit("late", "is_cancelled_then_pays", 2),
    ],
    store: {
      orders: [order("paid"), order("over"), order("late", cancelled)],
      captures: [capture("paid"), capture("over")],
      transactions: [booked("paid"), booked("over")],
      refunds: [],
      payments: [
        payment("paid", {}),
        payment("over", { received_amount: "19" }),
        payment("late", unallocated),
      ],
      owed: [
        { id: "surplus_1", session_id: "payses_over", kind: "surplus", fiat_amount: null, token_amount: "2" },
      ],
      deposits: [{ id: "dep_1", state: "in_review", amount_raw: "5000000" }],
      deliveries: [],
      looseReservations: [],
      levels: [{ inventory_item_id: "iitem_1", reserved: 2 }],
    },
    gateway: {
      transfers: [
        ...[transfer("paid", "17"), transfer("over", "19"), transfer("late", "17")],
        { ...rail, amount: "5", txHash: "0xdep", at, outcome: "deposit", depositId: "dep_1" },
      ],
      invoices: [invoice("paid", "17"), invoice("over", "19"), invoice("late", "17")],
      deposits: [
        { ...deposit, amount: { raw: "5000000", decimals: 6 }, resolutionStatus: "review_required" },
      ],
      ledger: [{ ...rail, accounts: { outside: "-58", treasury: "58" } }],
    },
  }
}
