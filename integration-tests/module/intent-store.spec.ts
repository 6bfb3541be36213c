import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { describeOnchainModule } from "./onchain-module"
import { reread, stored } from "./payment-rows"
import { scope } from "./scope"

const terms = { gatewayIntentId: "int_new", address: "0xnew", memo: null, status: "active" }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describeOnchainModule(({ knex }) => {
  const store = new PaymentStore(knex, scope)
  const intents = new IntentStore(knex, scope)

  const intentRow = (id: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> =>
    stored(store, {
      id,
      session_id: `payses_${id}`,
      idempotency_key: `intent_${id}`,
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
    const bound = await Promise.all(Array.from({ length: 5 }, () => intents.bind(row, terms)))
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
