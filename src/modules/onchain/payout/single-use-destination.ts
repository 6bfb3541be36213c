import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { noteAudit } from "../work/audit-log"
import type { AlsoChange } from "../work/audit-log"
import type { DestinationRow } from "./destination-list"

/** What destinations are called in the audit log. */
export const DESTINATION = "destination"

/** An approved proposal of a shopper. Its request is the author: nobody of the store has entered the address. */
type ApprovedAddress = {
  id: string
  environment: string
  business_id: string
  refund_id: string
  payment_id: string
  network_id: string | null
  address: string | null
  memo: string
  has_no_memo: boolean
  checksum: "verified" | "absent" | null
  is_observed_sender: boolean
  created_by: string
}

/**
 * Makes the destination of one refund. Its request is locked, so there is one at a time.
 *
 * @param approval.isSecond the approver has not made the link
 */
export async function insertSingleUse(
  trx: Knex,
  request: ApprovedAddress,
  approval: {
    label: string
    customer_id: string | null
    order_id: string | null
    chain: string
    actorId: string
    isSecond: boolean
  }
): Promise<string> {
  const { actorId, isSecond, ...owner } = approval
  const { environment, business_id, network_id, address, memo, has_no_memo } = request
  const id = generateEntityId(undefined, "ocdst")
  await trx("onchain_payout_destination").insert({
    ...{ id, environment, business_id, ...owner, purpose: "refund", state: "approved" },
    ...{ network_id, address, memo, has_no_memo, checksum: request.checksum ?? "absent" },
    ...{ payment_id: request.payment_id, single_use_refund_id: request.refund_id },
    ...{ is_observed_sender: request.is_observed_sender },
    ...{ created_by: request.id, created_by_owner: request.created_by },
    ...{ approved_by: actorId, approved_at: trx.fn.now(), has_second_approval: isSecond },
  })
  const subject = { type: DESTINATION, id, environment, business_id }
  const after = { state: "approved", single_use_refund_id: request.refund_id }
  await noteAudit(trx, subject, { action: "destination.approved", actorId, before: null, after })
  return id
}

/** No payout goes there any more. @param actorId null for a shopper who changed the proposal */
export async function archiveSingleUse(trx: Knex, id: string, actorId: string | null): Promise<void> {
  const [row] = await trx<DestinationRow>("onchain_payout_destination")
    .where({ id })
    .whereNot({ state: "archived" })
    .whereNotNull("single_use_refund_id")
    .update({ state: "archived", archived_by: actorId, archived_at: trx.fn.now(), updated_at: trx.fn.now() })
    .returning(["environment", "business_id"])
  if (!row) return
  const note = {
    action: "destination.archived",
    actorId,
    before: { state: "approved" },
    after: { state: "archived" },
  }
  await noteAudit(trx, { type: DESTINATION, id, ...row }, note)
}

/** Once its refund is paid, a single-use destination is archived. Follows `refund_moved`. */
export function archiveUsed(): AlsoChange[] {
  return [
    {
      name: "destination_used",
      sql: `UPDATE onchain_payout_destination AS d SET state = 'archived', archived_at = now(), updated_at = now()
        FROM refund_moved WHERE d.single_use_refund_id = refund_moved.id AND d.environment = refund_moved.environment
          AND d.business_id = refund_moved.business_id AND d.state <> 'archived'
        RETURNING d.id, d.environment, d.business_id`,
      bindings: [],
    },
    {
      name: "destination_noted",
      sql: `INSERT INTO onchain_audit_entry (id, subject_type, subject_id, action, actor_id, before, after, environment, business_id)
        SELECT ?, ?, destination_used.id, 'destination.archived', NULL, NULL, '{"state":"archived"}'::jsonb,
          destination_used.environment, destination_used.business_id FROM destination_used`,
      bindings: [generateEntityId(undefined, "ocaud"), DESTINATION],
    },
  ]
}
