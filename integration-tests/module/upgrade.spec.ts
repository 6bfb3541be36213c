import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { Migration20261123064310 as First } from "../../src/modules/onchain/migrations/Migration20261123064310"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { selectPayments } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { migrate, urlOf } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { invoice, account, scope } from "./rows"

const DATABASE = "onchain_upgrade"

/** What the first schema knows: every state of a payment, with what its attempt holds. */
const STATES = {
  opening: { attempt: { state: "opening", gateway_invoice_id: null } },
  awaiting: { order_placed_at: "2026-11-20", attempt: { state: "awaiting" } },
  confirming: { attempt: { state: "confirming", confirmations: 1, confirmations_required: 3 } },
  settled: { settled_at: "2026-11-20", attempt: { state: "settled", received_amount: "12.5" } },
  captured: {
    ...{ state: "captured", settled_at: "2026-11-20", captured_at: "2026-11-20" },
    ...{ captured_attempt_id: "ocatt_captured", attempt: { state: "settled", next_check_at: null } },
  },
  expired: { attempt: { state: "expired", gateway_status: "expired" } },
  failed: { attempt: { state: "failed", gateway_status: "failed" } },
  cancelled: { attempt: { state: "cancelled", gateway_status: "cancelled" } },
  unallocated: { state: "held", unallocated_reason: "order_cancelled", attempt: { state: "settled" } },
} as const

/** Makes a database as the first migration makes it, and nothing since. */
async function createFirstDatabase(knex: Knex, clientUrl: string): Promise<Knex> {
  await knex.raw(`DROP DATABASE IF EXISTS ${DATABASE}`)
  await knex.raw(`CREATE DATABASE ${DATABASE}`)
  const first = ModulesSdkUtils.createPgConnection({
    clientUrl: urlOf(clientUrl, DATABASE),
    pool: { min: 0, max: 4 },
  })
  const made: Pick<First, "up" | "getQueries"> = Reflect.construct(First, [null, null])
  await made.up()
  for (const query of made.getQueries()) await first.raw(String(query))
  await first.raw(
    `CREATE TABLE mikro_orm_migrations (id serial PRIMARY KEY, name varchar(255), executed_at timestamptz DEFAULT now())`
  )
  await first("mikro_orm_migrations").insert({ name: First.name })
  return first
}

const RAIL = { chain: "evm", network_id: "base-mainnet", token: "USDC" }

async function fill(first: Knex): Promise<void> {
  for (const [name, { attempt, ...payment }] of Object.entries(STATES)) {
    const { captured_attempt_id = null, ...columns }: Record<string, unknown> = payment
    const ids = { id: `ocpay_${name}`, session_id: `payses_${name}` }
    const isCaptured = captured_attempt_id !== null
    await first("onchain_payment").insert({
      ...{ ...ids, fiat_amount: "12.50", currency_code: "usd", ...columns },
      ...(isCaptured ? { state: "open" } : {}),
    })
    await first("onchain_attempt").insert({
      ...{ ...account, ...RAIL, id: `ocatt_${name}`, payment_id: ids.id },
      ...{ idempotency_key: `invoice_${name}`, gateway_invoice_id: `inv_${name}` },
      ...{ rail_id: "evm:base-mainnet:USDC", decimals: 6, expected_amount: "12.5" },
      ...{ rate: "1", rate_source: "fixed", rate_at: "2026-11-20", next_check_at: "2026-11-20", ...attempt },
    })
    if (isCaptured)
      await first("onchain_payment").where({ id: ids.id }).update({ state: "captured", captured_attempt_id })
  }
  await first("onchain_refund").insert({
    ...{ ...account, ...RAIL, id: "surplus_ocpay_captured", payment_id: "ocpay_captured" },
    ...{ session_id: "payses_captured", kind: "surplus", currency_code: "usd", token_amount: "0.5" },
  })
  for (const state of ["received", "processing", "processed", "ignored", "dead"])
    await first("onchain_webhook_delivery").insert({
      ...{ ...account, id: `dlv_${state}`, event: "invoice.paid", raw_body: '{"event":"invoice.paid"}' },
      ...{ state, received_at: "2026-11-20", next_attempt_at: "2026-11-20" },
    })
}

const TABLES = ["onchain_payment", "onchain_attempt", "onchain_refund", "onchain_webhook_delivery"]

describeOnchainModule(({ knex, clientUrl }) => {
  test("a database of the first schema migrates to now without loss, and its open payments are polled", async () => {
    const database = await createFirstDatabase(knex, clientUrl)
    try {
      await fill(database)
      const before = await readAll(database)
      const options = { database: { clientUrl: urlOf(clientUrl, DATABASE), driverOptions: {} } }
      await migrate({ options, logger })

      const after = await readAll(database)
      for (const table of TABLES) {
        expect(after[table]).toHaveLength(before[table]?.length ?? 0)
        for (const { updated_at: _, ...kept } of before[table] ?? [])
          expect(after[table]?.find(({ id }) => id === kept.id)).toMatchObject(kept)
      }
      for (const { id, current_attempt_id } of after.onchain_payment ?? [])
        expect(current_attempt_id).toBe(String(id).replace("ocpay", "ocatt"))
      for (const { attempt_id } of after.onchain_refund ?? []) expect(attempt_id).toBeNull()
      await pollAll(database)
    } finally {
      await database.destroy()
    }
  }, 60_000)
})

async function readAll(database: Knex): Promise<Record<string, Record<string, unknown>[]>> {
  const entries = await Promise.all(
    TABLES.map(async (table) => [table, await database(table).orderBy("id")] as const)
  )
  return Object.fromEntries(entries)
}

async function pollAll(database: Knex): Promise<void> {
  const checks = new PaymentChecks(database, scope, 60_000)
  const store = new PaymentStore(database, scope)
  const planned = (await selectPayments(database).whereNotNull("next_check_at").orderBy("id")).map(
    ({ state }) => state
  )
  expect(planned).toEqual(
    ["awaiting", "cancelled", "confirming", "expired", "failed", "opening", "settled", "unallocated"].sort()
  )
  await database("onchain_attempt")
    .whereNotNull("next_check_at")
    .update({ next_check_at: new Date(0) })
  const claimed = await checks.claim(50)
  expect(claimed).toHaveLength(planned.length)
  for (const payment of claimed.filter(({ gateway_invoice_id }) => gateway_invoice_id !== null)) {
    await store.record(payment, invoice({ id: payment.gateway_invoice_id ?? "", status: "paid" }))
    await checks.plan(payment.id)
  }
  const states = await selectPayments(database).orderBy("id").select("id", "state")
  const settled = ["awaiting", "cancelled", "confirming", "expired", "failed", "settled"]
  for (const state of settled) expect(states).toContainEqual({ id: `ocpay_${state}`, state: "settled" })
  expect(states).toContainEqual({ id: "ocpay_captured", state: "captured" })
  expect(states).toContainEqual({ id: "ocpay_unallocated", state: "unallocated" })
  expect(states).toContainEqual({ id: "ocpay_opening", state: "opening" })
}
