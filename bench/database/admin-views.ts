import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DepositList, type DepositFilter } from "../../src/modules/onchain/deposit/deposit-store"
import { type TransactionFilter, Transactions } from "../../src/modules/onchain/finance/transactions"
import { AttentionList } from "../../src/modules/onchain/health/attention-list"
import { DeliveryList, type DeliveryFilter } from "../../src/modules/onchain/inbox/delivery-list"
import {
  type HeldPage,
  type PaymentFilter,
  PaymentList,
  type SearchedIds,
} from "../../src/modules/onchain/payment/payment-list"
import { DestinationList, type DestinationFilter } from "../../src/modules/onchain/payout/destinations"
import { type WithdrawalFilter, WithdrawalList } from "../../src/modules/onchain/payout/payout-service"
import { type RefundFilter, RefundList } from "../../src/modules/onchain/refund/refund-ledger"
import { rowId } from "./fill-lists"
import type { AttentionKind } from "../../src/domain/health/attention"

/** What one request of the admin reads from the plugin's tables. */
export type AdminView = {
  name: string
  /** Whether it shows every row of its table; else one of the kinds, or what a search finds. */
  isWhole: boolean
  /** Whether it searches by the beginning of every identifier, which finds all rows. */
  isWide: boolean
  read: (knex: Knex) => Promise<unknown>
}

const scope = { environment: "sandbox", businessId: "biz_1" }
const withRule = { ...scope, payouts: { approval: "second_user" as const } }
const page = { limit: 20, offset: 0 }
const newest = { ...page, direction: "desc" as const }
const NOBODY: SearchedIds = { orderIds: [], collectionIds: [], customerIds: [] }

const WIDE = ["an id", "a label", "the beginning of a hash"]

type List<Filter> = {
  read: (knex: Knex, page: typeof newest & { filter: Filter }) => Promise<unknown>
  waiting?: readonly AttentionKind[]
}

/** A page with its count, and where its route has it, the number of those that wait. */
function viewsOf<Filter>(
  list: string,
  { read, waiting }: List<Filter>,
  filters: Record<string, Filter>
): AdminView[] {
  return Object.entries(filters).map(([name, filter]) => ({
    name: `${list}: ${name}`,
    isWhole: name === "all",
    isWide: WIDE.includes(name),
    read: (knex) =>
      Promise.all([
        read(knex, { ...newest, filter }),
        waiting && new AttentionList(knex, withRule).count(...waiting),
      ]),
  }))
}

async function readPayments(
  knex: Knex,
  filter: PaymentFilter,
  found?: { q: string; known?: SearchedIds }
): Promise<void> {
  const list = new PaymentList(knex, scope)
  const wanted = found ? { ...filter, ids: await list.find(found.q, found.known ?? NOBODY) } : filter
  await Promise.all([
    list.page({ ...newest, filter: wanted }).then((rows) => list.describe(rows)),
    list.count(wanted),
  ])
}

async function exportPayments(knex: Knex, filter: PaymentFilter, q?: string): Promise<void> {
  const list = new PaymentList(knex, scope)
  const wanted = q === undefined ? filter : { ...filter, ids: await list.find(q, NOBODY) }
  await list.describe(await list.after({ ...wanted, created_before: new Date() }, null, page.limit))
}

const PAYMENT_FILTERS: Record<string, PaymentFilter> = {
  all: { statuses: [] },
  captured: { statuses: ["captured"] },
  "partially refunded": { statuses: ["partially_refunded"] },
  "refund due": { statuses: ["refund_due"] },
  expired: { statuses: ["expired"] },
  cancelled: { statuses: ["cancelled"] },
  held: { statuses: ["held"] },
  "held, contradicted": { statuses: ["held", "contradicted"] },
  awaiting: { statuses: ["awaiting"] },
  "a network": { statuses: [], network_id: "network-3" },
  "a token": { statuses: [], token: "T3" },
  "a rare token": { statuses: [], token: "RARE" },
  "captured, a network": { statuses: ["captured"], network_id: "network-3" },
  "a range": { statuses: [], created_from: new Date(0), created_before: new Date(Date.now() - 120_000) },
}
/** The first payment's, which every database has. */
const HASH = "0xc4ca4238a0b923820dcc509a6f75849b"
const SEARCHES: Record<string, { q: string; known?: SearchedIds }> = {
  "a hash": { q: HASH },
  "an invoice": { q: "inv_1" },
  "a memo": { q: "1" },
  "a payment": { q: rowId("ocpay", 1) },
  "an order": {
    q: "#1",
    known: { orderIds: [rowId("order", 1)], collectionIds: [rowId("pay_col", 1)], customerIds: [] },
  },
  "a customer": { q: "a@b", known: { ...NOBODY, customerIds: [rowId("cus", 1)] } },
  nothing: { q: "nothing-like-it" },
}

const paymentViews: AdminView[] = [
  ...Object.entries(PAYMENT_FILTERS).map(([name, filter]) => ({
    ...{ name: `payments: ${name}`, isWhole: name === "all", isWide: false },
    read: (knex: Knex) => readPayments(knex, filter),
  })),
  ...Object.entries(SEARCHES).map(([name, found]) => ({
    ...{ name: `payment search: ${name}`, isWhole: false, isWide: false },
    read: (knex: Knex) => readPayments(knex, { statuses: [] }, found),
  })),
  ...Object.entries(PAYMENT_FILTERS).map(([name, filter]) => ({
    ...{ name: `payment export: ${name}`, isWhole: name === "all", isWide: false },
    read: (knex: Knex) => exportPayments(knex, filter),
  })),
  {
    ...{ name: "payment export: a hash", isWhole: false, isWide: false },
    read: (knex: Knex) => exportPayments(knex, { statuses: [] }, HASH),
  },
]

/** Every list of the admin, each filter by itself, each search, and the first page of the export. */
export const ADMIN_VIEWS: AdminView[] = [
  ...paymentViews,
  ...viewsOf<DepositFilter>(
    "deposits",
    {
      read: (knex, page) => new DepositList(knex, scope).read(page),
      waiting: ["deposit"],
    },
    {
      all: { states: [] },
      open: { states: ["in_review", "processing", "refund_pending"] },
      "a network": { states: [], network_id: "network-3" },
      "the beginning of a hash": { states: [], q: "0xa" },
      "an id": { states: [], q: "dep_" },
      nothing: { states: [], q: "nothing-like-it" },
    }
  ),
  ...viewsOf<HeldPage["filter"]>(
    "unallocated",
    { read: (knex, page) => new PaymentList(knex, scope).heldPage(page) },
    {
      all: {},
      waiting: { resolution: "waiting" },
      done: { resolution: "done" },
      "a reason": { reason: ["late"] },
    }
  ),
  ...viewsOf<RefundFilter>(
    "refunds",
    {
      read: async (knex, page) => {
        const list = new RefundList(knex, scope)
        const { rows } = await list.read(page)
        await list.paymentsOf(rows)
      },
      waiting: ["refund_due"],
    },
    {
      all: { states: [] },
      due: { states: ["due"] },
      open: { states: ["due", "quoted", "confirmed", "sent"] },
      done: { states: ["done"] },
      "a kind": { states: [], kind: "order" },
      "a payment": { states: [], q: rowId("ocpay", 4) },
      "an id": { states: [], q: "ref_" },
      nothing: { states: [], q: "nothing-like-it" },
    }
  ),
  ...viewsOf<WithdrawalFilter>(
    "withdrawals",
    {
      read: (knex, page) => new WithdrawalList(knex, scope).read(page),
      waiting: ["approval"],
    },
    {
      all: { states: [] },
      waiting: { states: ["awaiting_approval", "unknown"] },
      completed: { states: ["completed"] },
      "a network": { states: [], network_id: "network-3" },
      "an id": { states: [], q: "ocwd_" },
      nothing: { states: [], q: "nothing-like-it" },
    }
  ),
  ...viewsOf<DestinationFilter>(
    "destinations",
    {
      read: (knex, page) => new DestinationList(knex, withRule).read(page),
      waiting: ["destination_approval"],
    },
    {
      all: {},
      pending: { state: "pending" },
      archived: { state: "archived" },
      "a network": { network_id: "network-3" },
      "a purpose": { purpose: "treasury" },
      "a customer": { customer_id: rowId("cus", 1) },
      "a label": { q: "wallet" },
      nothing: { q: "nothing-like-it" },
    }
  ),
  ...viewsOf<DeliveryFilter>(
    "deliveries",
    {
      read: (knex, page) => new DeliveryList(knex, scope).read(page),
    },
    {
      all: {},
      dead: { state: "dead" },
      "an event": { event: "deposit.created" },
      "an invoice": { q: "inv_1" },
      nothing: { q: "nothing-like-it" },
    }
  ),
  ...viewsOf<TransactionFilter>(
    "transactions",
    {
      read: (knex, page) => new Transactions(knex, scope).read(page),
    },
    {
      all: {},
      waiting: { waiting: true },
      fees: { type: "fee" },
      "a network": { network_id: "network-3" },
      "a hash": { q: HASH },
      "an id": { q: "tx_" },
      nothing: { q: "nothing-like-it" },
    }
  ),
]
