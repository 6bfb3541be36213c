import type {
  OnchainBulkDepositBody,
  OnchainBulkDepositResponse,
  OnchainBulkDepositResult,
} from "../../src/types/http"
import { awaitDeposit, effectsOf, historyOf, sendFor } from "./support/deposits"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { underOptions } from "./support/refunds"

const PATH = "/admin/onchain/deposits/bulk"
const ME = "merchant@example.com"

/** One attempt per call, so that a lost answer is left to the store. Its jobs repeat calls without an answer. */
const OPTIONS = { plugin: { tuning: { callAttempts: 1 } }, jobs: true }

storeSuite("actions on deposits", OPTIONS, (store) => {
  const api = () => store.merchant.deposits
  const send = async (body: OnchainBulkDepositBody) =>
    (await store.merchant.post<OnchainBulkDepositResponse>(PATH, body)).results
  const outcomes = (results: OnchainBulkDepositResult[]) => results.map(({ id, result }) => [id, result])

  /** Deposits of these amounts, in review and confirmed by a list. */
  async function inReview(...amounts: string[]): Promise<string[]> {
    const { payment } = await awaitDeposit(store)
    const ids: string[] = []
    for (const amount of amounts) ids.push(await sendFor(store, payment, { amount }))
    for (const id of ids) await api().untilConfirmed(id)
    return ids
  }

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

  describe("several at once", () => {
    it("are refunded only by a user who may move money out, and accepted by any, each once: one that cannot be stops no other", async () => {
      const [first = "", dust = "", last = ""] = await inReview("3", "0.08", "4")
      const rows = (await api().list("?state=in_review")).deposits
      expect(rows.find(({ id }) => id === dust)?.bulk).toMatchObject({
        accept: { is_possible: false, reason: expect.stringContaining("can only be refunded") },
        refund: { is_possible: true, reason: null },
      })
      const ids = [first, dust, "dep_nothing", last, first]
      let results: OnchainBulkDepositResult[] = []
      await underOptions(store, { payouts: { allowedUsers: ["user_treasurer"] } }, async () => {
        await expect(send({ action: "refund", ids: [first] })).rejects.toMatchObject({
          response: { status: 403, data: { code: "payouts_not_allowed" } },
        })
        expect(await api().view(first)).toMatchObject({ state: "in_review" })
        results = await send({ action: "accept", ids })
      })
      expect(outcomes(results)).toEqual([
        [first, "done"],
        [dust, "refused"],
        ["dep_nothing", "refused"],
        [last, "done"],
      ])
      expect(results[1]?.message).toContain("can only be refunded")
      expect(results[2]?.message).toContain("There is no deposit dep_nothing")
      for (const id of [first, last]) expect(await api().view(id)).toMatchObject({ state: "accepted" })
      expect(await effectsOf(store, "accept")).toBe(2)

      expect(outcomes(await send({ action: "accept", ids: [first, last] }))).toEqual([
        [first, "conflict"],
        [last, "conflict"],
      ])
      expect(await effectsOf(store, "accept")).toBe(2)
    })

    it("of an asset that the provider does not support are its decision: what it says is kept, and it may accept", async () => {
      const { payment } = await awaitDeposit(store)
      const id = await sendFor(store, payment, { amount: "1000", token: "SHIB" })
      expect(await api().untilConfirmed(id)).toMatchObject({
        ...{
          is_supported: false,
          choices: { assign: { is_possible: false }, accept: { is_possible: true } },
        },
      })
      const fault = { kind: "refusal", status: 422, code: "ASSET_ON_HOLD", endpoint: "acceptDeposit" }
      await store.sandbox.fault({ ...fault, count: 1 })
      await expect(api().act(id, "accept")).rejects.toMatchObject({ response: { status: 400 } })
      const refused = await api().view(id)
      const answer = { message: "a fault of the sandbox", details: [], request_id: expect.any(String) }
      expect(refused).toMatchObject({ state: "in_review", provider_answer: answer })
      expect(refused.last_error).toContain("ASSET_ON_HOLD")
      expect(await api().act(id, "accept")).toMatchObject({ state: "accepted", provider_answer: null })
    })
  })

  describe("an answer that was lost", () => {
    it("to an acceptance, of one or several at once, is retried automatically with the same key, and the action happened once", async () => {
      const [id = "", ...several] = await inReview("3", "8", "9")
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

      await store.sandbox.fault({ kind: "reset", endpoint: "acceptDeposit", count: 100 })
      const results = await send({ action: "accept", ids: several })
      expect(outcomes(results)).toEqual(several.map((one) => [one, "pending"]))
      await store.sandbox.clearFaults()
      for (const one of several) await until(one, "accepted")
    })

    it("to a refund that has failed meanwhile leaves the deposit in review", async () => {
      const [id = ""] = await inReview("3")
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

    it("is reported by the health check while it is missing; beyond the key retention it is looked up, and nothing is sent again", async () => {
      const [id = ""] = await inReview("3")
      await store.sandbox.fault({ kind: "server_error", endpoint: "refundDeposit" })
      expect((await api().act(id, "refund")).state).toBe("processing")
      await store.db.raw(
        `UPDATE onchain_deposit SET action_at = now() - interval '11 minutes',
           next_attempt_at = now() + interval '1 hour' WHERE id = ?`,
        [id]
      )
      const { checks } = await store.merchant.health()
      expect(checks).toContainEqual(
        expect.objectContaining({
          id: "deposit_actions",
          status: "warning",
          message: expect.stringContaining(id),
        })
      )
      expect(checks).toContainEqual(
        expect.objectContaining({ id: "deposits", status: "ok", message: "0 deposits need review." })
      )
      await store.db.raw("UPDATE onchain_deposit SET action_at = now() - interval '13 hours' WHERE id = ?", [
        id,
      ])
      const back = await until(id, "in_review")
      expect(back.last_error).toContain("NO_ANSWER")
      expect(historyOf(back)).toEqual([`deposit.refund_requested by ${ME}`, "deposit.refund_refused"])
      expect(await store.sandbox.requests("refundDeposit")).toHaveLength(1)
    })
  })
})
