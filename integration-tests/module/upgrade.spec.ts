import { readdirSync } from "node:fs"
import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { Migration20261120184657 } from "../../src/modules/onchain/migrations/Migration20261120184657"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { selectPayments } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { migrate, urlOf } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { assumptions, invoice } from "./payment-rows"

const DATABASE = "onchain_upgrade"
/** Rows from before the first release belong to no account. */
const scope = { environment: "", businessId: "" }
/** Fills in the amount of each choice. */
const CHOICES = "Migration20261122000410"

/** The first schema: every state, with a row's values in it. */
const STATES = {
  opening: { gateway_invoice_id: null },
  awaiting: { order_placed_at: "2026-11-20" },
  confirming: { confirmations: 1, confirmations_required: 3 },
  settled: { settled_at: "2026-11-20", received_amount: "12.5" },
  captured: { settled_at: "2026-11-20", captured_at: "2026-11-20", announced_at: "2026-11-20" },
  expired: { gateway_status: "expired" },
  failed: { gateway_status: "failed", last_error: "the service refused it" },
  cancelled: { gateway_status: "cancelled" },
  unallocated: { unallocated_reason: "order_cancelled", announced_at: null },
} as const

/** Creates a database with the first schema only. */
async function createFirstDatabase(knex: Knex, clientUrl: string): Promise<Knex> {
  await knex.raw(`DROP DATABASE IF EXISTS ${DATABASE}`)
  await knex.raw(`CREATE DATABASE ${DATABASE}`)
  const first = ModulesSdkUtils.createPgConnection({
    clientUrl: urlOf(clientUrl, DATABASE),
    pool: { min: 0, max: 4 },
  })
  await run(first, Migration20261120184657)
  await first.raw(
    `CREATE TABLE mikro_orm_migrations (id serial PRIMARY KEY, name varchar(255), executed_at timestamptz DEFAULT now())`
  )
  await first("mikro_orm_migrations").insert({ name: Migration20261120184657.name })
  return first
}

async function run(database: Knex, migration: typeof Migration20261120184657): Promise<void> {
  const made: Pick<Migration20261120184657, "up" | "getQueries"> = Reflect.construct(migration, [null, null])
  await made.up()
  for (const query of made.getQueries()) await database.raw(String(query))
}

/** Creates a database as it was just before the amounts were filled in, works with it, and drops it. */
async function withChoices(
  knex: Knex,
  clientUrl: string,
  work: (database: Knex, fillIn: () => Promise<void>) => Promise<void>
): Promise<void> {
  const database = await createFirstDatabase(knex, clientUrl)
  try {
    const directory = join(__dirname, "..", "..", "src", "modules", "onchain", "migrations")
    const names = readdirSync(directory).map((file) => file.replace(/[.]ts$/, ""))
    const load = async (name: string) => (await import(join(directory, name)))[name]
    const after = (name: string) => name.startsWith("Migration") && name > Migration20261120184657.name
    for (const name of names.filter((one) => after(one) && one < CHOICES).sort())
      await run(database, await load(name))
    await work(database, async () => run(database, await load(CHOICES)))
  } finally {
    await database.destroy()
  }
}

const paymentIn = (state: string) => ({
  id: `ocpay_${state}`,
  session_id: `payses_${state}`,
  state,
  idempotency_key: `invoice_${state}`,
  gateway_invoice_id: `inv_${state}`,
  rail_id: "evm:base-mainnet:USDC",
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  decimals: 6,
  expected_amount: "12.5",
  fiat_amount: "12.50",
  currency_code: "usd",
  rate: "1",
  rate_source: "fixed",
  rate_at: "2026-11-20",
})

async function fill(first: Knex): Promise<void> {
  for (const [state, columns] of Object.entries(STATES))
    await first("onchain_payment").insert({ ...paymentIn(state), ...columns })
  await first("onchain_refund").insert({
    id: "surplus_ocpay_captured",
    payment_id: "ocpay_captured",
    session_id: "payses_captured",
    kind: "surplus",
    currency_code: "usd",
    token_amount: "0.5",
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
  })
  for (const state of ["received", "processing", "processed", "ignored", "dead"])
    await first("onchain_webhook_delivery").insert({
      id: `dlv_${state}`,
      event: "invoice.paid",
      raw_body: '{"event":"invoice.paid"}',
      state,
      received_at: "2026-11-20",
      next_attempt_at: "2026-11-20",
    })
}

const APPLIED = { resolution: "apply", applied_order_id: "order_1" } as const

const TABLES = ["onchain_payment", "onchain_refund", "onchain_webhook_delivery"]

describeOnchainModule(({ knex, clientUrl }) => {
  test("a database of the first schema migrates without loss, and its open payments are polled", async () => {
    const database = await createFirstDatabase(knex, clientUrl)
    try {
      await fill(database)
      const before = await readAll(database)
      await migrate({
        options: { database: { clientUrl: urlOf(clientUrl, DATABASE), driverOptions: {} } },
        logger,
      })

      const after = await readAll(database)
      for (const table of TABLES) {
        expect(after[table]).toHaveLength(before[table]?.length ?? 0)
        // `settled_at` of money held for review is filled in, for the queue to sort by.
        for (const row of before[table] ?? []) {
          const { updated_at, settled_at, announced_at: _, ...kept } = row
          const now = after[table]?.find(({ id }) => id === row.id)
          expect(now).toMatchObject(kept)
          if (settled_at) expect(now).toMatchObject({ settled_at })
          expect(updated_at).toBeTruthy()
        }
      }
      await payOutSurplus(database)
      await reconcileAll(database)
    } finally {
      await database.destroy()
    }
  }, 60_000)

  test.each([
    ["a refund of everything received", { resolution: "refund_due", received_amount: "10" }, "10"],
    ["money that was kept", { resolution: "keep", received_amount: "10" }, "10"],
    ["a refund without an amount", { resolution: "refund_due", gateway_status: "expired" }, null],
    ["an application in full", { ...APPLIED, applied_amount: "12.5", received_amount: "20" }, "12.5"],
    ["a part", { ...APPLIED, applied_amount: "1.25", received_amount: "1.2555" }, "1.2555"],
    ["a part that has grown since", { ...APPLIED, applied_amount: "1.25", received_amount: "12.5" }, "1.25"],
  ] as const)("an earlier choice gets the amount it was about: %s", async (_, columns, covered) => {
    await withChoices(knex, clientUrl, async (database, fillIn) => {
      const held = { unallocated_reason: "session_deleted", fiat_amount: "12.5", gateway_status: "pending" }
      await database("onchain_payment").insert({ ...paymentIn("unallocated"), ...held, ...columns })
      await fillIn()
      expect(await database("onchain_payment").first()).toMatchObject({ resolved_token_amount: covered })
    })
  })

  test("a refund that was recorded before states its own amount", async () => {
    await withChoices(knex, clientUrl, async (database, fillIn) => {
      const payment = paymentIn("unallocated")
      const refunded = { resolution: "refund_due", unallocated_reason: "cart_gone", received_amount: "15" }
      await database("onchain_payment").insert({ ...payment, ...refunded })
      const { id, session_id, currency_code, chain, network_id, token } = payment
      await database("onchain_refund").insert({
        ...{ id: `unallocated_${id}`, payment_id: id, kind: "unallocated", token_amount: "12.5" },
        ...{ session_id, currency_code, chain, network_id, token },
      })
      await fillIn()
      expect(await database("onchain_payment").first()).toMatchObject({ resolved_token_amount: "12.5" })
    })
  })
})

async function readAll(database: Knex): Promise<Record<string, Record<string, unknown>[]>> {
  const entries = await Promise.all(
    TABLES.map(async (table) => {
      const isSplit = table === "onchain_payment" && (await database.schema.hasTable("onchain_attempt"))
      const rows = isSplit ? selectPayments(database) : database(table)
      return [table, await rows.orderBy("id")] as const
    })
  )
  return Object.fromEntries(entries)
}

/** What was due before can be paid out now: the old rule for its state is gone. */
async function payOutSurplus(database: Knex): Promise<void> {
  const surplus = () => database("onchain_refund").where({ id: "surplus_ocpay_captured" })
  for (const state of ["quoted", "confirmed", "sent", "done"]) await surplus().update({ state })
  await expect(surplus().update({ state: "lost" })).rejects.toThrow("onchain_refund_state_check")
}

async function reconcileAll(database: Knex): Promise<void> {
  const checks = new PaymentChecks(database, scope, 60_000)
  const store = new PaymentStore(database, scope, assumptions)
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
