import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ATTEMPT_STATES } from "../../src/domain/payment/payment-lifecycle"
import { PAYMENT_STATUSES, paymentStatus, type PaymentStatus } from "../../src/domain/payment/payment-status"
import { PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { statusFactsOf } from "../../src/modules/onchain/payment/payment-status"
import { describeOnchainModule } from "./onchain-module"
import { account, scope } from "./scope"

const NO = [false, true] as const
const RESOLUTIONS = [null, "apply", "refund_due", "keep"] as const
type Refund = {
  kind: "order" | "surplus" | "unallocated"
  state: string
  fiat?: string
  gas?: true
  ofAttempt?: true
}
const REFUNDS: Record<string, readonly Refund[]> = {
  none: [],
  surplus: [{ kind: "surplus", state: "due" }],
  surplusPaid: [{ kind: "surplus", state: "done" }],
  attempt: [{ kind: "surplus", state: "due", ofAttempt: true }],
  order: [{ kind: "order", state: "quoted", fiat: "5" }],
  gas: [{ kind: "order", state: "sent", fiat: "5", gas: true }],
  part: [{ kind: "order", state: "done", fiat: "5" }],
  full: [
    { kind: "order", state: "done", fiat: "5" },
    { kind: "order", state: "done", fiat: "7.5" },
  ],
  fullAndSurplus: [
    { kind: "order", state: "done", fiat: "12.5" },
    { kind: "surplus", state: "due" },
  ],
  held: [{ kind: "unallocated", state: "due" }],
  heldPaid: [{ kind: "unallocated", state: "done" }],
}

type Combination = {
  id: string
  outcome: "open" | "captured" | "held"
  attempt: (typeof ATTEMPT_STATES)[number] | "none"
  resolution: (typeof RESOLUTIONS)[number]
  isContradicted: boolean
  isAbandoned: boolean
  isOrderClosed: boolean
  hasPart: boolean
  isPastExpiry: boolean
  refunds: string
}

/** Every combination that the tables can hold. */
function combinations(): Combination[] {
  const found: Combination[] = []
  const pairs = [
    ...["none" as const, ...ATTEMPT_STATES].map((attempt) => ["open", attempt] as const),
    ...(["settled", "expired"] as const).map((attempt) => ["held", attempt] as const),
    ["captured", "settled"] as const,
  ]
  for (const [outcome, attempt] of pairs)
    for (const resolution of outcome === "open" ? [null] : RESOLUTIONS)
      for (const isContradicted of NO)
        for (const isAbandoned of NO)
          for (const isOrderClosed of NO)
            for (const hasPart of attempt === "none" ? [false] : NO)
              for (const isPastExpiry of attempt === "awaiting" ? NO : [false])
                for (const refunds of Object.keys(REFUNDS))
                  found.push({
                    ...{ id: `ocpay_${String(found.length).padStart(5, "0")}`, outcome, attempt, resolution },
                    ...{ isContradicted, isAbandoned, isOrderClosed, hasPart, isPastExpiry, refunds },
                  })
  return found.filter(({ attempt, refunds }) => attempt !== "none" || refunds !== "attempt")
}

const AT = new Date("2026-11-20T00:00:00Z")
const RAIL = { chain: "evm", network_id: "base-mainnet", token: "USDC" }

async function store(knex: Knex, all: readonly Combination[]): Promise<void> {
  const attemptOf = (id: string) => id.replace("ocpay", "ocatt")
  await knex.batchInsert(
    "onchain_payment",
    all.map(({ id, resolution, isContradicted, isAbandoned, isOrderClosed }, index) => ({
      ...{
        id,
        session_id: id.replace("ocpay", "payses"),
        fiat_amount: "12.50",
        currency_code: "usd",
        resolution,
      },
      contradiction: isContradicted ? "pending" : null,
      contradicted_at: isContradicted ? AT : null,
      abandoned_at: isAbandoned ? AT : null,
      order_closed_at: isOrderClosed ? AT : null,
      created_at: new Date(AT.getTime() + index * 1_000),
    })),
    500
  )
  const chosen = all.filter(({ attempt }) => attempt !== "none")
  await knex.batchInsert(
    "onchain_attempt",
    chosen.map(({ id, attempt, hasPart, isPastExpiry }) => ({
      ...{ ...account, ...RAIL, id: attemptOf(id), payment_id: id, state: attempt, idempotency_key: id },
      ...{ rail_id: "evm:base-mainnet:USDC", decimals: 6, expected_amount: "12.5" },
      ...{ rate: "1", rate_source: "fixed", rate_at: AT },
      received_amount: hasPart ? "5" : null,
      gateway_status: hasPart ? "pending" : "paid",
      expires_at: isPastExpiry ? AT : null,
    })),
    500
  )
  await knex.raw(
    "UPDATE onchain_payment AS p SET current_attempt_id = a.id FROM onchain_attempt AS a WHERE a.payment_id = p.id"
  )
  const ids = (outcome: string) => all.filter((one) => one.outcome === outcome).map(({ id }) => id)
  await knex("onchain_payment").whereIn("id", ids("held")).update({ state: "held" })
  await knex("onchain_payment")
    .whereIn("id", ids("captured"))
    .update({ state: "captured", captured_attempt_id: knex.ref("current_attempt_id") })
  const refunds = all.flatMap(({ id, refunds: name }) =>
    (REFUNDS[name] ?? []).map((refund, at) => ({ id: `ref_${at}_${id}`, payment: id, ...refund }))
  )
  await knex.batchInsert(
    "onchain_refund",
    refunds.map(({ id, payment, kind, state, fiat, ofAttempt }) => ({
      ...{
        ...account,
        ...RAIL,
        id,
        payment_id: payment,
        session_id: payment,
        kind,
        state,
        currency_code: "usd",
      },
      fiat_amount: fiat ?? null,
      attempt_id: ofAttempt ? attemptOf(payment) : null,
    })),
    500
  )
  const blocked = refunds.filter(({ gas }) => gas)
  await knex.batchInsert(
    "onchain_withdrawal",
    blocked.map(({ id, payment }) => ({
      ...{ ...account, ...RAIL, id: `ocwd_${id}`, refund_id: id, payment_id: payment, kind: "refund" },
      ...{ destination_id: "ocdst_1", destination_address: "0x1", decimals: 6, amount: "5", request_key: id },
      ...{ requested_by: "user_1", requested_by_type: "user", state: "sent", state_at: AT },
      gateway_status: "gas_blocked",
    })),
    500
  )
  await knex.raw(
    "UPDATE onchain_refund AS r SET withdrawal_id = w.id FROM onchain_withdrawal AS w WHERE w.refund_id = r.id"
  )
}

/** By the filter, from one page to the next. */
async function idsOf(list: PaymentList, status: PaymentStatus): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: { id: string; created_at: Date } | null = null; ;) {
    const page: { id: string; created_at: Date }[] = await list.after({ statuses: [status] }, cursor, 700)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (!last) return ids
    cursor = last
  }
}

describeOnchainModule(({ knex }) => {
  test("the filter finds every payment by the status that it shows, and by no other", async () => {
    const list = new PaymentList(knex, scope)
    const all = combinations()
    await store(knex, all)
    const shown = new Map<string, PaymentStatus>()
    for (let cursor: { id: string; created_at: Date } | null = null; ;) {
      const page = await list.after({ statuses: [] }, cursor, 2_000)
      const { listed, now } = await list.describe(page)
      for (const { payment, refunds } of listed)
        shown.set(payment.id, paymentStatus(statusFactsOf(payment, refunds, now.getTime())))
      const last = page.at(-1)
      if (!last) break
      cursor = last
    }
    expect(shown.size).toBe(all.length)

    for (const status of PAYMENT_STATUSES) {
      const found = await idsOf(list, status)
      const expected = [...shown].filter(([, code]) => code === status).map(([id]) => id)
      expect({ status, count: found.length }).toEqual({ status, count: expected.length })
      expect([...found].sort()).toEqual(expected.sort())
      expect(expected.length).toBeGreaterThan(0)
    }
  }, 120_000)
})
