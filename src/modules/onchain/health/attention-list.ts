import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ATTENTION_KINDS, type AttentionKind, type AttentionScreen } from "../../../domain/health/attention"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import { COUNT_LIMIT } from "../work/listed-rows"
import { inScope, type Scope } from "../work/scope"
import { attentionQueues, ITEM_COLUMNS, queueRows, subjectOf, type AttentionQueue } from "./attention-queues"

/** Amounts are decimal text: `amount` in token units, `fiat_amount` in major units. */
export type AttentionRow = Record<(typeof ITEM_COLUMNS)[number], string | null> & {
  kind: AttentionKind
  screen: AttentionScreen
  subject_id: string
  since: Date
}

/** One per queue. Up to `COUNT_LIMIT`, and one more when there are more. */
export type AttentionCount = {
  kind: AttentionKind
  screen: AttentionScreen
  count: number
  oldestAt: Date | null
}

/** Which queues are read. */
export type AttentionFilter = (queue: Pick<AttentionQueue, "kind" | "screen">) => boolean

const EVERY: AttentionFilter = () => true

/** What needs attention, over all queues. Each is read from an index in order, so its length does not matter. */
export class AttentionList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope & ApprovalRule
  ) {}

  private get queues(): AttentionQueue[] {
    return attentionQueues(this.scope.payouts.approval)
  }

  /** The oldest items. One statement. */
  async items(limit: number, filter: AttentionFilter = EVERY): Promise<AttentionRow[]> {
    const parts = this.parts(filter, (queue) => this.itemsOf(queue, limit))
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT * FROM (${parts.sql}) AS items ORDER BY since, kind, subject_id LIMIT ?`,
      [...parts.bindings, limit]
    )
    return rows
  }

  /** Those of the named subjects that still need attention. One statement. */
  async find(subjects: readonly { kind: AttentionKind; subjectId: string }[]): Promise<AttentionRow[]> {
    const idsOf = (kind: AttentionKind) =>
      subjects.flatMap((subject) => (subject.kind === kind ? [subject.subjectId] : []))
    const parts = this.parts(
      ({ kind }) => idsOf(kind).length > 0,
      (queue) => {
        const named = { ...queue, where: `${queue.where} AND ${subjectOf(queue)} = ANY(?::text[])` }
        const { sql, bindings } = this.itemsOf(named, subjects.length)
        return { sql, bindings: [idsOf(queue.kind), ...bindings] }
      }
    )
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT * FROM (${parts.sql}) AS items ORDER BY since, kind, subject_id`,
      parts.bindings
    )
    return rows
  }

  /** One statement. */
  async counts(filter: AttentionFilter = EVERY): Promise<AttentionCount[]> {
    const parts = this.parts(filter, (queue) => {
      const found = queueRows(queue, `${queue.since} AS at`, inScope(this.scope), COUNT_LIMIT + 1)
      return {
        sql: `SELECT '${queue.kind}' AS kind, '${queue.screen}' AS screen, count(*)::int AS count, min(at) AS "oldestAt"
              FROM (${found.sql}) AS found`,
        bindings: found.bindings,
      }
    })
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(parts.sql, parts.bindings)
    return rows
  }

  /** How many items of these kinds there are, up to `COUNT_LIMIT`. */
  async count(...kinds: readonly AttentionKind[]): Promise<number> {
    const counts = await this.counts(({ kind }) => kinds.includes(kind))
    return Math.min(sumOf(counts), COUNT_LIMIT)
  }

  /** The rows of a queue as items, oldest first. */
  itemsOf(queue: AttentionQueue, limit: number): { sql: string; bindings: Knex.RawBinding[] } {
    const columns = ITEM_COLUMNS.map((name) => `(${queue.columns?.[name] ?? "NULL"})::text AS ${name}`)
    const named = [
      `'${queue.kind}' AS kind, '${queue.screen}' AS screen, ${subjectOf(queue)} AS subject_id`,
      `coalesce(${queue.since}, updated_at) AS since`,
      ...columns,
    ]
    return queueRows(queue, named.join(", "), inScope(this.scope), limit)
  }

  /**
   * A condition for rows of a table with `kind` and `subject_id`, in `alias`, whose subject needs no attention any more.
   * `OFFSET 0` keeps each question about one subject: the planner must not join the queues as a whole.
   */
  isOver(alias: string): { sql: string; bindings: Knex.RawBinding[] } {
    const own = inScope(this.scope)
    const open = (queue: AttentionQueue) =>
      `EXISTS (SELECT 1 FROM ${queue.from} WHERE ${subjectOf(queue)} = ${alias}.subject_id AND ${queue.where} AND ${own.sql} OFFSET 0)`
    const cases = ATTENTION_KINDS.map((kind) => {
      const queues = this.queues.filter((queue) => queue.kind === kind)
      return `WHEN '${kind}' THEN ${queues.length === 0 ? "true" : `NOT (${queues.map(open).join(" OR ")})`}`
    })
    return {
      sql: `CASE ${alias}.kind ${cases.join(" ")} ELSE true END`,
      bindings: this.queues.flatMap(() => own.bindings),
    }
  }

  /** The statements of the queues as one. */
  parts(
    filter: AttentionFilter,
    toPart: (queue: AttentionQueue) => { sql: string; bindings: Knex.RawBinding[] }
  ): { sql: string; bindings: Knex.RawBinding[] } {
    const parts = this.queues.filter(filter).map(toPart)
    return {
      sql: parts.map(({ sql }) => `(${sql})`).join(" UNION ALL "),
      bindings: parts.flatMap(({ bindings }) => bindings),
    }
  }
}

/** Open items of some kinds, and when the oldest began. */
export type OpenWork = (
  kinds: readonly AttentionKind[],
  screen?: AttentionScreen
) => { count: number; oldestAt: Date | null }

export function openWork(counts: readonly AttentionCount[]): OpenWork {
  return (kinds, screen) => {
    const found = counts.filter((one) => kinds.includes(one.kind) && (screen ?? one.screen) === one.screen)
    const times = found.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt.getTime()]))
    return { count: sumOf(found), oldestAt: times.length === 0 ? null : new Date(Math.min(...times)) }
  }
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
