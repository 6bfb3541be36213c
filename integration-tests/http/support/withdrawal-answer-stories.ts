import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"
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
import { installed } from "./installed"

const CREATE = "createWithdrawal"
/** More than the client's retries of a call. */
const MANY = 20

/** Stories of calls whose answer is lost, late or unexpected. */
export function withdrawalAnswerStories(store: StoreUnderTest): void {
  let api: WithdrawalApi
  let destinationId: string
  beforeEach(async () => {
    api = new WithdrawalApi(store.merchant)
    await fundTreasury(store, "100")
    destinationId = await api.destination()
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
    const asked = await api.request(destinationId)
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ ...fault, endpoint: CREATE, count: MANY })
    const pending = await api.consent(asked)
    expect(pending).toMatchObject({ state: "sending", waits_for: "answer", last_error: expect.any(String) })
    await store.sandbox.clearFaults()
    await finish()
    const sent = await api.until(asked.id, "sent")
    expect(sent).toMatchObject({ mismatch: null, last_error: null })
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await store.sandbox.advance(UNTIL_PAID_MS)
    await api.until(asked.id, "completed")
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
    expect((await keysOf()).size).toBe(1)
  })

  it("a definite refusal, with no earlier call that may have been sent, ends as refused", async () => {
    const asked = await api.request(destinationId)
    await store.sandbox.changeSettings({ payoutPolicy: { tokens: ["USDT"] } })
    expect(await refusalOf(api.consent(asked))).toMatchObject({
      status: 400,
      message: expect.stringContaining("the policy of the payout key"),
    })
    expect(await api.view(asked.id)).toMatchObject({ state: "refused", waits_for: null })
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  it("a first refusal with a code that nobody knows ends the quote, and names the setting that explains the code", async () => {
    const asked = await api.request(destinationId)
    await store.sandbox.fault({ kind: "refusal", status: 422, code: "QUOTE_STALE", endpoint: CREATE })
    expect(await refusalOf(api.consent(asked))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/new quote.*assumptions\.errors\.categories, such as \{ "QUOTE_STALE"/),
    })
    const open = await api.view(asked.id)
    expect(open).toMatchObject({ state: "requested", choices: { quote: { is_possible: true } } })
    const quoted = await api.act(open, "quote")
    await api.consent(quoted)
    expect(await api.until(asked.id, "sent")).toMatchObject({ mismatch: null })
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("a first conflict that nobody knows repeats its key, and is a refusal once key and list show no payout", async () => {
    const asked = await api.request(destinationId)
    await store.sandbox.fault({
      kind: "refusal",
      status: 409,
      code: "QUOTE_EXPIRED",
      endpoint: CREATE,
      count: 2,
    })
    expect(await api.consent(asked)).toMatchObject({
      state: "sending",
      last_error: expect.stringContaining('assumptions.errors.categories, such as { "QUOTE_EXPIRED"'),
    })
    await finish()
    expect(await api.view(asked.id)).toMatchObject({
      ...{ state: "requested", choices: { quote: { is_possible: true } } },
      last_error: expect.stringMatching(/new quote.*QUOTE_EXPIRED/),
    })
    expect((await keysOf()).size).toBe(1)
    const quoted = await api.act(asked, "quote")
    await api.consent(quoted)
    expect(await api.until(asked.id, "sent")).toMatchObject({ mismatch: null })
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
    expect((await keysOf()).size).toBe(2)
  })

  it("a first conflict that nobody knows is no refusal while the list cannot be read, or where the list shows the payout", async () => {
    const asked = await api.request(destinationId)
    const code = "ALREADY_TAKEN"
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ kind: "refusal", status: 409, code, endpoint: CREATE, count: MANY })
    await api.consent(asked)
    await store.sandbox.fault({ kind: "server_error", endpoint: "listTransactions", count: MANY })
    await finish()
    expect(await api.view(asked.id)).toMatchObject({ state: "sending" })
    await store.sandbox.clearFaults()
    // What the service did although it refused: the payout is there, with our reference.
    const { quote_id } = (await store.db("onchain_withdrawal").where({ id: asked.id }).first()) ?? {}
    await store.container
      .resolve("onchain")
      .gateway.createWithdrawal(
        { quoteId: quote_id, clientReference: asked.id },
        { idempotencyKey: "theirs" }
      )
    await store.sandbox.advance(UNTIL_PAID_MS)
    await store.sandbox.fault({ kind: "refusal", status: 409, code, endpoint: CREATE, count: MANY })
    await finish()
    expect((await api.view(asked.id)).state).toMatch(/^(sent|completed)$/)
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("a refusal after a lost answer ends nothing: the first call may be its cause", async () => {
    const asked = await api.request(destinationId, { amount: "90" })
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ kind: "reset", endpoint: CREATE, count: MANY })
    await api.consent(asked)
    await store.sandbox.clearFaults()
    await store.sandbox.changeSettings({ payoutPolicy: { maxAmountUsd: "1" } })
    await finish()
    expect(await api.view(asked.id)).toMatchObject({ state: "sending" })
    await store.sandbox.changeSettings({ payoutPolicy: {} })
    await finish()
    expect(await api.until(asked.id, "sent")).toMatchObject({ mismatch: null })
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("a webhook that arrives before the answer ends the waiting", async () => {
    const asked = await api.request(destinationId)
    await store.sandbox.fault({ kind: "drop_response", endpoint: CREATE, count: MANY })
    await api.consent(asked)
    await store.quiet()
    expect(await api.until(asked.id, "sent")).toMatchObject({ gateway_withdrawal_id: expect.any(String) })
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  const unknown = () => loseAnswer(store, api, destinationId)

  it("one that may not be repeated and is not found waits for an operator, who names it", async () => {
    const { lost, payout } = await unknown()
    expect(lost).toMatchObject({
      waits_for: "person",
      choices: {
        adopt: { is_possible: true },
        write_off: { is_possible: true },
        quote: { is_possible: false },
      },
    })
    expect(await refusalOf(api.act(lost, "adopt", { gateway_withdrawal_id: "wd_none" }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("knows no withdrawal"),
    })
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
    const terms = { ...rail, amount: "5", destinationAddress }
    const other = await store.sandbox.dashboard<{ id: string }>("withdrawals", terms)
    expect(await refusalOf(api.act(lost, "adopt", { gateway_withdrawal_id: other.id }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("another amount"),
    })
    const adopted = await api.act(lost, "adopt", { gateway_withdrawal_id: payout.id })
    expect(adopted).toMatchObject({ state: "sent", gateway_withdrawal_id: payout.id, mismatch: null })
    expect(historyOf(adopted)).toContain("withdrawal.adopted by merchant@example.com")
    expect(await payoutsOf(store, lost.id)).toHaveLength(1)
  })

  it("an unknown one is found in the service's transactions as soon as it is there", async () => {
    const { lost, payout } = await unknown()
    await store.sandbox.advance(UNTIL_PAID_MS)
    await finish()
    const found = await api.until(lost.id, "completed")
    expect(found).toMatchObject({ gateway_withdrawal_id: payout.id, mismatch: null })
    expect(historyOf(found)).toContain("withdrawal.found")
  })

  it("a reference that the service already knows is searched for, and never treated as a failure", async () => {
    const asked = await api.request(destinationId)
    const { gateway } = store.container.resolve("onchain")
    await store.sandbox.setWebhook(null)
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const terms = { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "25", destinationAddress }
    const quote = await gateway.quoteWithdrawal(terms, { idempotencyKey: `restored_${asked.id}` })
    const request = { quoteId: quote.id, clientReference: asked.id }
    await gateway.createWithdrawal(request, { idempotencyKey: `restored_create_${asked.id}` })
    expect(await api.consent(asked)).toMatchObject({
      state: "unknown",
      last_error: expect.stringContaining("DUPLICATE_REQUEST"),
      last_answer_code: "DUPLICATE_REQUEST",
      choices: { write_off: { is_possible: false } },
    })
    await store.sandbox.advance(UNTIL_PAID_MS)
    await finish()
    await api.until(asked.id, "completed")
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })
}
