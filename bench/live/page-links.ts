import { createHash, randomBytes } from "node:crypto"
import type { Environment } from "../environment/environment"
import type { PlacedOrder } from "../orders/placed-order"

/** Creates links to order pages in turn. @returns their stream URLs */
export async function linkPages(
  { database, storeUrl }: Environment,
  orders: readonly PlacedOrder[],
  count: number
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"))
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest("hex"))
  await database.query(
    `INSERT INTO onchain_page_link (id, token_hash, purpose, collection_id, customer_id, expires_at)
     SELECT 'oclink_bench_' || left(hash, 26), hash, 'mail', link.payment_collection_id, o.customer_id, now() + interval '1 day'
     FROM unnest($1::text[]) WITH ORDINALITY AS given(hash, n)
       JOIN "order" AS o ON o.id = ($2::text[])[1 + (n - 1) % $3]
       JOIN order_payment_collection AS link ON link.order_id = o.id`,
    [hashes, orders.map(({ orderId }) => orderId), orders.length]
  )
  return tokens.map((token) => `${storeUrl}/onchain/pay/${token}/events`)
}
