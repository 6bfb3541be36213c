import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../src/domain/payment/payment-status"
import { PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { storeDueStatuses } from "../../src/modules/onchain/payment/payment-status"
import { WithdrawalAnswers } from "../../src/modules/onchain/payout/withdrawal-answers"
import { WithdrawalEnds } from "../../src/modules/onchain/payout/withdrawal-ends"
import { RefundLedger } from "../../src/modules/onchain/refund/refund-ledger"
import { RefundPayouts } from "../../src/modules/onchain/refund/refund-payouts"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn, reread, stored, destinationIn, payoutOf, account, scope, paymentsOf } from "./rows"

type Refund = { kind: "order" | "surplus" | "unallocated"; state: string; fiat_amount?: string }
type Scene = {
  status: PaymentStatus
  row: Partial<PaymentRow>
  refunds?: readonly Refund[]
  payout?: Partial<WithdrawalRow>
}

const AT = new Date("2026-11-20T00:00:00Z")
const paid = { gateway_status: "paid", received_amount: "12.5" } as const
const captured = { ...paid, state: "captured" } as const
const held = { ...paid, state: "unallocated" } as const
const order = (state: string, fiat_amount: string) => ({ kind: "order", state, fiat_amount }) as const

/** Each fact in its own column or table. */
const SCENES: Record<string, Scene> = {
  awaiting: { status: "awaiting", row: {} },
  ended: { status: "expired", row: { expires_at: AT } },
  part: { status: "partially_paid", row: { state: "expired", received_amount: "5" } },
  closed: { status: "cancelled", row: { state: "expired", order_closed_at: AT } },
  captured: { status: "captured", row: captured },
  surplus: { status: "refund_due", row: captured, refunds: [{ kind: "surplus", state: "due" }] },
  refunded: { status: "refunded", row: captured, refunds: [order("done", "5"), order("done", "7.5")] },
  refundedInPart: { status: "partially_refunded", row: captured, refunds: [order("done", "5")] },
  blocked: {
    ...{ status: "refund_blocked_by_gas", row: captured, refunds: [order("sent", "5")] },
    payout: { state: "sent", gateway_status: "gas_blocked" },
  },
  contradicted: {
    status: "contradicted",
    row: { ...captured, contradiction: "pending", contradicted_at: AT },
  },
  held: { status: "held", row: held },
  kept: { status: "kept", row: { ...held, resolution: "keep" } },
}

async function plant(knex: Knex, name: string, { row, refunds = [], payout }: Scene): Promise<void> {
  const { id, session_id } = await stored(paymentsOf(knex), { id: `ocpay_${name}`, ...row })
  const rail = { chain: "evm", network_id: "base-mainnet", token: "USDC", currency_code: "usd" }
  for (const [index, refund] of refunds.entries())
    await knex("onchain_refund").insert({
      ...{ ...account, ...rail, id: `ref_${index}_${name}`, payment_id: id, session_id, ...refund },
    })
  if (!payout) return
  const refund_id = `ref_0_${name}`
  const withdrawal = await withdrawalIn(knex, payout, { kind: "refund", refund_id, payment_id: id })
  await knex("onchain_refund").where({ id: refund_id }).update({ withdrawal_id: withdrawal.id })
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
    for (const abandoned_at of [null, AT]) {
      const id = abandoned_at ? "ocpay_left" : "ocpay_unchosen"
      const columns = { id, session_id: id, fiat_amount: "12.50", currency_code: "usd", abandoned_at }
      await knex("onchain_payment").insert(columns)
    }
    await knex("onchain_payment").update({ status: null })
    const list = new PaymentList(knex, scope)
    const idsOf = async (...statuses: PaymentStatus[]) =>
      (await list.after({ statuses }, null, 50)).map(({ id }) => id).sort()
    expect(await idsOf("captured")).toEqual([])
    expect(await storeDueStatuses(knex, 3)).toBe(Object.keys(SCENES).length + 2)
    const expected = Object.entries(SCENES).map(([name, { status }]) => [`ocpay_${name}`, status])
    const unchosen = { ocpay_unchosen: "awaiting", ocpay_left: "cancelled" }
    expect(await statusesIn(knex)).toEqual({ ...Object.fromEntries(expected), ...unchosen })
    expect(await idsOf("refunded")).toEqual(["ocpay_refunded"])
    expect(await idsOf("cancelled", "held")).toEqual(["ocpay_closed", "ocpay_held", "ocpay_left"])
    expect(await storeDueStatuses(knex)).toBe(0)
  })

  test("a payment expires in the list at the end of its quote, without a change that pages would follow", async () => {
    const expires_at = new Date(Date.now() + 60_000)
    const before = await stored(paymentsOf(knex), { expires_at })
    expect(before).toMatchObject({ status: "awaiting", status_due_at: expires_at })
    expect(await storeDueStatuses(knex)).toBe(0)
    const past = new Date(Date.now() - 1_000)
    await knex("onchain_attempt").update({ expires_at: past })
    await knex("onchain_payment").update({ status_due_at: past })
    expect(await storeDueStatuses(knex)).toBe(1)
    const after = await reread(paymentsOf(knex))
    expect(after).toMatchObject({ status: "expired", status_due_at: null, updated_at: before.updated_at })
    expect(after.status_at?.getTime()).toBeGreaterThan(before.status_at?.getTime() ?? 0)
  })

  test("answers about payouts, starts of refunds and reports of money do not wait for each other in a circle", async () => {
    const store = paymentsOf(knex)
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
