import { selectPayments, type PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { GatewayError } from "../../src/gateway/client/errors"
import { ADDRESS, intentOf, setUpIntents } from "./intent-opening"
import { together } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { reread, stored } from "./payment-rows"
import { scope } from "./scope"

const failure = (code: string, change: { outcome: "unknown" | "not_applied"; isRetryable: boolean }) =>
  new GatewayError("createIntent", { code, explanation: "refused by the provider", ...change })
const lost = failure("TIMEOUT", { outcome: "unknown", isRetryable: true })
const refused = failure("VALIDATION_ERROR", { outcome: "not_applied", isRetryable: false })

const terms = { gatewayIntentId: "int_new", address: "0xnew", memo: null, status: "active" }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
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

  const store = new PaymentStore(knex, scope)
  const intents = new IntentStore(knex, scope)

  const intentRow = (id: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> =>
    stored(store, {
      id,
      kind: "auto_deposit",
      customer_id: "cus_1",
      gateway_invoice_id: null,
      gateway_intent_id: change.state === "opening" ? null : `int_${id}`,
      created_at: minutesAgo(10),
      ...change,
    })
  const opening = (id: string, change: Partial<PaymentRow> = {}) =>
    intentRow(id, { state: "opening", created_at: minutesAgo(1), ...change })
  const stateOf = async (id: string) => (await reread(store, id)).state

  test("a new intent and the end of the older one are one write", async () => {
    await intentRow("older")
    const bound = await intents.bind(await opening("newer"), terms)
    expect(bound).toMatchObject({ state: "awaiting", gateway_intent_id: "int_new", deposit_address: "0xnew" })
    expect(await reread(store, "older")).toMatchObject({ state: "superseded", superseded_by: "ocatt_newer" })
  })

  test.each<[string, Partial<PaymentRow>]>([
    ["another customer", { customer_id: "cus_2" }],
    ["another network", { network_id: "eth-mainnet" }],
    ["another chain", { chain: "sol" }],
    ["another token", { token: "USDT" }],
    ["an invoice", { kind: "invoice", gateway_intent_id: null }],
    ["a younger payment", { created_at: new Date() }],
  ])("the payment of %s is not replaced", async (_, change) => {
    await intentRow("other", change)
    await intents.bind(await opening("newer"), terms)
    expect(await stateOf("other")).toBe("awaiting")
  })

  test.each(["confirming", "settled", "captured", "expired", "failed", "cancelled", "unallocated"] as const)(
    "a payment that is %s stays so",
    async (state) => {
      await intentRow("other", { state })
      await intents.bind(await opening("newer"), terms)
      expect(await stateOf("other")).toBe(state)
    }
  )

  test("an intent left behind by a payment that another attempt has paid makes room for the next", async () => {
    await intentRow("older", { state: "captured" })
    const left = { id: "ocatt_older" }
    await knex("onchain_attempt").where(left).update({ state: "awaiting" })
    expect(await intents.bind(await opening("newer"), terms)).toMatchObject({ state: "awaiting" })
    expect(await stateOf("older")).toBe("captured")
    expect(await knex("onchain_attempt").where(left).first()).toMatchObject({ state: "superseded" })
  })

  test("one that was cut off while opening is replaced too, and cannot be bound any more", async () => {
    const cutOff = await opening("older", { created_at: minutesAgo(5) })
    await intents.bind(await opening("newer"), terms)
    expect(await stateOf("older")).toBe("superseded")
    expect(await intents.bind(cutOff, { ...terms, gatewayIntentId: "int_late" })).toBeUndefined()
    expect(await stateOf("newer")).toBe("awaiting")
  })

  test("binding twice, or by two processes at once, is binding once", async () => {
    const row = await opening("newer")
    const bound = await together(5, () => intents.bind(row, terms))
    expect(bound.filter(Boolean)).toHaveLength(1)
  })

  test("a payment follows a newer one that was cut off, or whose answer was lost, and no other", async () => {
    const older = await intentRow("older")
    expect(await intents.followUp(older)).toMatchObject({ state: "awaiting" })

    await opening("in_flight", { created_at: new Date() })
    expect(await intents.followUp(older)).toMatchObject({ state: "awaiting" })

    await store.note("in_flight", { last_error: "TIMEOUT" })
    expect(await intents.followUp(older)).toMatchObject({
      state: "superseded",
      superseded_by: "ocatt_in_flight",
    })
  })

  test("a payment follows one that has been opening for longer than any call takes", async () => {
    const older = await intentRow("older")
    await opening("cut_off", { created_at: minutesAgo(2) })
    expect(await intents.followUp(older)).toMatchObject({
      state: "superseded",
      superseded_by: "ocatt_cut_off",
    })
  })

  test("a payment has one invoice and keeps it, and an invoice one payment", async () => {
    const [one, other] = [await intentRow("one"), await intentRow("other", { token: "USDT" })]
    expect(await intents.bindInvoice(one, "inv_1")).toBe(true)
    expect(await intents.bindInvoice(one, "inv_1")).toBe(true)
    expect(await intents.bindInvoice(one, "inv_2")).toBe(false)
    expect(await intents.bindInvoice(other, "inv_1")).toBe(false)
    expect(await reread(store, "one")).toMatchObject({ gateway_invoice_id: "inv_1" })
  })

  test.each(["expired", "failed", "cancelled"] as const)(
    "an invoice that %s without money makes room for the next one, once that has it",
    async (state) => {
      const one = await intentRow("one", { state, gateway_invoice_id: "inv_1" })
      expect(await intents.bindInvoice(one, "inv_2", false)).toBe(false)
      expect(await intents.bindInvoice(one, "inv_2", true)).toBe(true)
      expect(await intents.bindInvoice(one, "inv_1", false)).toBe(false)
      expect(await reread(store, "one")).toMatchObject({ gateway_invoice_id: "inv_2" })
    }
  )

  test.each(["settled", "captured", "unallocated", "confirming"] as const)(
    "an invoice that is %s keeps its place, whatever else is paid",
    async (state) => {
      const one = await intentRow("one", { state, gateway_invoice_id: "inv_1" })
      expect(await intents.bindInvoice(one, "inv_2", true)).toBe(false)
    }
  )

  test("an invoice of our own is never replaced", async () => {
    const row = await intentRow("own", { kind: "invoice", gateway_intent_id: null })
    expect(await intents.bindInvoice(row, "inv_9")).toBe(false)
  })
})
