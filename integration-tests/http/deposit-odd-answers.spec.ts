import {
  ambiguousDeposit,
  awaitDeposit,
  becomeFinal,
  DepositApi,
  effectsOf,
  historyOf,
  sendFor,
} from "./support/deposits"
import { listenTo, publishByJob, unpublish } from "./support/event-listener"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"

const ME = "merchant@example.com"

/** The job repeats calls without an answer. */
const OPTIONS = { plugin: { gateway: { maxAttempts: 1 } }, jobs: true }

storeSuite("an odd answer", OPTIONS, (store) => {
  const api = () => new DepositApi(store.merchant)
  const inReview = async () => {
    const id = await sendFor(store, (await awaitDeposit(store)).payment, { amount: "3" })
    return (await api().untilConfirmed(id)).id
  }
  /** Calls the service with one of our keys, from outside the store. */
  const useKey = async (id: string, action: string, key: unknown) => {
    const { url, credentials } = store.sandbox
    return fetch(`${url}/businesses/${credentials.businessId}/deposits/${id}/${action}`, {
      method: "POST",
      headers: { "x-api-key": credentials.apiKey ?? "", "idempotency-key": String(key) },
    })
  }
  const keyOf = async (id: string) => {
    const { rows } = await store.db.raw("SELECT action_key FROM onchain_deposit WHERE id = ?", [id])
    return rows[0].action_key as unknown
  }

  it("that cannot be read counts as lost: the call is repeated under its key, and acts once", async () => {
    const { id } = await ambiguousDeposit(store)
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ kind: "unexpected_body", endpoint: "acceptDeposit" })
    expect((await api().act(id, "accept")).state).toBe("processing")
    expect(await api().act(id, "accept")).toMatchObject({
      state: "accepted",
      action: { name: "accept", by: ME },
    })
    expect(await effectsOf(store)).toBe(1)
  })

  it("that the key was used for something else returns the deposit to review, and the next attempt has another key", async () => {
    const id = await inReview()
    const other = await inReview()
    await store.sandbox.fault({ kind: "server_error", endpoint: "acceptDeposit" })
    expect((await api().act(id, "accept")).state).toBe("processing")
    const key = await keyOf(id)
    expect((await useKey(other, "accept", key)).status).toBe(200)
    await expect(api().act(id, "accept")).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("IDEMPOTENCY_KEY_MISMATCH") } },
    })
    expect(await api().view(id)).toMatchObject({ state: "in_review" })
    expect((await api().act(id, "accept")).state).toBe("accepted")
    expect(await keyOf(id)).not.toBe(key)
  })

  it("that an earlier request is in progress is awaited", async () => {
    const id = await inReview()
    await store.sandbox.fault({ kind: "in_progress", endpoint: "refundDeposit" })
    const pending = await api().act(id, "refund")
    expect(pending).toMatchObject({ state: "processing", last_error: expect.stringContaining("IN_PROGRESS") })
    await api().until(id, "refund_pending")
    expect(await effectsOf(store, "refund")).toBe(1)
  })

  it("that is missing beyond the key retention is looked up, and nothing is sent again", async () => {
    const id = await inReview()
    await store.sandbox.fault({ kind: "server_error", endpoint: "refundDeposit" })
    expect((await api().act(id, "refund")).state).toBe("processing")
    await store.db.raw("UPDATE onchain_deposit SET action_at = now() - interval '13 hours' WHERE id = ?", [
      id,
    ])
    const back = await api().until(id, "in_review")
    expect(back.last_error).toContain("NO_ANSWER")
    expect(historyOf(back)).toEqual([`deposit.refund_requested by ${ME}`, "deposit.refund_refused"])
    expect(await store.sandbox.requests("refundDeposit")).toHaveLength(1)
  })

  it("that is lost in a crash before its event was published is reported later", async () => {
    const published = listenTo(store, "onchain.deposit_accepted")
    const id = await inReview()
    await api().act(id, "accept")
    await eventually(() => Promise.resolve(expect(published).toHaveLength(1)))
    await unpublish(store, id)
    await publishByJob(store)
    await eventually(() => Promise.resolve(expect(published).toHaveLength(2)))
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
