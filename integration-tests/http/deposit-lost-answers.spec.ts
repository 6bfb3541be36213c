import type { OnchainDepositAction } from "../../src/types/http"
import { ambiguousDeposit, DepositApi, effectsOf, historyOf } from "./support/deposits"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"

const ME = "merchant@example.com"
const STATE = { assign: "assigned", accept: "accepted", refund: "refund_pending" } as const
const ENDPOINT = { assign: "assignDeposit", accept: "acceptDeposit", refund: "refundDeposit" } as const
const ACTIONS: OnchainDepositAction[] = ["assign", "accept", "refund"]

/** One attempt per call, so that a lost answer is left to the store. Its jobs repeat calls without an answer. */
const OPTIONS = { plugin: { gateway: { maxAttempts: 1 } }, jobs: true }

storeSuite("a lost answer", OPTIONS, (store) => {
  const api = () => new DepositApi(store.merchant)
  const act = async (id: string, action: OnchainDepositAction) =>
    action === "assign" ? api().assign(id) : api().act(id, action)
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
  const keys = async (action: OnchainDepositAction) => {
    const requests = await store.sandbox.requests(ENDPOINT[action])
    return [...new Set(requests.map(({ idempotencyKey }) => idempotencyKey))]
  }

  describe.each(ACTIONS)("to %s", (action) => {
    it("is retried automatically with the same key, and the action happened once", async () => {
      const { id, newer } = await ambiguousDeposit(store)
      await store.sandbox.fault({ kind: "drop_response", endpoint: ENDPOINT[action] })
      await store.sandbox.setWebhook(null)
      const pending = await act(id, action)
      expect(pending).toMatchObject({ state: "processing", action: { name: action, by: ME } })
      expect(pending.choices.accept.reason).toContain("waits for the provider's answer")
      const done = await until(id, STATE[action])
      expect(done.last_error).toBeNull()
      expect(historyOf(done)).toEqual([
        `deposit.${action}_requested by ${ME}`,
        `deposit.${STATE[action]} by ${ME}`,
      ])
      expect(await effectsOf(store, action)).toBe(1)
      expect(await keys(action)).toHaveLength(1)

      await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
      if (action !== "assign") return
      for (const { id: delivery, event } of await store.sandbox.deliveries())
        if (event === "invoice.paid") await store.sandbox.redeliver(delivery)
      await store.quiet()
      expect((await store.merchant.order(newer.orderId)).captures).toEqual([17])
    })

    it("is retried by the operator with the same key, and the action happened once", async () => {
      const { id } = await ambiguousDeposit(store)
      const intent_id = (await api().view(id)).candidates[0]?.intent_id
      const body = action === "assign" ? { intent_id } : {}
      await store.sandbox.fault({ kind: "server_error", endpoint: ENDPOINT[action] })
      expect(await api().act(id, action, body)).toMatchObject({ state: "processing" })
      const done = await eventually(() => api().act(id, action, body))
      expect(done.state).toBe(STATE[action])
      expect(await effectsOf(store, action)).toBe(1)
      expect(await keys(action)).toEqual([expect.stringMatching(new RegExp(`^dep_${action}_1_`))])
    })
  })

  it("blocks other actions, and says who waits for it", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.fault({ kind: "reset", endpoint: "refundDeposit", count: 2 })
    expect((await api().act(id, "refund")).state).toBe("processing")
    await expect(api().act(id, "accept")).rejects.toMatchObject({
      response: {
        status: 409,
        data: { message: expect.stringMatching(new RegExp(`^${ME} chose to refund it on `)) },
      },
    })
    expect(await store.sandbox.requests("acceptDeposit")).toEqual([])
    await until(id, "refund_pending")
  })

  it("is not needed when an event reports the outcome", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "acceptDeposit" })
    await api().act(id, "accept")
    await store.quiet()
    expect((await api().view(id)).state).toBe("accepted")
  })

  it("to a refund that has failed meanwhile leaves the deposit in review", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.failRefund(id)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "refundDeposit" })
    expect((await api().act(id, "refund")).state).toBe("processing")
    await store.sandbox.advance(20_000)
    const back = await api().until(id, "in_review")
    expect(back.last_error).toContain("The refund failed")
    expect(historyOf(back)).toEqual([
      `deposit.refund_requested by ${ME}`,
      `deposit.refund_pending by ${ME}`,
      "deposit.refund_failed",
    ])
    await store.quiet()
    expect((await api().view(id)).state).toBe("in_review")
    expect(await effectsOf(store, "refund")).toBe(1)
  })

  it("to a refund that has succeeded meanwhile leaves the deposit refunded", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "refundDeposit" })
    expect((await api().act(id, "refund")).state).toBe("processing")
    await store.sandbox.advance(20_000)
    await api().until(id, "refunded")
    await store.quiet()
    expect((await api().view(id)).state).toBe("refunded")
    expect(await effectsOf(store, "refund")).toBe(1)
  })

  it("of an unavailable service is awaited, and the deposit ends as requested", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.fault({ kind: "server_error", status: 503, endpoint: "acceptDeposit", count: 2 })
    const pending = await api().act(id, "accept")
    expect(pending).toMatchObject({ state: "processing", last_error: expect.stringContaining("503") })
    expect((await until(id, "accepted")).last_error).toBeNull()
  })
})
