import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../src/domain/payment/payment-status"
import { PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { storeDueStatuses } from "../../src/modules/onchain/payment/payment-status"
import { endByWord } from "../../src/workflows/payout/end-withdrawal"
import { recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"
import { RefundService } from "../../src/modules/onchain/refund/refund-service"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import { describeOnchainModule } from "./onchain-module"
import {
  withdrawalIn,
  reread,
  storeAllStatuses,
  stored,
  destinationIn,
  payoutOf,
  account,
  scope,
  paymentsOf,
  invoice,
} from "./rows"
import { containerOf } from "./withdrawal-stories"

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
  const withdrawal = await withdrawalIn(knex, payout, { refund_id, payment_id: id })
  await knex("onchain_refund").where({ id: refund_id }).update({ withdrawal_id: withdrawal.id })
}

const statusesIn = async (knex: Knex) => {
  const rows: { id: string; status: PaymentStatus }[] = await knex("onchain_payment").select("id", "status")
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

describeOnchainModule(({ service, knex }) => {
  test("each fact decides the status, and the filter finds payments by it", async () => {
    for (const [name, scene] of Object.entries(SCENES)) await plant(knex, name, scene)
    for (const abandoned_at of [null, AT]) {
      const id = abandoned_at ? "ocpay_left" : "ocpay_unchosen"
      const columns = { id, session_id: id, fiat_amount: "12.50", currency_code: "usd", abandoned_at }
      await knex("onchain_payment").insert(columns)
    }
    const list = new PaymentList(knex, scope)
    const idsOf = async (...statuses: PaymentStatus[]) =>
      (await list.after({ statuses }, null, 50)).map(({ id }) => id).sort()
    await storeAllStatuses(knex)
    const expected = Object.entries(SCENES).map(([name, { status }]) => [`ocpay_${name}`, status])
    const unchosen = { ocpay_unchosen: "awaiting", ocpay_left: "cancelled" }
    expect(await statusesIn(knex)).toEqual({ ...Object.fromEntries(expected), ...unchosen })
    expect(await idsOf("refunded")).toEqual(["ocpay_refunded"])
    expect(await idsOf("cancelled", "held")).toEqual(["ocpay_closed", "ocpay_held", "ocpay_left"])
  })

  test("a payment expires in the list at the end of its quote, without a change that pages would follow", async () => {
    const expires_at = new Date(Date.now() + 60_000)
    const before = await stored(paymentsOf(knex), { expires_at })
    for (const id of ["ocpay_2", "ocpay_3"]) await stored(paymentsOf(knex), { id, expires_at })
    expect(before.status).toBe("awaiting")
    expect(await storeDueStatuses(knex)).toBe(0)
    await knex("onchain_attempt").update({ expires_at: new Date(Date.now() - 1_000) })
    expect(await storeDueStatuses(knex, 2)).toBe(3)
    const { status, updated_at } = await reread(paymentsOf(knex))
    expect({ status, updated_at }).toEqual({ status: "expired", updated_at: before.updated_at })
    expect(await storeDueStatuses(knex)).toBe(0)
  })

  test("answers about payouts, starts of refunds and reports of money do not wait for each other in a circle", async () => {
    const store = paymentsOf(knex)
    const ledger = new RefundService(knex, { ...scope, payouts: { approval: "none" } })
    const container = containerOf(service)
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
      const started = await ledger.startPayout(payoutOf(first, destination))
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
        recordWithdrawal(
          container,
          withdrawal,
          {
            ...withdrawalOf(status),
            ...{ chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "5" },
          },
          { askedAt: new Date(askedMs), source: "service" }
        )
      await Promise.all([
        answer("gas_blocked", Date.now()),
        answer("completed", Date.now() + 1),
        ledger.settle({
          refundId: first,
          actorId: "user_1",
          note: "by bank",
          txHash: null,
          fiatDecimals: 2,
        }),
        endByWord(service.payouts.withdrawals.store, withdrawal, "paid", {
          actorId: "user_1",
          note: "seen on chain",
        }),
        ledger.startPayout(payoutOf(second, destination)),
        ledger.oweExtra(row, { invoiceId: `inv_extra_${round}`, tokenAmount: "1" }),
        store.note(id, { received_amount: "13" }),
        store.record(row, invoice({ status: "pending" })),
        storeDueStatuses(knex),
      ])
    }
    expect(new Set(Object.values(await statusesIn(knex)))).toEqual(new Set(["contradicted"]))
  }, 60_000)
})
