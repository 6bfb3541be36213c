import { awaitDeposit, becomeFinal, DepositApi, effectsOf, historyOf, sendFor } from "./support/deposits"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"

const ME = "merchant@example.com"

/** One attempt per call, so that a lost answer is left to the store. Its jobs repeat calls without an answer. */
const OPTIONS = { plugin: { tuning: { callAttempts: 1 } }, jobs: true }

storeSuite("a lost or odd answer", OPTIONS, (store) => {
  const api = () => new DepositApi(store.merchant)
  /** Waits until a deposit is in a state, without the pauses between repetitions of its call. */
  const until = (id: string, state: string) =>
    eventually(async () => {
      await store.db.raw(
        "UPDATE onchain_deposit SET next_attempt_at = now() WHERE state = 'processing' AND lease_expires_at IS NULL"
      )
      const deposit = await api().view(id)
      expect(deposit.state).toBe(state)
      return deposit
    })
  const inReview = async () => {
    const id = await sendFor(store, (await awaitDeposit(store)).payment, { amount: "3" })
    return (await api().untilConfirmed(id)).id
  }

  it("to an acceptance is retried automatically with the same key, and the action happened once", async () => {
    const id = await inReview()
    await store.sandbox.fault({ kind: "drop_response", endpoint: "acceptDeposit" })
    await store.sandbox.setWebhook(null)
    const pending = await api().act(id, "accept")
    expect(pending).toMatchObject({ state: "processing", action: { name: "accept", by: ME } })
    expect(pending.choices.accept.reason).toContain("waits for the provider's answer")
    const done = await until(id, "accepted")
    expect(done.last_error).toBeNull()
    expect(historyOf(done)).toEqual([`deposit.accept_requested by ${ME}`, `deposit.accepted by ${ME}`])
    expect(await effectsOf(store, "accept")).toBe(1)
    const keys = (await store.sandbox.requests("acceptDeposit")).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
  })

  it("is reported by the health check while it is missing", async () => {
    const id = await inReview()
    await store.sandbox.fault({ kind: "server_error", endpoint: "refundDeposit", count: 100 })
    await api().act(id, "refund")
    await store.db.raw("UPDATE onchain_deposit SET action_at = now() - interval '11 minutes' WHERE id = ?", [
      id,
    ])
    const { checks } = await store.merchant.health()
    expect(checks).toContainEqual({
      id: "deposit_actions",
      status: "warning",
      message: expect.stringContaining(id),
    })
    expect(checks).toContainEqual({
      id: "deposits",
      status: "ok",
      message: "Deposits in review: 0.",
    })
    await store.sandbox.clearFaults()
    await becomeFinal(store)
  })
})
