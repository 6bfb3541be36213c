import { awaitDeposit, DepositApi, possibleActions, sendFor } from "../support/deposits"
import { eventually } from "../support/eventually"
import { postSigned } from "../support/hand-signed-webhook"
import type { StoreUnderTest } from "../support/store-suite"

const KINDS = ["assigned", "accepted", "refund_pending", "refunded", "refund_failed", "review_required"]
const EVENTS = 1_000
/** The review list, and one list per reported end. */
const LISTS = 5

export function untrueDepositEventsStories(store: StoreUnderTest): void {
  it("change no row, set no sender, and cost a bounded number of calls", async () => {
    const { payment } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "1" })
    const api = new DepositApi(store.merchant)
    const before = await api.view(id)
    expect(before).toMatchObject({ state: "in_review", is_confirmed: true, reported_state: null })
    const rowOf = () => store.db.raw("SELECT * FROM onchain_deposit WHERE id = ?", [id])
    const [stored] = (await rowOf()).rows
    const callsBefore = (await store.sandbox.requests("listDeposits")).length
    const startedMs = Date.now()

    const untrue = (depositId: string) => ({
      depositId,
      chain: payment.chain,
      networkId: payment.network_id,
      asset: { token: payment.token },
      amount: { raw: "99000000", display: "99", decimals: 6 },
      transaction: { txHash: stored.tx_hash, fromAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" },
      assignment: { expectedIntent: { id: "int_thief", externalOrderId: "payses_thief" } },
    })
    for (let sent = 0; sent < EVENTS; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const number = sent + n
          const depositId = number % 2 === 0 ? id : `dep_untrue_${number}`
          const event = `deposit.${KINDS[number % KINDS.length]}`
          const answer = await postSigned(store, JSON.stringify({ event, data: untrue(depositId) }))
          expect(answer.status).toBe(200)
        })
      )
    await store.quiet()
    const seconds = (Date.now() - startedMs) / 1_000

    const after = await eventually(async () => {
      await store.merchant.post("/admin/onchain/deposits/sync", {})
      const view = await api.view(id)
      expect(view.is_confirmed).toBe(true)
      return view
    })
    expect(after).toEqual(before)
    const [now] = (await rowOf()).rows
    for (const name of ["state", "revision", "from_address", "expected_session_id", "amount_raw", "tx_hash"])
      expect([name, now[name]]).toEqual([name, stored[name]])
    const { rows: made } = await store.db.raw(
      "SELECT state, confirmed_at, from_address, expected_session_id FROM onchain_deposit WHERE id <> ?",
      [id]
    )
    expect(made).toHaveLength(EVENTS / 2)
    for (const row of made)
      expect(row).toEqual({
        state: "in_review",
        confirmed_at: null,
        from_address: null,
        expected_session_id: null,
      })
    const untold = await api.view("dep_untrue_1")
    expect(untold).toMatchObject({ is_confirmed: false, reported_state: "accepted", from_address: null })
    expect(possibleActions(untold)).toEqual([])
    const calls = (await store.sandbox.requests("listDeposits")).length - callsBefore
    // A read every three seconds, and those of the synchronization above.
    expect(calls).toBeLessThan((seconds / 3 + 8) * LISTS)
    expect(await store.sandbox.requests("refundDeposit")).toEqual([])
  })
}
