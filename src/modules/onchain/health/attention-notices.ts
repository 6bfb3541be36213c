import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { AttentionKind } from "../../../domain/health/attention"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import { COUNT_LIMIT } from "../work/listed-rows"
import { inScope, type Scope, scopeColumns } from "../work/claim"
import { AttentionList } from "./attention-list"
import { OverviewFacts } from "./overview-facts"

/** More new items of one kind in one run are one line of the feed. */
export const MOST_LINES = 10
/** Batches of one run. */
const MOST_BATCHES = 100

/** Items that one notification of the feed reports. */
export type NoticeBatch = { batch: string; kind: AttentionKind; count: number; subjectId: string }

/** A message to operators that is due. `tries` includes this one. */
export type Digest = {
  digest: string
  kind: AttentionKind
  count: number
  tries: number
  subjectIds: string[]
}

/** After a failure, four minutes, then four times as long up to six hours. */
const IS_TO_TRY =
  "(digest_tries = 0 OR updated_at <= now() - least(power(4, digest_tries), 360) * interval '1 minute')"

/** Subjects that a message names; it counts the rest. */
const NAMED = 20

/**
 * Remembers what was reported to people: each item once, for as long as it needs attention.
 *
 * A batch and a digest are stored before they are sent, so a process that dies in between sends the same again.
 */
class AttentionNotices {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly attention: AttentionList
  ) {}

  /** Adds what began to need attention, and deletes what needs none any more. */
  async refresh(): Promise<void> {
    const own = inScope(this.scope, "notice")
    const over = this.attention.isOver("notice")
    await this.knex.raw(`DELETE FROM onchain_attention_notice AS notice WHERE ${own.sql} AND ${over.sql}`, [
      ...own.bindings,
      ...over.bindings,
    ])
    const { environment, business_id } = scopeColumns(this.scope)
    const open = this.attention.parts(
      () => true,
      (queue) => this.attention.itemsOf(queue, COUNT_LIMIT)
    )
    const run = generateEntityId(undefined, "ocatn")
    await this.knex.raw(
      `INSERT INTO onchain_attention_notice (id, environment, business_id, kind, subject_id, batch)
       SELECT id, ?, ?, kind, subject_id, CASE WHEN count(*) OVER (PARTITION BY kind) > ? THEN ? || '_' || kind ELSE id END
       FROM (SELECT DISTINCT ON (kind, subject_id) kind, subject_id,
               'ocatn_' || replace(gen_random_uuid()::text, '-', '') AS id
             FROM (${open.sql}) AS item
             WHERE NOT EXISTS (SELECT 1 FROM onchain_attention_notice AS notice WHERE ${own.sql}
               AND notice.kind = item.kind AND notice.subject_id = item.subject_id)) AS fresh
       ON CONFLICT DO NOTHING`,
      [environment, business_id, MOST_LINES, run, ...open.bindings, ...own.bindings]
    )
  }

  /** What the feed does not have yet, oldest first. */
  async unnoticed(): Promise<NoticeBatch[]> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT batch, min(kind) AS kind, count(*)::int AS count, min(subject_id) AS "subjectId"
       FROM onchain_attention_notice WHERE noticed_at IS NULL AND deleted_at IS NULL AND ${own.sql}
       GROUP BY batch ORDER BY min(created_at), batch LIMIT ?`,
      [...own.bindings, MOST_BATCHES]
    )
    return rows
  }

  /** @param batches those that the feed has; every one without a feed, so that a later one does not begin with old items */
  async noteNoticed(batches: readonly string[] | "every"): Promise<void> {
    await this.rows()
      .whereNull("noticed_at")
      .where((some) => void (batches === "every" || some.whereIn("batch", [...batches])))
      .update({ noticed_at: this.knex.fn.now(), updated_at: this.knex.fn.now() })
  }

  /** Whether something of a kind is in no message to operators yet. */
  async hasUndigested(kind: AttentionKind): Promise<boolean> {
    const row = await this.rows().where({ kind, digest: null, digested_at: null }).first("id")
    return row !== undefined
  }

  /** Puts all that is new of a kind into one message. */
  async makeDigest(kind: AttentionKind): Promise<void> {
    await this.rows()
      .where({ kind, digest: null, digested_at: null })
      .update({ digest: generateEntityId(undefined, "ocatd"), updated_at: this.knex.fn.now() })
  }

  /** Messages that were not sent, and counts a try of each. */
  async takeDigests(kind: AttentionKind): Promise<Digest[]> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `WITH taken AS (UPDATE onchain_attention_notice SET digest_tries = digest_tries + 1, updated_at = now()
         WHERE kind = ? AND digest IS NOT NULL AND digested_at IS NULL AND deleted_at IS NULL AND ${own.sql} AND ${IS_TO_TRY}
         RETURNING *)
       SELECT digest, min(kind) AS kind, count(*)::int AS count, max(digest_tries) AS tries,
         (array_agg(subject_id ORDER BY created_at, id))[1:?] AS "subjectIds"
       FROM taken GROUP BY digest ORDER BY digest`,
      [kind, ...own.bindings, NAMED]
    )
    return rows
  }

  /** @param digest the one that was sent or given up */
  async endDigest(digest: string): Promise<void> {
    await this.rows()
      .where({ digest })
      .update({ digested_at: this.knex.fn.now(), updated_at: this.knex.fn.now() })
  }

  /** Items that are in no message because none is wanted. @param kinds those that are wanted */
  async skipDigests(kinds: readonly AttentionKind[]): Promise<void> {
    await this.rows()
      .whereNull("digested_at")
      .whereNotIn("kind", [...kinds])
      .update({ digested_at: this.knex.fn.now(), updated_at: this.knex.fn.now() })
  }

  private rows() {
    return this.knex("onchain_attention_notice").where(scopeColumns(this.scope)).whereNull("deleted_at")
  }
}

/** What the overview shows, and what people hear of it. */
export class AttentionService {
  readonly list: AttentionList
  readonly notices: AttentionNotices
  readonly facts: OverviewFacts

  constructor(knex: Knex, options: Scope & ApprovalRule) {
    this.list = new AttentionList(knex, options)
    this.notices = new AttentionNotices(knex, options, this.list)
    this.facts = new OverviewFacts(knex, options)
  }
}
