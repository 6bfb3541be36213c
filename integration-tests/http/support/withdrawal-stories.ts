import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import type { OnchainAttentionResponse, OnchainPayoutAccessResponse } from "../../../src/types/http"
import { basic, hireAdmin } from "./clerk"
import { eventually } from "./eventually"
import { installed } from "./installed"
import { listenToLogs } from "./log-listener"
import type { StoreUnderTest } from "./store-suite"
import { accountsOf, fundTreasury } from "./treasury"
import {
  historyOf,
  hurry,
  loseAnswer,
  payoutsOf,
  refusalOf,
  UNTIL_PAID_MS,
  WALLETS,
  WithdrawalApi,
} from "./withdrawals"
import { underOptions } from "./refunds"

const ME = "merchant@example.com"
const SECOND = { approval: "second_user" } as const
const CREATE = "createWithdrawal"
/** More than the client's retries of a call. */
const MANY = 20

export function withdrawalStories(store: StoreUnderTest): void {
  const api = () => store.merchant.withdrawals
  const untilPaid = async () => {
    await store.sandbox.advance(UNTIL_PAID_MS)
    await store.quiet()
  }

  it.each(["base-mainnet", "stellar-mainnet"] as const)(
    "on %s it is requested, quoted, confirmed and paid, once, with its memo",
    async (networkId) => {
      await fundTreasury(store, "100", { networkId, token: "USDC" })
      const before = await accountsOf(store.sandbox, { networkId, token: "USDC" })
      const asked = await api().request(await api().destination(networkId), { note: "Rent" })
      expect(asked).toMatchObject({
        state: "quoted",
        waits_for: "confirmation",
        note: "Rent",
        amount: "25",
        fee: expect.stringMatching(/^\d+(\.\d+)?$/),
        net_amount: expect.stringMatching(/^\d+(\.\d+)?$/),
        quote: { is_expired: false, expires_at: expect.any(String) },
        choices: { confirm: { is_possible: true }, approve: { is_possible: false } },
      })
      expect(await store.sandbox.withdrawals()).toEqual([])
      const sent = { state: "sent", gateway_status: "queued", waits_for: "queue" }
      expect(await api().consent(asked)).toMatchObject(sent)
      await untilPaid()
      const done = await api().until(asked.id, "completed")
      expect(done).toMatchObject({
        waits_for: null,
        mismatch: null,
        last_error: null,
        fee: asked.quote?.fee,
        net_amount: asked.quote?.net_amount,
        tx_hash: expect.any(String),
        completed_at: expect.any(String),
      })
      expect(historyOf(done)).toEqual([
        `withdrawal.requested by ${ME}`,
        `withdrawal.quoted by ${ME}`,
        `withdrawal.confirmed by ${ME}`,
        "withdrawal.sent",
        "withdrawal.completed",
      ])
      expect(await store.sandbox.withdrawals()).toMatchObject([
        {
          clientReference: asked.id,
          status: "completed",
          amount: "25",
          destinationAddress: WALLETS[networkId].address,
          ...(networkId === "stellar-mainnet" && { memo: WALLETS[networkId].memo }),
        },
      ])
      const after = await accountsOf(store.sandbox, { networkId, token: "USDC" })
      expect(Number(after.outside) - Number(before.outside)).toBeCloseTo(Number(done.net_amount), 6)
      expect(after.reserved).toBe("0")
    }
  )

  const failures = async () =>
    (await store.merchant.get<OnchainAttentionResponse>("/admin/onchain/attention")).items.filter(
      ({ kind }) => kind === "withdrawal_failed"
    )

  it("fails when the destination is rejected, keeps the money, and needs a user until it is acknowledged", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.rejectDestination(WALLETS["base-mainnet"].address)
    const { treasury } = await accountsOf(store.sandbox)
    const sent = await api().send(await api().destination())
    await untilPaid()
    expect(await api().until(sent.id, "failed")).toMatchObject({
      gateway_status: "destination_rejected",
      last_error: expect.stringContaining("the destination was rejected. The money is still there"),
      waits_for: null,
    })
    expect((await accountsOf(store.sandbox)).treasury).toBe(treasury)
    expect(await failures()).toMatchObject([
      { screen: "withdrawal", subject_id: sent.id, severity: "warning", amount: "25", token: "USDC" },
    ])
    const line = async () => (await store.merchant.health()).checks.find(({ id }) => id === "withdrawals")
    expect(await line()).toMatchObject({
      status: "warning",
      message: expect.stringMatching(/^A withdrawal failed.*acknowledge it/),
    })
    const note = "The wallet was closed; the new address is requested."
    const seen = await api().act(sent, "acknowledge", { note, mismatch: null })
    expect(seen).toMatchObject({ state: "failed", review: null, reviewed: { by: ME, note } })
    expect(historyOf(seen).at(-1)).toBe(`withdrawal.acknowledged by ${ME}`)
    expect(await failures()).toEqual([])
    expect(await line()).toMatchObject({ status: "ok" })
    expect(await refusalOf(api().act(sent, "acknowledge", { note }))).toMatchObject({ status: 409 })

    const another = await api().send(seen.destination.id)
    await untilPaid()
    await api().until(another.id, "failed")
    expect(await failures()).toMatchObject([{ subject_id: another.id }])
    expect(await store.sandbox.requests(CREATE)).toHaveLength(2)
  })

  it("is refused above the balance, with the figure, and nothing is sent", async () => {
    await fundTreasury(store, "100")
    const destinationId = await api().destination()
    expect(await refusalOf(api().request(destinationId, { amount: "1000" }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/it has 99\.05 USDC to pay out.*INSUFFICIENT_BALANCE/),
    })
    expect((await api().list("?state=refused")).withdrawals).toHaveLength(1)
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
  })
}

export function withdrawalConsentStories(store: StoreUnderTest): void {
  const api = () => store.merchant.withdrawals
  let other: WithdrawalApi
  beforeEach(async () => {
    other = (await hireAdmin(store, "bob")).withdrawals
    await fundTreasury(store, "100")
  })
  /** A secret API key, created by the signed-in user. */
  async function byKey(): Promise<WithdrawalApi> {
    const body = { title: "Accounting", type: "secret" }
    const { api_key } = await store.merchant.post<{ api_key: { token: string } }>("/admin/api-keys", body)
    const headers = basic(api_key.token)
    return new WithdrawalApi({
      get: async <T>(path: string) => (await store.api.get<T>(path, { headers })).data,
      post: async <T>(path: string, given: object) =>
        (await store.api.post<T>(path, given, { headers })).data,
    })
  }

  it("a repeated request is one withdrawal, and with other values an error", async () => {
    const destinationId = await api().destination()
    const request_id = randomUUID()
    const ask = () => api().request(destinationId, { request_id })
    const twice = await Promise.all([ask(), ask()])
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
    expect(await refusalOf(api().request(destinationId, { request_id, amount: "26" }))).toMatchObject({
      status: 409,
      code: "request_reused",
    })
    expect(await api().list()).toMatchObject({ count: 1 })
  })

  it("with a second user, the requester needs another user's approval", async () => {
    await underOptions(store, { payouts: SECOND }, async () => {
      const destinationId = await api().destination()
      expect(await refusalOf(api().request(destinationId))).toMatchObject({
        code: "destination_not_approved",
      })
      await other.merchant.post(`/admin/onchain/destinations/${destinationId}/approve`, {})
      const asked = await api().request(destinationId)
      const waiting = await api().consent(asked)
      expect(waiting).toMatchObject({
        state: "awaiting_approval",
        waits_for: "approval",
        confirmed_by: ME,
        choices: { approve: { is_possible: false, reason: "Another user must approve what you requested." } },
      })
      expect(await refusalOf(api().consent(waiting, "approve"))).toMatchObject({
        status: 403,
        code: "self_approval",
      })
      expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
      const sent = await other.consent(await other.view(asked.id), "approve")
      expect(sent).toMatchObject({ state: "sent", approved_by: "bob@example.com" })
      expect(historyOf(sent)).toContain("withdrawal.approved by bob@example.com")
    })
  })

  it("with a second user, a key and its creator count as one user, and so does the user who confirmed", async () => {
    await underOptions(store, { payouts: { ...SECOND, allowApiKeys: true } }, async () => {
      const destinationId = await api().destination()
      await other.merchant.post(`/admin/onchain/destinations/${destinationId}/approve`, {})
      const key = await byKey()
      const asked = await key.request(destinationId)
      const waiting = await other.consent(asked)
      for (const [by, code] of [
        [key, "approver_is_key"],
        [api(), "self_approval"],
        [other, "self_approval"],
      ] as const)
        expect(await refusalOf(by.consent(waiting, "approve"))).toMatchObject({ status: 403, code })
      const third = (await hireAdmin(store, "carol")).withdrawals
      expect(await third.consent(waiting, "approve")).toMatchObject({ state: "sent" })
    })
  })

  it("a deleted user moves no money, although their login is valid for hours", async () => {
    const carol = (await hireAdmin(store, "carol")).withdrawals
    const asked = await carol.request(await api().destination())
    const users = store.container.resolve(Modules.USER)
    const [user] = await users.listUsers({ email: "carol@example.com" }, { select: ["id"] })
    await users.softDeleteUsers([user?.id ?? ""])
    expect(await refusalOf(carol.consent(asked))).toMatchObject({ status: 403, code: "payouts_not_allowed" })
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
    await users.restoreUsers([user?.id ?? ""])
    expect(await carol.consent(asked)).toMatchObject({ state: "sent" })
  })

  it("limits apply per withdrawal, per day, and to tokens without one, and are shown with what was sent", async () => {
    const limits = [{ token: "USDC", perWithdrawal: "30", perDay: "50" }]
    await underOptions(store, { payouts: { limits } }, async () => {
      const destinationId = await api().destination()
      const tooMuch = { status: 400, code: "limit_exceeded" }
      expect(await refusalOf(api().request(destinationId, { amount: "30.01" }))).toMatchObject(tooMuch)
      const noLimit = { status: 400, code: "no_limit" }
      expect(await refusalOf(api().request(destinationId, { token: "ETH", amount: "1" }))).toMatchObject(
        noLimit
      )
      await api().send(destinationId, { amount: "30" })
      const { payouts } = await store.merchant.get<OnchainPayoutAccessResponse>("/admin/onchain/payouts")
      expect(payouts.limits).toMatchObject([{ per_withdrawal: "30", per_day: "50", sent_last_day: "30" }])
      const second = await api().request(destinationId, { amount: "21" })
      expect(await refusalOf(api().consent(second))).toMatchObject(tooMuch)
      expect(await api().view(second.id)).toMatchObject({ state: "quoted" })
    })
  })
}

export function withdrawalAnswerStories(store: StoreUnderTest): void {
  const api = () => store.merchant.withdrawals
  let destinationId: string
  beforeEach(async () => {
    await fundTreasury(store, "100")
    destinationId = await api().destination()
  })
  const finish = async () => {
    await hurry(store)
    await (await installed("payout/workers/follow-withdrawals")).finishWithdrawals(store.container)
  }
  const keysOf = async () =>
    new Set((await store.sandbox.requests(CREATE)).map(({ idempotencyKey }) => idempotencyKey))

  it.each([
    ["is lost", { kind: "drop_response" }],
    ["cannot be read", { kind: "unexpected_body" }],
  ])("a call whose answer %s is repeated with its key, and pays once", async (_, fault) => {
    const asked = await api().request(destinationId)
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ ...fault, endpoint: CREATE, count: MANY })
    const pending = await api().consent(asked)
    expect(pending).toMatchObject({ state: "sending", waits_for: "answer", last_error: expect.any(String) })
    await store.sandbox.clearFaults()
    await finish()
    const sent = await api().until(asked.id, "sent")
    expect(sent).toMatchObject({ mismatch: null, last_error: null })
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await store.sandbox.advance(UNTIL_PAID_MS)
    await api().until(asked.id, "completed")
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
    expect((await keysOf()).size).toBe(1)
  })

  it("a definite refusal, with no earlier call that may have been sent, ends as refused", async () => {
    const asked = await api().request(destinationId)
    await store.sandbox.changeSettings({ payoutPolicy: { tokens: ["USDT"] } })
    const logs = listenToLogs(store.container)
    const refused = await refusalOf(api().consent(asked))
    logs.stop()
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringContaining("the policy of the payout key"),
    })
    const row = await api().view(asked.id)
    expect(row).toMatchObject({ state: "refused", waits_for: null, review: "failure" })
    const { message = "", request_id } = row.provider_answer ?? {}
    expect(message).toMatch(/policy/)
    expect(row.last_error).toContain(request_id)
    // Only operators read what the provider said, in the drawer and on the health page.
    await eventually(async () => {
      const { endpoints } = await store.merchant.health()
      expect(endpoints.find(({ name }) => name === CREATE)?.provider_answer).toEqual(row.provider_answer)
    })
    const { apiKey, payoutApiKey } = store.container.resolve("onchain").options
    expect(logs.text()).toContain("FORBIDDEN")
    for (const secret of [message, apiKey, payoutApiKey, WALLETS["base-mainnet"].address, ME])
      expect(logs.text()).not.toContain(secret)
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  it("a first conflict that nobody knows is no refusal while the list cannot be read, or where the list shows the payout", async () => {
    const asked = await api().request(destinationId)
    const code = "ALREADY_TAKEN"
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ kind: "refusal", status: 409, code, endpoint: CREATE, count: MANY })
    await api().consent(asked)
    await store.sandbox.fault({ kind: "server_error", endpoint: "listTransactions", count: MANY })
    await finish()
    expect(await api().view(asked.id)).toMatchObject({ state: "sending" })
    await store.sandbox.clearFaults()
    // What the service did although it refused: the payout is there, with our reference.
    const { quote_id } = (await store.db("onchain_withdrawal").where({ id: asked.id }).first()) ?? {}
    const { gateway } = store.container.resolve("onchain")
    const request = { quoteId: quote_id, clientReference: asked.id }
    await gateway.createWithdrawal(request, { idempotencyKey: "theirs" })
    await store.sandbox.advance(UNTIL_PAID_MS)
    await store.sandbox.fault({ kind: "refusal", status: 409, code, endpoint: CREATE, count: MANY })
    await finish()
    expect((await api().view(asked.id)).state).toMatch(/^(sent|completed)$/)
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("one that may not be repeated and is not found waits for an operator, who names it", async () => {
    const { lost, payout } = await loseAnswer(store, api(), destinationId)
    const [yes, no] = [{ is_possible: true }, { is_possible: false }]
    expect(lost).toMatchObject({ waits_for: "person", choices: { adopt: yes, write_off: yes, quote: no } })
    expect(await refusalOf(api().act(lost, "adopt", { gateway_withdrawal_id: "wd_none" }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("knows no withdrawal"),
    })
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
    const terms = { ...rail, amount: "5", destinationAddress }
    const other = await store.sandbox.dashboard<{ id: string }>("withdrawals", terms)
    expect(await refusalOf(api().act(lost, "adopt", { gateway_withdrawal_id: other.id }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("another amount"),
    })
    const adopted = await api().act(lost, "adopt", { gateway_withdrawal_id: payout.id })
    expect(adopted).toMatchObject({ state: "sent", gateway_withdrawal_id: payout.id, mismatch: null })
    expect(historyOf(adopted)).toContain("withdrawal.adopted by merchant@example.com")
    expect(await payoutsOf(store, lost.id)).toHaveLength(1)
  })

  it("one that the service cannot report on ends as not paid when the search proves it", async () => {
    await store.sandbox.setWebhook(null)
    const sent = await api().send(destinationId)
    // The service has it, but no longer shows it.
    await store.db.raw(
      `UPDATE onchain_withdrawal SET gateway_withdrawal_id = 'wd_gone', state_at = now() - interval '73 hours',
         checked_at = NULL WHERE id = ?`,
      [sent.id]
    )
    const notPaid = () => api().act(sent, "end", { outcome: "not_paid", note: "No." })
    const unproven = (words: string) => ({
      status: 400,
      code: "absence_unproven",
      message: expect.stringContaining(words),
    })
    expect(await refusalOf(notPaid())).toMatchObject(unproven("showed no other withdrawal"))
    await api().send(destinationId, { amount: "1" })
    await store.db.raw(
      `INSERT INTO onchain_transaction (environment, business_id, id, chain, network_id, token, direction, amount, reference, sort_at)
       VALUES ('sandbox', ?, 'txn_gone', 'evm', 'base-mainnet', 'USDC', 'out', '20', 'wd_gone', now())`,
      [store.sandbox.credentials.businessId ?? ""]
    )
    expect(await refusalOf(notPaid())).toMatchObject(unproven("lists a transaction of this payout"))
    await store.db.raw("UPDATE onchain_transaction SET reference = NULL, amount = '25' WHERE id = 'txn_gone'")
    expect(await refusalOf(notPaid())).toMatchObject(unproven("It may be txn_gone."))
    expect(await api().view(sent.id)).toMatchObject({
      state: "sent",
      choices: { end: { is_possible: true } },
    })
    const body = { outcome: "not_paid", note: "No.", not_this: ["txn_gone"] }
    expect(await api().act(sent, "end", body)).toMatchObject({
      state: "failed",
      last_error: expect.stringContaining("Ruled out: txn_gone."),
    })
  })
}
