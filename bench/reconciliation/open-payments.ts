import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { scopeColumns } from "../../src/modules/onchain/work/claim"

export const benchScope = { environment: "sandbox", businessId: "biz_bench" }

const FILL = `
  INSERT INTO onchain_payment (id, session_id, fiat_amount, currency_code)
  SELECT 'ocpay_' || n, 'payses_' || n, '129.95', 'usd' FROM generate_series(1, ?::int) AS n`
const FILL_ATTEMPTS = `
  INSERT INTO onchain_attempt (id, payment_id, environment, business_id, idempotency_key, gateway_invoice_id, state, rail_id,
    chain, network_id, token, decimals, expected_amount, asked_fiat_amount, rate, rate_source, rate_at, next_check_at)
  SELECT 'ocatt_' || n, 'ocpay_' || n, :environment, :business_id, 'invoice_ocatt_' || n, 'inv_' || n, 'awaiting',
    'evm:base-mainnet:USDC', 'evm', 'base-mainnet', 'USDC', 6, '129.95', '129.95', '1', 'fixed', now(), now() - n * interval '1 millisecond'
  FROM generate_series(1, :count::int) AS n`

/** Fills a table with open payments that are due. */
export async function fillOpenPayments(knex: Knex, count: number): Promise<void> {
  await knex.raw(FILL, [count])
  await knex.raw(FILL_ATTEMPTS, { count, ...scopeColumns(benchScope) })
  await knex.raw("UPDATE onchain_payment SET current_attempt_id = 'ocatt_' || substr(id, 7)")
}

/** Makes all of them due again. They are so old that none is due twice during one round of polling. */
export async function makeAllDue(knex: Knex): Promise<void> {
  await knex.raw("UPDATE onchain_payment SET created_at = now() - interval '8 days'")
  await knex.raw(
    "UPDATE onchain_attempt SET next_check_at = now() - interval '1 second', created_at = now() - interval '8 days', check_count = 0"
  )
  await knex.raw("VACUUM ANALYZE onchain_payment, onchain_attempt")
}
