import { z } from "zod"
import type { Environment } from "../environment/environment"
import type { PlacedOrder } from "./placed-order"

const Counted = z.object({ captured: z.number() })
const query = `
  SELECT count(*)::int AS captured FROM unnest($1::text[]) AS placed(id)
  WHERE (
    SELECT count(*) FROM order_transaction
    WHERE order_id = placed.id AND reference = 'capture' AND deleted_at IS NULL
  ) = 1 AND (
    SELECT count(*) FROM order_payment_collection link
    JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
    JOIN capture ON capture.payment_id = payment.id AND capture.deleted_at IS NULL
    WHERE link.order_id = placed.id AND link.deleted_at IS NULL
  ) = 1`

/** How many of these orders have exactly one capture. */
export async function countCapturedOnce(
  { database }: Environment,
  orders: readonly PlacedOrder[]
): Promise<number> {
  const { rows } = await database.query(query, [orders.map(({ orderId }) => orderId)])
  return Counted.parse(rows[0]).captured
}
