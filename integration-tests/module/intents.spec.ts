import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import { selectPayments, type PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { intentOf, setUpIntents } from "./openings"
import { together, describeTables } from "./onchain-module"
import { EVM_ADDRESS, reread, stored, scope, paymentsOf } from "./rows"

const lost = failedCall("createIntent", { code: "TIMEOUT", outcome: "unknown", isRetryable: true })
const refused = failedCall("createIntent", { code: "VALIDATION_ERROR" })
const terms = {
  state: "awaiting" as const,
  ...{ gateway_intent_id: "int_new", deposit_address: "0xnew", memo: null },
  ...{ gateway_status: "active", last_error: null },
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describeTables(({ knex }) => {
  /** The first answers of `createIntent`; later ones are as the request asks. */
  const setUp = (
    answers: Parameters<typeof setUpIntents>[1][] = [],
    options?: Parameters<typeof setUpIntents>[3]
  ) =>
    setUpIntents(
      knex,
      (body) => answers.shift()?.(body) ?? Promise.resolve(intentOf(body)),
      undefined,
      options
    )
  const lose = () => Promise.reject(lost)

  describe("opening", () => {
    test("awaits the quoted amount, at the customer's address, without an expiry", async () => {
      const { openFor, intents, order } = setUp()
      const payment = await openFor("payses_1")
      expect(payment).toMatchObject({
        ...{ kind: "auto_deposit", state: "awaiting", customer_id: "cus_medusa" },
        ...{
          gateway_intent_id: "int_payses_1",
          gateway_invoice_id: null,
          deposit_address: EVM_ADDRESS,
          memo: null,
        },
        ...{ expected_amount: "12.5", expires_at: null },
      })
      expect(order).toEqual(["createCustomer", "ensureAddress", "createIntent"])
      expect(payment.idempotency_key).toMatch(/^intent_[A-Za-z0-9_-]{1,57}$/)
      const asset = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
      const body = {
        customerId: "cus_of_cus_medusa",
        externalOrderId: "payses_1",
        expectedAmount: "12.5",
        ...asset,
      }
      expect(intents).toEqual([{ key: payment.idempotency_key, body }])
    })

    test("has the row and its key on disk before the intent is requested", async () => {
      const seen: unknown[] = []
      const look = async (body: Parameters<typeof intentOf>[0]) => {
        seen.push(...(await selectPayments(knex).select("session_id", "state", "idempotency_key")))
        return intentOf(body)
      }
      const { openFor, intents } = setUp([look])
      await openFor("payses_1")
      expect(seen).toEqual([{ session_id: "payses_1", state: "opening", idempotency_key: intents[0]?.key }])
    })

    test("after a lost answer requests it again under the same key, also by another process", async () => {
      const { openFor, intents, rowOf } = setUp([lose])
      await expect(openFor("payses_1")).rejects.toMatchObject({ type: "not_allowed" })
      expect(await rowOf("payses_1")).toMatchObject({ state: "opening", last_error: expect.any(String) })
      expect(await openFor("payses_1")).toMatchObject({ state: "awaiting", last_error: null })
      expect(new Set(intents.map(({ key, body }) => `${key} ${JSON.stringify(body)}`)).size).toBe(1)
      expect(await openFor("payses_1")).toMatchObject({ state: "awaiting" })
      expect(intents).toHaveLength(2)
    })

    test("after a lost answer shows nothing once its amount is below the minimum", async () => {
      await expect(setUp([lose]).openFor("payses_1")).rejects.toMatchObject({ type: "not_allowed" })
      const { openFor, intents, rowOf } = setUp([], { assumptions: { minimums: { intentUsd: "20" } } })
      await expect(openFor("payses_1")).rejects.toMatchObject({ code: "rail_unavailable" })
      expect(intents).toEqual([])
      expect(await rowOf("payses_1")).toMatchObject({ state: "opening", deposit_address: null })
    })

    test.each<[string, object | null, string]>([
      ["that is refused leaves the older one unchanged", null, "awaiting"],
      [
        "of another amount is never shown, and replaces the older one",
        { expectedAmount: "12.6" },
        "superseded",
      ],
      [
        "of another address is never shown, and replaces the older one",
        { depositAddress: "0xde70" },
        "superseded",
      ],
    ])("an intent %s", async (_, change, older) => {
      const { openFor, rowOf } = setUp([
        undefined,
        (body) => (change ? Promise.resolve(intentOf(body, change)) : Promise.reject(refused)),
      ])
      await openFor("payses_1")
      await expect(openFor("payses_2")).rejects.toMatchObject({ type: "not_allowed" })
      expect(await rowOf("payses_2")).toMatchObject({ state: "failed", deposit_address: null })
      expect(await rowOf("payses_1")).toMatchObject({ state: older })
      await expect(openFor("payses_2")).rejects.toMatchObject({ type: "not_allowed" })
    })

    const refusal = (code: string) => failedCall("ensureAddress", { code })
    test.each([
      ["is an invoice where the business takes no deposits", "VALIDATION_ERROR", "auto", "invoice awaiting"],
      ["fails there without one", "VALIDATION_ERROR", "auto_deposit", "auto_deposit failed"],
      ["fails on an address of another rail", "ADDRESS_MISMATCH", "auto", "auto_deposit failed"],
      ["is not stored when the service forbids it", "FORBIDDEN", "auto", undefined],
    ] as const)("%s", async (_, code, collection, expected) => {
      const ensureAddress = () => Promise.reject(refusal(code))
      const { openFor, rowOf, onchain } = setUpIntents(knex, undefined, { ensureAddress }, { collection })
      await openFor("payses_1").catch((error: unknown) =>
        expect(error).toMatchObject({ type: "not_allowed" })
      )
      const row = await rowOf("payses_1")
      expect(row && `${row.kind} ${row.state}`).toBe(expected)
      const known = { VALIDATION_ERROR: ["not_configured"], ADDRESS_MISMATCH: ["mismatch"], FORBIDDEN: [] }
      expect(onchain.addresses.refusals().map(({ kind }) => kind)).toEqual(known[code])
    })

    test("goes straight to an invoice where the business was just found to take no deposits", async () => {
      const ensureAddress = () => Promise.reject(refusal("VALIDATION_ERROR"))
      const collection = "auto"
      const { openFor, order, onchain } = setUpIntents(knex, undefined, { ensureAddress }, { collection })
      const base = { chain: "evm", networkId: "base-mainnet" }
      await expect(onchain.addresses.ensure("cus_other", base)).rejects.toThrow("VALIDATION_ERROR")
      expect(await openFor("payses_1")).toMatchObject({ kind: "invoice", state: "awaiting" })
      expect(order.filter((call) => call === "ensureAddress")).toHaveLength(1)
    })

    test("sends the payout of the rail with an intent and with an invoice alike", async () => {
      const payoutRecipients = [{ label: "Maker", destinationAddress: EVM_ADDRESS, shareBps: 10_000 }]
      const rails = [{ chain: "evm", payoutRecipients }]
      const { openFor, intents, calls } = setUp([], { rails, payoutApiKey: "key_payout" })
      await openFor("payses_1")
      await openFor("payses_2", { customerId: null })
      expect(intents[0]?.body).toMatchObject({ payoutRecipients })
      expect(calls[0]?.body).toMatchObject({ payoutRecipients })
    })
  })

  describe("the row of an intent", () => {
    const store = paymentsOf(knex)
    const intents = new IntentStore(knex, scope)
    const intentRow = (id: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> =>
      stored(store, {
        ...{
          id,
          kind: "auto_deposit",
          customer_id: "cus_1",
          gateway_invoice_id: null,
          created_at: minutesAgo(10),
        },
        gateway_intent_id: change.state === "opening" ? null : `int_${id}`,
        ...change,
      })
    const opening = (id: string, change: Partial<PaymentRow> = {}) =>
      intentRow(id, { state: "opening", created_at: minutesAgo(1), ...change })
    const stateOf = async (id: string) => (await reread(store, id)).state

    test("ends the older one in the same write", async () => {
      await intentRow("older")
      const bound = await intents.conclude(await opening("newer"), terms)
      expect(bound).toMatchObject({
        state: "awaiting",
        gateway_intent_id: "int_new",
        deposit_address: "0xnew",
      })
      expect(await reread(store, "older")).toMatchObject({ state: "superseded" })
    })

    test.each<Partial<PaymentRow>>([
      { customer_id: "cus_2" },
      ...[{ network_id: "eth-mainnet" }, { chain: "sol" }, { token: "USDT" }],
      { kind: "invoice", gateway_intent_id: null },
      { created_at: new Date() },
      ...[{ state: "confirming" as const }, { state: "settled" as const }, { state: "captured" as const }],
      ...[{ state: "expired" as const }, { state: "failed" as const }, { state: "cancelled" as const }],
      { state: "unallocated" },
    ])("leaves a payment with %j as it is", async (change) => {
      await intentRow("other", change)
      await intents.conclude(await opening("newer"), terms)
      expect(await stateOf("other")).toBe(change.state ?? "awaiting")
    })

    test("that a payment left behind when another attempt paid it makes room for the next", async () => {
      await intentRow("older", { state: "captured" })
      const left = { id: "ocatt_older" }
      await knex("onchain_attempt").where(left).update({ state: "awaiting" })
      expect(await intents.conclude(await opening("newer"), terms)).toMatchObject({ state: "awaiting" })
      expect(await stateOf("older")).toBe("captured")
      expect(await knex("onchain_attempt").where(left).first()).toMatchObject({ state: "superseded" })
    })

    test("that was cut off while opening is replaced too, and cannot be bound any more", async () => {
      const cutOff = await opening("older", { created_at: minutesAgo(5) })
      await intents.conclude(await opening("newer"), terms)
      expect(await stateOf("older")).toBe("superseded")
      expect(await intents.conclude(cutOff, { ...terms, gateway_intent_id: "int_late" })).toBeUndefined()
      expect(await stateOf("newer")).toBe("awaiting")
    })

    test("is bound once by five processes at once", async () => {
      const row = await opening("newer")
      const bound = await together(5, () => intents.conclude(row, terms))
      expect(bound.filter(Boolean)).toHaveLength(1)
    })

    test("follows a newer one whose answer was lost, and none that is in flight", async () => {
      const older = await intentRow("older")
      expect(await intents.followUp(older)).toMatchObject({ state: "awaiting" })
      await opening("newer", { created_at: new Date() })
      expect(await intents.followUp(older)).toMatchObject({ state: "awaiting" })
      await store.note("newer", { last_error: "TIMEOUT" })
      expect(await intents.followUp(older)).toMatchObject({ state: "superseded" })
    })

    test("follows one that has been opening for longer than any call takes", async () => {
      const older = await intentRow("older")
      await opening("cut_off", { created_at: minutesAgo(2) })
      expect(await intents.followUp(older)).toMatchObject({ state: "superseded" })
    })

    test("has one invoice and keeps it, and an invoice has one payment; one of our own is never replaced", async () => {
      const [one, other] = [await intentRow("one"), await intentRow("other", { token: "USDT" })]
      expect(await intents.bindInvoice(one, "inv_1")).toBe(true)
      expect(await intents.bindInvoice(one, "inv_1")).toBe(true)
      expect(await intents.bindInvoice(one, "inv_2")).toBe(false)
      expect(await intents.bindInvoice(other, "inv_1")).toBe(false)
      expect(await reread(store, "one")).toMatchObject({ gateway_invoice_id: "inv_1" })
      const own = await intentRow("own", { kind: "invoice", gateway_intent_id: null })
      expect(await intents.bindInvoice(own, "inv_9")).toBe(false)
    })

    test.each([
      ...(["expired", "failed", "cancelled"] as const).map((state) => [state, true] as const),
      ...(["settled", "captured", "unallocated", "confirming"] as const).map(
        (state) => [state, false] as const
      ),
    ])("whose invoice is %s makes room for one that has money: %s", async (state, makesRoom) => {
      const one = await intentRow("one", { state, gateway_invoice_id: "inv_1" })
      expect(await intents.bindInvoice(one, "inv_2", false)).toBe(false)
      expect(await intents.bindInvoice(one, "inv_2", true)).toBe(makesRoom)
      const invoice = makesRoom ? "inv_2" : "inv_1"
      expect(await intents.bindInvoice(one, invoice === "inv_1" ? "inv_2" : "inv_1", false)).toBe(false)
      expect(await reread(store, "one")).toMatchObject({ gateway_invoice_id: invoice })
    })
  })
})
