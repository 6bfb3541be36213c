import { isClaimed } from "../../../src/modules/onchain/payout/withdrawal-claims"
import { settleWithdrawal } from "../../../src/workflows/payout/execute-withdrawal"
import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"
import {
  historyOf,
  hurry,
  loseAnswer,
  payoutsOf,
  refusalOf,
  UNTIL_PAID_MS,
  WithdrawalApi,
} from "./withdrawals"
import { installed } from "./installed"

const ME = "merchant@example.com"

/** Stories of withdrawals with an unknown outcome, and of an operator's resolution. */
export function withdrawalDoubtStories(store: StoreUnderTest): void {
  let api: WithdrawalApi
  let destinationId: string
  beforeEach(async () => {
    api = new WithdrawalApi(store.merchant)
    await fundTreasury(store, "100")
    destinationId = await api.destination()
  })
  const follow = async () => {
    await hurry(store)
    await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
  }
  const lost = () => loseAnswer(store, api, destinationId)
  const set = (id: string, columns: string) =>
    store.db.raw(`UPDATE onchain_withdrawal SET ${columns} WHERE id = ?`, [id])

  it("a contradiction is reviewed by an operator, once, with a note", async () => {
    const { lost: unknown } = await lost()
    const gone = await api.act(unknown, "write-off", { note: "There is none." })
    await store.sandbox.advance(UNTIL_PAID_MS)
    const back = await api.act(gone, "check")
    const troubles = () => store.container.resolve("onchain").finance.payoutFacts.troubles()
    expect(await troubles()).toMatchObject({ contradicted: [back.id] })
    const body = { note: "It was paid once.", mismatch: "Something else." }
    expect(await refusalOf(api.act(back, "acknowledge", body))).toMatchObject({ status: 409 })
    const seen = await api.act(back, "acknowledge", { ...body, mismatch: back.mismatch })
    expect(seen).toMatchObject({
      state: "completed",
      mismatch: back.mismatch,
      mismatch_seen: { by: ME, note: "It was paid once.", at: expect.any(String) },
      choices: { acknowledge: { is_possible: false } },
    })
    expect(historyOf(seen)).toContain(`withdrawal.acknowledged by ${ME}`)
    expect(await troubles()).toMatchObject({ contradicted: [] })
    expect(await refusalOf(api.act(seen, "acknowledge", { note: "Again." }))).toMatchObject({
      status: 409,
      message: expect.stringContaining("It is already reviewed."),
    })
    expect(await refusalOf(api.act(seen, "acknowledge", {}))).toMatchObject({ status: 400 })
  })

  /** The service has it, but no longer shows it. */
  async function untold() {
    await store.sandbox.setWebhook(null)
    const sent = await api.send(destinationId)
    await set(
      sent.id,
      "gateway_withdrawal_id = 'wd_gone', state_at = now() - interval '73 hours', checked_at = NULL"
    )
    return sent
  }

  it("one that the service cannot report on is named by health, and ended by an operator after three days", async () => {
    const sent = await untold()
    await follow()
    expect(await api.view(sent.id)).toMatchObject({
      state: "sent",
      last_error: expect.stringContaining("does not report what became of it"),
      choices: { end: { is_possible: true } },
    })
    expect(await store.container.resolve("onchain").finance.payoutFacts.troubles()).toMatchObject({
      unfollowed: [sent.id],
    })
    const ended = await api.act(sent, "end", { outcome: "paid", note: "The explorer shows it." })
    expect(ended).toMatchObject({
      state: "completed",
      completed_at: expect.any(String),
      resolution: { by: ME, note: "The explorer shows it." },
    })
    expect(historyOf(ended)).toContain(`withdrawal.ended_paid by ${ME}`)
    expect(await refusalOf(api.act(sent, "end", { outcome: "not_paid", note: "No." }))).toMatchObject({
      status: 409,
    })
    await follow()
    expect(await api.view(sent.id)).toMatchObject({ state: "completed", last_error: null, mismatch: null })
  })

  it("one that the service cannot report on ends as not paid when the search proves it", async () => {
    const sent = await untold()
    const notPaid = () => api.act(sent, "end", { outcome: "not_paid", note: "No." })
    const unproven = (words: string) => ({
      status: 400,
      code: "absence_unproven",
      message: expect.stringContaining(words),
    })
    expect(await refusalOf(notPaid())).toMatchObject(unproven("showed no other withdrawal"))
    await api.send(destinationId, { amount: "1" })
    await store.db.raw(
      `INSERT INTO onchain_transaction (environment, business_id, id, chain, network_id, token, direction, amount, reference, sort_at)
       VALUES ('sandbox', ?, 'txn_gone', 'evm', 'base-mainnet', 'USDC', 'out', '20', 'wd_gone', now())`,
      [store.sandbox.credentials.businessId ?? ""]
    )
    expect(await refusalOf(notPaid())).toMatchObject(unproven("lists a transaction of this payout"))
    await store.db.raw("UPDATE onchain_transaction SET reference = NULL, amount = '25' WHERE id = 'txn_gone'")
    expect(await refusalOf(notPaid())).toMatchObject(unproven("It may be txn_gone."))
    expect(await api.view(sent.id)).toMatchObject({ state: "sent", choices: { end: { is_possible: true } } })
    const body = { outcome: "not_paid", note: "No.", not_this: ["txn_gone"] }
    expect(await api.act(sent, "end", body)).toMatchObject({
      state: "failed",
      last_error: expect.stringContaining("Ruled out: txn_gone."),
    })
  })

  it("an answer that arrives after a write-off is kept, and reopens it", async () => {
    const { lost: unknown, payout } = await lost()
    const { gateway, payouts } = store.container.resolve("onchain")
    const { store: rows } = payouts.withdrawals
    const asleep = { ...(await rows.mustFind(unknown.id)), state: "sending" as const }
    if (!isClaimed(asleep)) throw new Error("it was never claimed")
    const askedAt = await rows.now()
    await api.act(unknown, "write-off", { note: "There is none." })
    const answer = await gateway.getWithdrawal(payout.id)
    await settleWithdrawal(store.container, asleep, answer, askedAt)
    expect(await api.view(unknown.id)).toMatchObject({
      state: "sent",
      gateway_withdrawal_id: payout.id,
      mismatch: expect.stringContaining("after all"),
    })
    expect(await payoutsOf(store, unknown.id)).toHaveLength(1)
  })
}
