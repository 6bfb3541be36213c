import { selectPayments } from "../../src/modules/onchain/payment/payment-row"
import { GatewayError } from "../../src/gateway/client/errors"
import { ADDRESS, intentOf, setUpIntents } from "./intent-opening"
import { describeOnchainModule } from "./onchain-module"

const failure = (code: string, change: { outcome: "unknown" | "not_applied"; isRetryable: boolean }) =>
  new GatewayError("createIntent", { code, explanation: "refused by the provider", ...change })
const lost = failure("TIMEOUT", { outcome: "unknown", isRetryable: true })
const refused = failure("VALIDATION_ERROR", { outcome: "not_applied", isRetryable: false })

describeOnchainModule(({ knex }) => {
  test("an intent awaits the quoted amount, at the customer's address, without an expiry", async () => {
    const { openFor, intents, order } = setUpIntents(knex)
    const payment = await openFor("payses_1")
    expect(payment).toMatchObject({
      kind: "auto_deposit",
      state: "awaiting",
      customer_id: "cus_medusa",
      gateway_intent_id: "int_payses_1",
      gateway_invoice_id: null,
      deposit_address: ADDRESS,
      memo: null,
      expected_amount: "12.5",
      expires_at: null,
    })
    expect(order).toEqual(["createCustomer", "ensureAddress", "createIntent"])
    expect(payment.idempotency_key).toMatch(/^intent_[A-Za-z0-9_-]{1,57}$/)
    expect(intents).toEqual([
      {
        key: payment.idempotency_key,
        body: {
          customerId: "cus_of_cus_medusa",
          externalOrderId: "payses_1",
          expectedAmount: "12.5",
          chain: "evm",
          networkId: "base-mainnet",
          token: "USDC",
        },
      },
    ])
  })

  test("the row and its key are on disk before the intent is requested", async () => {
    const seen: unknown[] = []
    const { openFor, intents } = setUpIntents(knex, async (body) => {
      seen.push(...(await selectPayments(knex).select("session_id", "state", "idempotency_key")))
      return intentOf(body)
    })
    await openFor("payses_1")
    expect(seen).toEqual([{ session_id: "payses_1", state: "opening", idempotency_key: intents[0]?.key }])
  })

  test("a lost answer is requested again under the same key, also by another process", async () => {
    let answers = 0
    const { openFor, intents, rowOf } = setUpIntents(knex, (body) =>
      ++answers === 1 ? Promise.reject(lost) : Promise.resolve(intentOf(body))
    )
    await expect(openFor("payses_1")).rejects.toMatchObject({ type: "not_allowed" })
    expect(await rowOf("payses_1")).toMatchObject({ state: "opening", last_error: expect.any(String) })
    expect(await openFor("payses_1")).toMatchObject({ state: "awaiting", last_error: null })
    expect(new Set(intents.map(({ key, body }) => `${key} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(await openFor("payses_1")).toMatchObject({ state: "awaiting" })
    expect(intents).toHaveLength(2)
  })

  test("a refusal ends the payment and leaves the older one unchanged", async () => {
    let answers = 0
    const { openFor, rowOf } = setUpIntents(knex, (body) =>
      ++answers === 2 ? Promise.reject(refused) : Promise.resolve(intentOf(body))
    )
    await openFor("payses_1")
    await expect(openFor("payses_2")).rejects.toMatchObject({ type: "not_allowed" })
    expect(await rowOf("payses_2")).toMatchObject({ state: "failed", gateway_intent_id: null })
    expect(await rowOf("payses_1")).toMatchObject({ state: "awaiting" })
  })

  test("an intent whose answer was lost is not shown once its amount is below the minimum", async () => {
    const lose = () => Promise.reject(lost)
    await expect(setUpIntents(knex, lose).openFor("payses_1")).rejects.toMatchObject({ type: "not_allowed" })
    const options = { assumptions: { minimums: { intentUsd: "20" } } }
    const { openFor, intents, rowOf } = setUpIntents(knex, undefined, undefined, options)
    await expect(openFor("payses_1")).rejects.toMatchObject({ code: "rail_unavailable" })
    expect(intents).toEqual([])
    expect(await rowOf("payses_1")).toMatchObject({ state: "opening", deposit_address: null })
  })

  test.each([
    ["another amount", { expectedAmount: "12.6" }],
    ["another address", { depositAddress: "0xde709f2102306220921060314715629080e2fb77" }],
  ])("an intent over %s is never shown, and the older one is still replaced", async (_, change) => {
    let answers = 0
    const { openFor, rowOf } = setUpIntents(knex, (body) =>
      Promise.resolve(intentOf(body, ++answers === 2 ? change : {}))
    )
    await openFor("payses_1")
    await expect(openFor("payses_2")).rejects.toMatchObject({ type: "not_allowed" })
    expect(await rowOf("payses_2")).toMatchObject({ state: "failed", deposit_address: null })
    expect(await rowOf("payses_1")).toMatchObject({ state: "superseded" })
    await expect(openFor("payses_2")).rejects.toMatchObject({ type: "not_allowed" })
  })

  test("the payout of the rail goes with an intent and with an invoice alike", async () => {
    const payoutRecipients = [{ label: "Maker", destinationAddress: ADDRESS, shareBps: 10_000 }]
    const rails = [{ chain: "evm", payoutRecipients }]
    const { openFor, open, intents, calls } = setUpBoth({ rails, payoutApiKey: "key_payout" })
    await openFor("payses_1")
    await open({ sessionId: "payses_2" })
    expect(intents[0]?.body).toMatchObject({ payoutRecipients })
    expect(calls[0]?.body).toMatchObject({ payoutRecipients })
  })

  function setUpBoth(options: Parameters<typeof setUpIntents>[3]) {
    const intents = setUpIntents(knex, undefined, undefined, options)
    return { ...intents, open: (request: object) => intents.openFor("", { ...request, customerId: null }) }
  }
})
