import type { OnchainWithdrawalDetail } from "../../../src/types/http"
import { sellElsewhere, retryDeliveries } from "../support/day-books"
import type { StoreUnderTest } from "../support/store-suite"
import { catchUp, UNTIL_SWEPT_MS } from "../support/treasury"
import { hurry, loseAnswer, payoutsOf, refusalOf, UNTIL_PAID_MS } from "../support/withdrawals"
import { installed } from "../support/installed"

/** Something to pay out, and quotes that have not ended by the service's clock. */
async function fill(store: StoreUnderTest): Promise<void> {
  await catchUp(store.sandbox)
  await store.sandbox.setWebhook(null)
  await sellElsewhere(store, "100")
  await store.sandbox.advance(UNTIL_SWEPT_MS)
  await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
}

/** A story of a service that has no call for a withdrawal, where a transaction names each. */
export function namedWithdrawalStory(store: StoreUnderTest): void {
  it("a withdrawal whose answer was lost is matched with the transaction that names it", async () => {
    const api = store.merchant.withdrawals
    await fill(store)
    const { lost, payout } = await loseAnswer(store, api, await api.destination())
    const adopt = (id: string) => api.act(lost, "adopt", { gateway_withdrawal_id: id })
    expect(await refusalOf(adopt(payout.id))).toMatchObject({
      status: 400,
      message: expect.stringContaining("try again once it has left"),
    })
    await store.sandbox.advance(UNTIL_PAID_MS)
    const other = (await store.sandbox.withdrawals()).find(({ amount }) => amount === "1")
    expect((await refusalOf(adopt(other?.id ?? ""))).message).toContain("is not this one: it is withdrawal")
    expect((await api.act(lost, "check")).last_error).toContain(`It may be ${payout.id}`)
    expect(await adopt(payout.id)).toMatchObject({
      state: "completed",
      status_source: "transaction",
      mismatch: null,
      tx_hash: payout.txHash ?? expect.any(String),
      resolution: { by: "merchant@example.com" },
    })
  })
}

export function unnamedWithdrawalStories(store: StoreUnderTest): void {
  const assumed = () => store.container.resolve("onchain").options.assumptions
  const api = () => store.merchant.withdrawals

  beforeEach(() => {
    assumed().fields.transaction.withdrawalId = null
  })
  afterEach(() => {
    assumed().fields.transaction.withdrawalId = "withdrawalId"
    assumed().events.trustWithdrawals = false
  })

  /** Sends one, lets it be paid, and processes every event as often as it may be. */
  async function payOut(): Promise<OnchainWithdrawalDetail> {
    await fill(store)
    const { id } = await api().send(await api().destination(), { amount: "10" })
    await store.sandbox.advance(UNTIL_PAID_MS)
    await retryDeliveries(store)
    return api().view(id)
  }
  const follow = async () => {
    await hurry(store)
    await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
  }
  const letDaysPass = () =>
    store.db.raw("UPDATE onchain_withdrawal SET state_at = state_at - interval '73 hours'")

  /** Nothing new can be read about it, so it is not polled every minute for ever. */
  async function isLeftAlone(id: string): Promise<boolean> {
    const { rows } = await store.db.raw(
      "SELECT due_at > now() + interval '30 minutes' AS is_later FROM onchain_withdrawal WHERE id = ?",
      [id]
    )
    return rows[0].is_later !== false
  }

  it("a withdrawal waits with a reason to act on, and a person ends it, once", async () => {
    const { id } = await payOut()
    await follow()
    const waiting = await api().view(id)
    expect(waiting).toMatchObject({ state: "sent", mismatch: null })
    expect(waiting.last_error).toContain("its transactions name none")
    expect(waiting.last_error).toContain("assumptions.events.trustWithdrawals")
    expect(waiting.choices.end.reason).toContain("3 days")
    const end = (body: object) => api().act({ id }, "end", { note: "Seen in the explorer.", ...body })
    expect(await refusalOf(end({ outcome: "paid" }))).toMatchObject({
      status: 409,
      message: expect.stringContaining("3 days"),
    })

    await letDaysPass()
    expect((await api().view(id)).choices.end).toMatchObject({ is_possible: true })
    const [payout] = await payoutsOf(store, id)
    const unpaid = await refusalOf(end({ outcome: "not_paid" }))
    expect(unpaid).toMatchObject({ status: 400, message: expect.stringMatching(/^It may be txn_\w+\. /) })
    expect(unpaid.message).toContain("If it was paid, choose that outcome.")
    const done = await end({ outcome: "paid", tx_hash: payout?.txHash })
    expect(done).toMatchObject({ state: "completed", tx_hash: payout?.txHash, mismatch: null })
    expect(done.resolution).toMatchObject({ by: "merchant@example.com", note: "Seen in the explorer." })

    await follow()
    expect(await api().view(id)).toMatchObject({ state: "completed", mismatch: null, last_error: null })
    expect(await isLeftAlone(id)).toBe(true)
  })

  it("a withdrawal ends by its signed event alone, where a setting says so", async () => {
    assumed().events.trustWithdrawals = true
    const done = await payOut()
    expect(done).toMatchObject({
      state: "completed",
      status_source: "event",
      mismatch: null,
      last_error: null,
    })
    await follow()
    expect(await api().view(done.id)).toMatchObject({ state: "completed", status_source: "event" })
    expect(await isLeftAlone(done.id)).toBe(true)
  })
}
