import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Inbox } from "../../src/modules/onchain/inbox/inbox"

type DeliveryRow = {
  id: string
  state: string
  attempts: number
  raw_body: string
  next_attempt_at: Date
  lease_expires_at: Date | null
  processed_at: Date | null
  last_error: string | null
}

/** A delivery as the webhook route hands it over. */
export const delivery = (id: string): Parameters<Inbox["accept"]>[0] => ({
  id,
  event: "invoice.paid",
  resourceId: "inv_1",
  rawBody: '{"event":"invoice.paid","data":{"id":"inv_1"}}',
})

export async function rowOf(knex: Knex, id: string): Promise<DeliveryRow> {
  const row = await knex<DeliveryRow>("onchain_webhook_delivery").where({ id }).first()
  if (!row) throw new Error(`there is no delivery ${id}`)
  return row
}

/** Ends a pause or a lease of a delivery at once. */
export async function letTimePass(knex: Knex, id: string): Promise<void> {
  await knex.raw(
    `UPDATE onchain_webhook_delivery SET next_attempt_at = now() - interval '1 second',
       lease_expires_at = CASE WHEN state = 'processing' THEN now() - interval '1 second' END
     WHERE id = ?`,
    [id]
  )
}

/** Claims, and fails the test when nothing was due. */
export async function mustClaim(inbox: Inbox) {
  const claimed = await inbox.claim()
  if (!claimed) throw new Error("nothing was due")
  return claimed
}
