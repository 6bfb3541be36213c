import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../src/domain/payment/payment-status"
import { PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { storeDueStatuses } from "../../src/modules/onchain/payment/payment-status"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { WithdrawalAnswers } from "../../src/modules/onchain/payout/withdrawal-answers"
import { WithdrawalEnds } from "../../src/modules/onchain/payout/withdrawal-ends"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { RefundPayouts } from "../../src/modules/onchain/refund/refund-payouts"
import { describeOnchainModule } from "./onchain-module"
import { reread, stored, destinationIn, payoutOf, account, scope } from "./rows"

type Refund = { kind: "order" | "surplus" | "unallocated"; state: string; fiat_amount?: string }
type Scene = {
  status: PaymentStatus
  payment?: object
  outcome?: "captured" | "held"
  attempt?: { state: string; received_amount?: string; gateway_status?: string; expires_at?: Date }
  refunds?: readonly Refund[]
  payout?: object
}

const AT = new Date("2026-11-20T00:00:00Z")
const settled = { state: "settled", gateway_status: "paid", received_amount: "12.5" }
const captured = { outcome: "captured", attempt: settled } as const
const held = { outcome: "held", attempt: settled } as const
const paid = (fiat_amount: string) => ({ kind: "order", state: "done", fiat_amount }) as const

/** As rows of an older version are stored, each fact in its own column or table. */
const SCENES: Record<string, Scene> = {
  unchosen: { status: "awaiting" },
  left: { status: "cancelled", payment: { abandoned_at: AT } },
  awaiting: { status: "awaiting", attempt: { state: "awaiting" } },
  ended: { status: "expired", attempt: { state: "awaiting", expires_at: AT } },
  part: { status: "partially_paid", attempt: { state: "expired", received_amount: "5" } },
  closed: { status: "cancelled", attempt: { state: "expired" }, payment: { order_closed_at: AT } },
  captured: { ...captured, status: "captured" },
  surplus: { ...captured, status: "refund_due", refunds: [{ kind: "surplus", state: "due" }] },
  refunded: { ...captured, status: "refunded", refunds: [paid("5"), paid("7.5")] },
  refundedInPart: { ...captured, status: "partially_refunded", refunds: [paid("5")] },
  blocked: {
    ...{ ...captured, status: "refund_blocked_by_gas" },
    refunds: [{ kind: "order", state: "sent", fiat_amount: "5" }],
    payout: { state: "sent", gateway_status: "gas_blocked" },
  },
  contradicted: {
    ...{ ...captured, status: "contradicted" },
    payment: { contradiction: "pending", contradicted_at: AT },
  },
  held: { ...held, status: "held" },
  kept: { ...held, status: "kept", payment: { resolution: "keep" } },
}

const RAIL = { chain: "evm", network_id: "base-mainnet", token: "USDC" }

async function plant(knex: Knex, name: string, scene: Scene): Promise<void> {
  const { payment, outcome = "open", attempt, refunds = [], payout } = scene
  const [id, attemptId] = [`ocpay_${name}`, `ocatt_${name}`]
  await knex("onchain_payment").insert({
    ...{ id, session_id: name, fiat_amount: "12.50", currency_code: "usd", ...payment },
  })
  if (attempt) {
    await knex("onchain_attempt").insert({
      ...{ ...account, ...RAIL, id: attemptId, payment_id: id, idempotency_key: id, ...attempt },
      ...{ rail_id: "evm:base-mainnet:USDC", decimals: 6, expected_amount: "12.5" },
      ...{ rate: "1", rate_source: "fixed", rate_at: AT },
    })
    const captured_attempt_id = outcome === "captured" ? attemptId : null
    await knex("onchain_payment")
      .where({ id })
      .update({ current_attempt_id: attemptId, captured_attempt_id, state: outcome })
  }
  for (const [index, refund] of refunds.entries())
    await knex("onchain_refund").insert({
      ...{ ...account, ...RAIL, id: `ref_${index}_${name}`, payment_id: id, session_id: name },
      ...{ currency_code: "usd", ...refund },
    })
  if (!payout) return
  const [withdrawal_id, refund_id] = [`ocwd_${name}`, `ref_0_${name}`]
  await knex("onchain_withdrawal").insert({
    ...{ ...account, ...RAIL, id: withdrawal_id, refund_id, payment_id: id, kind: "refund", state_at: AT },
    ...{ destination_id: "ocdst_1", destination_address: "0x1", decimals: 6, amount: "5", request_key: id },
    ...{ requested_by: "user_1", requested_by_type: "user", ...payout },
  })
  await knex("onchain_refund").where({ id: refund_id }).update({ withdrawal_id })
}

const statusesIn = async (knex: Knex) => {
  const rows: { id: string; status: PaymentStatus | null }[] = await knex("onchain_payment").select(
    "id",
    "status"
  )
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

describeOnchainModule(({ knex }) => {
  test("payments of an older version get their status in batches, and the filter finds them by it", async () => {
    for (const [name, scene] of Object.entries(SCENES)) await plant(knex, name, scene)
    const list = new PaymentList(knex, scope)
    const idsOf = async (...statuses: PaymentStatus[]) =>
      (await list.after({ statuses }, null, 50)).map(({ id }) => id).sort()
    expect(await idsOf("captured")).toEqual([])
    expect(await storeDueStatuses(knex, 3)).toBe(Object.keys(SCENES).length)
    const expected = Object.entries(SCENES).map(([name, { status }]) => [`ocpay_${name}`, status])
    expect(await statusesIn(knex)).toEqual(Object.fromEntries(expected))
    expect(await idsOf("refunded")).toEqual(["ocpay_refunded"])
    expect(await idsOf("cancelled", "held")).toEqual(["ocpay_closed", "ocpay_held", "ocpay_left"])
    expect(await storeDueStatuses(knex)).toBe(0)
  })

  test("a payment expires in the list at the end of its quote, without a change that pages would follow", async () => {
    const expires_at = new Date(Date.now() + 60_000)
    const before = await stored(new PaymentStore(knex, scope), { expires_at })
    expect(before).toMatchObject({ status: "awaiting", status_due_at: expires_at })
    expect(await storeDueStatuses(knex)).toBe(0)
    const past = new Date(Date.now() - 1_000)
    await knex("onchain_attempt").update({ expires_at: past })
    await knex("onchain_payment").update({ status_due_at: past })
    expect(await storeDueStatuses(knex)).toBe(1)
    const after = await reread(new PaymentStore(knex, scope))
    expect(after).toMatchObject({ status: "expired", status_due_at: null, updated_at: before.updated_at })
    expect(after.status_at?.getTime()).toBeGreaterThan(before.status_at?.getTime() ?? 0)
  })

  test("answers about payouts, starts of refunds and reports of money do not wait for each other in a circle", async () => {
    const store = new PaymentStore(knex, scope)
    const payouts = new RefundPayouts(knex, scope)
    const ledger = new RefundLedger(knex, scope)
    const answers = new WithdrawalAnswers(knex)
    const ends = new WithdrawalEnds(knex, { ...scope, payouts: { approval: "none" } })
    const destination = await destinationIn(knex)
    const rounds = 20
    for (let round = 0; round < rounds; round++) {
      const id = `ocpay_${round}`
      const row = await stored(store, {
        ...{ id, state: "captured", gateway_status: "paid", received_amount: "12.5" },
        deposit_address: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      })
      const refunds = [0, 1].map((index) => `ref_${round}_${index}`)
      for (const refund of refunds) await ledger.oweOrderRefund(row, { id: refund, fiatAmount: "5" })
      const [first = "", second = ""] = refunds
      const started = await payouts.start(payoutOf(first, destination))
      if (started.kind !== "started") throw new Error(started.kind)
      const sent = {
        state: "sent",
        gateway_withdrawal_id: `wd_${round}`,
        gateway_status: "processing",
      } as const
      await knex("onchain_withdrawal").where({ id: started.withdrawal.id }).update(sent)
      const [withdrawal] = await knex("onchain_withdrawal").where({ id: started.withdrawal.id })
      const withdrawalOf = (status: string) => ({ id: `wd_${round}`, status })
      const answer = (status: "completed" | "gas_blocked", askedMs: number) =>
        answers.recordCanonical(withdrawal, {
          withdrawal: {
            ...withdrawalOf(status),
            chain: "evm",
            networkId: "base-mainnet",
            token: "USDC",
            amount: "5",
          },
          change: { to: status === "completed" ? "completed" : "sent", isRevived: false, mismatches: [] },
          ...{ mismatch: null, askedAt: new Date(askedMs), source: "service", nextCheckMs: null },
        })
      await Promise.all([
        answer("gas_blocked", Date.now()),
        answer("completed", Date.now() + 1),
        payouts.settle({
          refundId: first,
          actorId: "user_1",
          note: "by bank",
          txHash: null,
          fiatDecimals: 2,
        }),
        ends.end(withdrawal, "paid", { actorId: "user_1", note: "seen on chain" }),
        payouts.start(payoutOf(second, destination)),
        ledger.oweExtra(row, { invoiceId: `inv_extra_${round}`, tokenAmount: "1" }),
        store.note(id, { received_amount: "13" }),
        store.contradictCapture(id, "pending"),
        storeDueStatuses(knex),
      ])
    }
    expect(new Set(Object.values(await statusesIn(knex)))).toEqual(new Set(["contradicted"]))
  }, 60_000)
})
