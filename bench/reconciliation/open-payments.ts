import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const FILL = `
  INSERT INTO onchain_payment (id, session_id, idempotency_key, gateway_invoice_id, state, rail_id, chain, network_id,
    token, decimals, expected_amount, fiat_amount, currency_code, rate, rate_source, rate_at, next_check_at)
  SELECT 'ocpay_' || n, 'payses_' || n, 'invoice_ocpay_' || n, 'inv_' || n, 'awaiting', 'evm:base-mainnet:USDC', 'evm',
    'base-mainnet', 'USDC', 6, '129.95', '129.95', 'usd', '1', 'fixed', now(), now() - n * interval '1 millisecond'
  FROM generate_series(1, ?::int) AS n`

/** Fills a table with payments that wait and are due. */
export async function fillOpenPayments(knex: Knex, count: number): Promise<void> {
  await knex.raw(FILL, [count])
}

/** Makes all of them due again. They are so old that none is due twice while they are asked for. */
export async function makeAllDue(knex: Knex): Promise<void> {
  await knex.raw(
    "UPDATE onchain_payment SET next_check_at = now() - interval '1 second', created_at = now() - interval '8 days', check_count = 0"
  )
  await knex.raw("VACUUM ANALYZE onchain_payment")
}
