import type {
  OnchainAttention,
  OnchainOrderResponse,
  OnchainPayoutLegListResponse,
  OnchainPayoutLegResponse,
} from "../../../src/types/http"
import { makeReport } from "../support/day-books"
import { expectSameEverywhere } from "./same-everywhere"
import { eventually } from "../support/eventually"
import { pay, placeIntent, signUp } from "../support/intent-purchase"
import { expectCaptured, USDC_ON_BASE } from "../support/purchase"
import { makeDue } from "../support/reconciliation"
import type { StoreUnderTest } from "../support/store-suite"

/** Legs of a split of three, in a store with jobs. @param addresses of the recipients; the second one is rejected */
export function splitStories(store: StoreUnderTest, addresses: readonly string[]): void {
  const orderOf = async (orderId: string) =>
    (await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)).order

  it("shows a leg that arrives, one that is rejected and one without gas, by webhooks, and by the list of withdrawals once they are lost", async () => {
    const { sandbox, merchant } = store
    await sandbox.dashboard("billing/plan", { plan: "Startup" })
    // What is left covers the sweep and two of three legs.
    await sandbox.dashboard("billing/contract-executions", { usd: "9.9" })
    await sandbox.rejectDestination(addresses[1] ?? "")
    const { customer } = await signUp(store)
    const { orderId, payment } = await placeIntent(customer, USDC_ON_BASE)
    const planned = (await orderOf(orderId)).payments[0]?.attempts[0]?.legs
    expect(planned?.map(({ label, share_bps, phase }) => [label, share_bps, phase])).toEqual([
      ["Maker", 6_000, "planned"],
      ["Courier", 3_000, "planned"],
      ["Shop", 1_000, "planned"],
    ])
    await pay(store, payment)
    await makeDue(store)
    await eventually(() => expectCaptured(store, orderId))
    await sandbox.advance(10 * 60_000)
    const legsOf = async () => {
      await store.db.raw("UPDATE onchain_payout_leg SET updated_at = now() - interval '1 hour'")
      await store.db.raw("DELETE FROM onchain_status WHERE id = 'payout_legs'")
      return (await orderOf(orderId)).payments[0]?.attempts[0]?.legs ?? []
    }
    const legs = await eventually(async () => {
      const found = await legsOf()
      expect(found.map(({ label, status }) => [label, status])).toEqual([
        ["Maker", "completed"],
        ["Courier", "destination_rejected"],
        ["Shop", "gas_blocked"],
      ])
      return found
    })
    expect(legs).toMatchObject([
      { phase: "done", tx_hash: expect.any(String), waits_for: null, failure_reason: null },
      { phase: "failed", tx_hash: null, failure_reason: "the destination was rejected" },
      { phase: "pending", tx_hash: null, waits_for: "gas" },
    ])
    const attention = async () => {
      const { items } = await merchant.get<OnchainAttention>("/admin/onchain/attention")
      return items.map(({ kind, screen, reason, order }) => [kind, screen, reason, order?.id]).sort()
    }
    expect(await attention()).toEqual([
      ["leg_blocked", "payout_leg", "gas_blocked", orderId],
      ["leg_failed", "payout_leg", "destination_rejected", orderId],
    ])
    await eventually(async () => {
      const { items } = await merchant.get<OnchainAttention>("/admin/onchain/attention")
      for (const item of items) await expectSameEverywhere(store, item)
    })
    const failed = await merchant.get<OnchainPayoutLegListResponse>("/admin/onchain/payout-legs?phase=failed")
    expect(failed).toMatchObject({ count: 1, payout_legs: [{ id: legs[1]?.id, order: { id: orderId } }] })
    const differences = async () => {
      const report = await makeReport(store)
      return report.differences.map(({ kind, match_key, order }) => [kind, match_key, order?.id])
    }
    // The rejected share is still in the treasury: that is true until a person has seen it.
    expect(await differences()).toEqual([["payout_missing", legs[1]?.withdrawal_id, orderId]])

    await sandbox.setWebhook(null)
    await merchant.post<OnchainPayoutLegResponse>(`/admin/onchain/payout-legs/${legs[1]?.id}/acknowledge`, {
      ...{ note: "paid in cash", status: "destination_rejected" },
    })
    await sandbox.dashboard("billing/top-ups", { usd: "10" })
    await sandbox.advance(10 * 60_000)
    await eventually(async () => {
      expect((await legsOf()).map(({ status }) => status)).toEqual([
        ...["completed", "destination_rejected", "completed"],
      ])
      expect(await attention()).toEqual([])
    })
    expect(await differences()).toEqual([])
    const paid = await sandbox.withdrawals()
    expect(paid.map(({ destinationAddress }) => destinationAddress).sort()).toEqual([...addresses].sort())
    // Nothing was paid by us.
    expect(await sandbox.calls("createWithdrawal")).toEqual([])
    expect(await store.db("onchain_withdrawal").select("id")).toEqual([])
  })
}
