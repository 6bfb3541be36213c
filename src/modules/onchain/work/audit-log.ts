import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { ProviderAnswer } from "../../../gateway/client/errors"
import { plainText } from "../../../gateway/contract/wire"
import { type Scope, scopeColumns } from "./claim"

/** What failed is in the first words. */
const LONGEST_REASON = 1_000

/** Not `instanceof Error`: Medusa's workflow engine hands errors on as plain objects. */
export function reasonOf(error: unknown): string {
  const isObject = typeof error === "object" && error !== null
  return plainText(isObject && "message" in error ? String(error.message) : String(error), LONGEST_REASON)
}

/**
 * `before` and `after` hold states and ids, never a key or an address of ours. `provider`: what the service said, which may name
 * either; it is shown to operators only.
 */
export type AuditNote = {
  action: string
  /** Medusa user or API key; null for the service or a job. */
  actorId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type AuditEntry = {
  action: string
  actor_id: string | null
  created_at: Date
  provider: ProviderAnswer | null
}

/** What the service said with a step, as a column. */
export const PROVIDER_ANSWER = (knex: Knex) => knex.raw("after -> 'provider' AS provider")

/** Adds an audit entry to an `UPDATE` or `INSERT .. RETURNING *` of one row, so that neither exists without the other. */
export async function changeWithNote<Row>(
  knex: Knex,
  subjectType: string,
  { sql, bindings }: { sql: string; bindings: Knex.RawBinding[] },
  note: AuditNote
): Promise<Row | undefined> {
  const changed = await knex.raw(
    `WITH changed AS (${sql}),
     noted AS (
       INSERT INTO onchain_audit_entry (id, subject_type, subject_id, action, actor_id, before, after,
         environment, business_id)
       SELECT ?, ?, changed.id, ?, ?, ?::jsonb, ?::jsonb, to_jsonb(changed) ->> 'environment',
         to_jsonb(changed) ->> 'business_id' FROM changed
     )
     SELECT * FROM changed`,
    [
      ...bindings,
      generateEntityId(undefined, "ocaud"),
      subjectType,
      note.action,
      note.actorId,
      toJson(note.before),
      toJson(note.after),
    ]
  )
  return changed.rows[0]
}

/** Changes a row that the caller has locked, with its audit entry. @throws Error when it is gone */
export async function changeLocked<Row>(
  trx: Knex.Transaction,
  subject: { type: string; table: string },
  { id, environment, business_id }: { id: string; environment: string; business_id: string },
  columns: Record<string, Knex.Value | null>,
  note: AuditNote
): Promise<Row> {
  const key = { id, environment, business_id }
  const [changed]: Row[] = await trx(subject.table)
    .where(key)
    .update({ ...columns, updated_at: trx.fn.now() })
    .returning("*")
  if (!changed) throw new Error(`${subject.type} ${id} is gone, although it was locked`)
  await noteAudit(trx, { type: subject.type, ...key }, note)
  return changed
}

/** Writes down a change in the transaction that makes it. @returns the id of the entry */
export async function noteAudit(
  trx: Knex,
  subject: { type: string; id: string; environment: string; business_id: string },
  { action, actorId, before, after }: AuditNote
): Promise<string> {
  const id = generateEntityId(undefined, "ocaud")
  await trx("onchain_audit_entry").insert({
    id,
    subject_type: subject.type,
    subject_id: subject.id,
    action,
    actor_id: actorId,
    before: toJson(before),
    after: toJson(after),
    environment: subject.environment,
    business_id: subject.business_id,
  })
  return id
}

/** Oldest first. @param scope of a thing that has the gateway's id */
export function listAuditEntries(
  knex: Knex,
  subjectType: string,
  subjectId: string,
  scope?: Scope
): Promise<AuditEntry[]> {
  return knex<AuditEntry & { subject_type: string; subject_id: string }>("onchain_audit_entry")
    .where({ subject_type: subjectType, subject_id: subjectId, ...(scope && scopeColumns(scope)) })
    .whereNull("deleted_at")
    .orderBy(["created_at", "id"])
    .select("action", "actor_id", "created_at", PROVIDER_ANSWER(knex))
}

function toJson(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
