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
const IS_TO_TRY = "(count = 0 OR seen_at <= now() - least(power(4, count), 360) * interval '1 minute')"

/** Subjects that a message names; it counts the rest. */
const NAMED = 20

/** Before the kind and the subject in the id of a row. */
const NOTICE = "notice:"
const KIND = "split_part(id, ':', 2)"
const SUBJECT = `regexp_replace(id, '^${NOTICE}[a-z_]+:', '')`

/**
 * Remembers what was reported to people: each item once, for as long as it needs attention.
 *
 * A batch (`position`) and a digest (`detail`) are stored before they are sent, so a process that dies in between sends the same
 * again. The feed had the batch at `started_at`; the digest was sent, given up or not wanted at `finished_at`, after `count` tries.
 */
class AttentionNotices {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly attention: AttentionList
  ) {}

  /** Adds what began to need attention, and deletes what needs none any more. */
  async refresh(): Promise<void> {
    const { environment, business_id } = scopeColumns(this.scope)
    const noticed = await this.rows().select({ id: "id", subject: this.knex.raw(SUBJECT) })
    const subjects = noticed.map(({ subject }) => subject)
    const open = this.attention.union(COUNT_LIMIT)
    // A long queue shows its oldest items only, and a noticed one beyond them is still open.
    const still = this.attention.union(Math.max(1, subjects.length), undefined, subjects)
    const own = inScope(this.scope, "notice")
    const run = generateEntityId(undefined, "ocatn")
    await this.knex.raw(
      `WITH open AS (SELECT DISTINCT kind, '${NOTICE}' || kind || ':' || subject_id AS id FROM (${open.sql}) AS item),
         still AS (SELECT '${NOTICE}' || kind || ':' || subject_id AS id FROM (${still.sql}) AS item),
         over AS (DELETE FROM onchain_status AS notice WHERE ${own.sql} AND notice.id = ANY(?::text[])
           AND NOT EXISTS (SELECT 1 FROM still WHERE still.id = notice.id))
       INSERT INTO onchain_status (id, environment, business_id, seen_at, count, position)
       SELECT id, ?, ?, now(), 0, CASE WHEN count(*) OVER (PARTITION BY kind) > ? THEN ? || '_' || kind
         ELSE 'ocatn_' || replace(gen_random_uuid()::text, '-', '') END
       FROM open WHERE NOT EXISTS (SELECT 1 FROM onchain_status AS notice WHERE ${own.sql} AND notice.id = open.id)
       ON CONFLICT DO NOTHING`,
      [
        ...[...open.bindings, ...still.bindings, ...own.bindings, noticed.map(({ id }) => id)],
        ...[environment, business_id, MOST_LINES, run, ...own.bindings],
      ]
    )
  }

  /** What the feed does not have yet, oldest first. */
  unnoticed(): Promise<NoticeBatch[]> {
    return this.rows()
      .whereNull("started_at")
      .select({ batch: "position" })
      .select(this.knex.raw(`min(${KIND}) AS kind, count(*)::int AS count, min(${SUBJECT}) AS "subjectId"`))
      .groupBy("position")
      .orderByRaw("min(created_at), position")
      .limit(MOST_BATCHES)
  }

  /** @param batches those that the feed has; every one without a feed, so that a later one does not begin with old items */
  async noteNoticed(batches: readonly string[] | "every"): Promise<void> {
    await this.rows()
      .whereNull("started_at")
      .where((some) => void (batches === "every" || some.whereIn("position", [...batches])))
      .update({ started_at: this.knex.fn.now() })
  }

  /** Whether something of a kind is in no message to operators yet. */
  async hasUndigested(kind: AttentionKind): Promise<boolean> {
    return (await this.undigested(kind).first("id")) !== undefined
  }

  /** Puts all that is new of a kind into one message. */
  async makeDigest(kind: AttentionKind): Promise<void> {
    await this.undigested(kind).update({ detail: generateEntityId(undefined, "ocatd") })
  }

  /** Messages that were not sent, and counts a try of each. */
  async takeDigests(kind: AttentionKind): Promise<Digest[]> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `WITH taken AS (UPDATE onchain_status SET count = count + 1, seen_at = now()
         WHERE starts_with(id, ?) AND detail IS NOT NULL AND finished_at IS NULL AND ${own.sql} AND ${IS_TO_TRY} RETURNING *)
       SELECT detail AS digest, ? AS kind, count(*)::int AS count, max(count) AS tries,
         (array_agg(${SUBJECT} ORDER BY created_at, id))[1:?] AS "subjectIds"
       FROM taken GROUP BY detail ORDER BY detail`,
      [`${NOTICE}${kind}:`, ...own.bindings, kind, NAMED]
    )
    return rows
  }

  /** @param digest the one that was sent or given up */
  async endDigest(digest: string): Promise<void> {
    await this.rows().where({ detail: digest }).update({ finished_at: this.knex.fn.now() })
  }

  /** Items that are in no message because none is wanted. @param kinds those that are wanted */
  async skipDigests(kinds: readonly AttentionKind[]): Promise<void> {
    await this.rows()
      .whereNull("finished_at")
      .whereRaw(`${KIND} <> ALL(?::text[])`, [[...kinds]])
      .update({ finished_at: this.knex.fn.now() })
  }

  private undigested(kind: AttentionKind) {
    return this.rows().whereRaw(`${KIND} = ?`, [kind]).where({ detail: null, finished_at: null })
  }

  private rows() {
    return this.knex("onchain_status")
      .where(scopeColumns(this.scope))
      .whereRaw("starts_with(id, ?)", [NOTICE])
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
