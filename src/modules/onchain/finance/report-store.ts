import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type { TransactionKind } from "../../../gateway/contract"
import type OnchainReport from "../models/report"
import type OnchainReportDifference from "../models/report-difference"
import { changeWithNote } from "../work/audit-log"
import { inScope, oldest, ownRows, type Scope, scopeColumns } from "../work/claim"

/** A report without progress for this long lost its process; one that was put back is tried again after it. */
const CUT_OFF_AFTER_MS = 60_000
/** Each restart reads everything again, so a report that loses its process too often fails. */
const MOST_CUT_OFFS = 5

/** Reports that one user may request in an hour: each reads every list of the gateway. */
export const MOST_PER_HOUR = 20

export class ReportStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * Requests a report. A queued report over the same days is returned as it is.
   *
   * @param days both included, `YYYY-MM-DD` in UTC
   * @returns undefined after {@link MOST_PER_HOUR} reports of the user within an hour
   */
  request(days: { from: string; to: string }, actorId: string): Promise<ReportRow | undefined> {
    return this.knex.transaction(async (knex) => {
      await knex.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:report', 0))")
      const waiting = await ownRows<ReportRow>(knex, this.scope, "onchain_report")
        .where({ from_day: days.from, to_day: days.to, state: "queued" })
        .first()
      if (waiting) return waiting
      const sql = `INSERT INTO onchain_report (id, environment, business_id, from_day, to_day, state, requested_by, rows_read)
        SELECT ?, ?, ?, ?, ?, 'queued', ?, 0
        WHERE (SELECT count(*) FROM onchain_report WHERE requested_by = ? AND created_at > now() - interval '1 hour') < ?
        RETURNING *`
      const id = generateEntityId(undefined, "ocrep")
      const { environment, business_id } = scopeColumns(this.scope)
      const bindings = [id, environment, business_id, days.from, days.to, actorId, actorId, MOST_PER_HOUR]
      const note = { action: "report.requested", actorId, before: null, after: days }
      return changeWithNote<ReportRow>(knex, "report", { sql, bindings }, note)
    })
  }

  find(id: string): Promise<ReportRow | undefined> {
    return ownRows<ReportRow>(this.knex, this.scope, "onchain_report").where({ id }).first()
  }

  /** Claims the oldest report, or one whose process died. */
  async claim(): Promise<ReportClaim | undefined> {
    await this.endHopeless()
    const waiting = oldest(
      {
        table: "onchain_report",
        scope: this.scope,
        where: `state IN ('queued', 'running')
          AND (alive_at IS NULL OR alive_at <= now() - ? * interval '1 millisecond')`,
        bindings: [CUT_OFF_AFTER_MS],
        orderBy: "created_at",
      },
      1
    )
    const { rows }: { rows: ReportRow[] } = await this.knex.raw(
      // JavaScript dates have no microseconds, and the start identifies a run.
      `UPDATE onchain_report SET state = 'running', started_at = date_trunc('milliseconds', clock_timestamp()),
         cut_off_count = cut_off_count + CASE state WHEN 'running' THEN 1 ELSE 0 END, alive_at = now(), rows_read = 0,
         difference_count = NULL, incomplete_lists = NULL, step = NULL, last_error = NULL, updated_at = now()
       WHERE ${waiting.sql} RETURNING *`,
      waiting.bindings
    )
    const [row] = rows
    if (!row?.started_at) return undefined
    return {
      id: row.id,
      from: row.from_day,
      to: row.to_day,
      startedAt: row.started_at,
      createdAt: row.created_at,
    }
  }

  /** @returns false when another process has taken it over */
  async progress(claim: ReportClaim, step: string, rowsRead: number): Promise<boolean> {
    return this.change(claim, "alive_at = now(), step = ?, rows_read = ?", [step, rowsRead])
  }

  /** @returns false when another process has taken it over */
  noteIncomplete(claim: ReportClaim, lists: readonly IncompleteOfReport[]): Promise<boolean> {
    const noted = lists.length === 0 ? null : JSON.stringify(lists)
    return this.change(claim, "incomplete_lists = ?::jsonb", [noted])
  }

  finish(claim: ReportClaim): Promise<boolean> {
    const change = `state = 'done', finished_at = now(), alive_at = NULL, step = NULL, last_error = NULL,
      difference_count = (SELECT count(*) FROM onchain_report_difference d
        WHERE d.report_id = onchain_report.id AND d.deleted_at IS NULL)`
    return this.change(claim, change, [])
  }

  /** Leaves the report to a later run, which starts over. */
  putBack(claim: ReportClaim, reason: string): Promise<boolean> {
    const change = "state = 'queued', alive_at = now(), step = NULL, last_error = ?"
    return this.change(claim, change, [reason.slice(0, 1_000)])
  }

  fail(claim: ReportClaim, reason: string): Promise<boolean> {
    const change = "state = 'failed', finished_at = now(), alive_at = NULL, step = NULL, last_error = ?"
    return this.change(claim, change, [reason.slice(0, 1_000)])
  }

  private async endHopeless(): Promise<void> {
    const own = inScope(this.scope)
    await this.knex.raw(
      `UPDATE onchain_report SET state = 'failed', finished_at = now(), alive_at = NULL, step = NULL, last_error = ?,
         updated_at = now()
       WHERE state = 'running' AND deleted_at IS NULL AND cut_off_count >= ?
         AND alive_at <= now() - ? * interval '1 millisecond' AND ${own.sql}`,
      [
        `It was started ${MOST_CUT_OFFS + 1} times and never finished: each time its process stopped, or made no progress for ` +
          "a minute. Request fewer days, or try again when the provider answers faster.",
        MOST_CUT_OFFS,
        CUT_OFF_AFTER_MS,
        ...own.bindings,
      ]
    )
  }

  private async change(claim: ReportClaim, set: string, bindings: Knex.RawBinding[]): Promise<boolean> {
    const { rows }: { rows: unknown[] } = await this.knex.raw(
      `UPDATE onchain_report SET ${set}, updated_at = now()
       WHERE id = ? AND state = 'running' AND started_at = ? RETURNING id`,
      [...bindings, claim.id, claim.startedAt]
    )
    return rows.length === 1
  }
}

/** One day of one asset. Decimals in token units, `fiat` in major units. */
export type ReportLine = {
  day: string
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  captures: number
  captured: string
  fiat: { currency_code: string; amount: string }[]
  invoices: number
  invoiced: string
  receipts: number
  received: string
  fees: string
  payouts: number
  paid_out: string
  refunds: number
  refunded: string
}

const CHUNK = 500
/** What a difference says, in the order of its file. */
export const DIFFERENCE_COLUMNS = [
  "kind",
  "day",
  "network_id",
  "token",
  "match_key",
  "currency_code",
  "expected",
  "found",
  "explanation",
] as const

/** Decimals in token units, or in major units of `currency_code` where that is set. */
export type ReportDifference = Pick<ReportDifferenceRow, (typeof DIFFERENCE_COLUMNS)[number]>

/** Reads a finished report. The database adds up exactly. */
export class ReportReader {
  constructor(private readonly knex: Knex) {}

  /** Oldest day first. */
  async lines(reportId: string): Promise<ReportLine[]> {
    const { rows }: { rows: ReportLine[] } = await this.knex.raw(
      // A side may leave the canonical id out: it is filled in where all others have the same one.
      `WITH named AS (
         SELECT *, min(canonical_asset_id) OVER same AS lowest, max(canonical_asset_id) OVER same AS highest
         FROM onchain_report_entry WHERE report_id = ?
         WINDOW same AS (PARTITION BY chain, network_id, token)
       ), e AS (
         SELECT *, CASE WHEN lowest = highest THEN lowest ELSE canonical_asset_id END AS asset FROM named
       )
       SELECT e.day, e.chain, e.network_id, e.token, e.asset AS canonical_asset_id,
         ${countWhere("e.source = 'capture'")} AS captures, ${sumWhere("e.source = 'capture'")} AS captured,
         ${countWhere("e.source = 'invoice'")} AS invoices, ${sumWhere("e.source = 'invoice'")} AS invoiced,
         ${countWhere(OF_KIND.receipt)} AS receipts, ${sumWhere(OF_KIND.receipt)} AS received, ${sumWhere(OF_KIND.fee)} AS fees,
         ${countWhere(OF_KIND.payout)} AS payouts, ${sumWhere(OF_KIND.payout)} AS paid_out,
         ${countWhere(OF_KIND.refund)} AS refunds, ${sumWhere(OF_KIND.refund)} AS refunded,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('currency_code', f.currency_code, 'amount', f.amount)
            ORDER BY f.currency_code), '[]'::jsonb)
          FROM (
            SELECT c.currency_code, trim_scale(sum(c.fiat_amount::numeric))::text AS amount FROM e AS c
            WHERE c.source = 'capture' AND c.day = e.day AND c.chain = e.chain AND c.network_id = e.network_id
              AND c.token = e.token AND c.asset IS NOT DISTINCT FROM e.asset AND c.fiat_amount IS NOT NULL
            GROUP BY c.currency_code
          ) f) AS fiat
       FROM e GROUP BY e.day, e.chain, e.network_id, e.token, e.asset
       ORDER BY e.day, e.chain, e.network_id, e.token, e.asset`,
      [reportId]
    )
    return rows
  }

  /** In chunks, in the order of their keys. */
  async *differences(reportId: string): AsyncGenerator<ReportDifference[], void, undefined> {
    for (let after: string | null = ""; after !== null;) {
      const piece: ReportDifference[] = await this.knex<ReportDifferenceRow>("onchain_report_difference")
        .where({ report_id: reportId })
        .where("match_key", ">", after)
        .whereNull("deleted_at")
        .orderBy("match_key")
        .limit(CHUNK)
        .select(...DIFFERENCE_COLUMNS)
      yield piece
      after = piece.length < CHUNK ? null : (piece.at(-1)?.match_key ?? null)
    }
  }
}

export type ReportRow = InferTypeOf<typeof OnchainReport>

export type IncompleteOfReport = { list: string; rows: number }

type ReportDifferenceRow = InferTypeOf<typeof OnchainReportDifference>

/** `startedAt` changes when another process takes the report over. */
export type ReportClaim = { id: string; from: string; to: string; startedAt: Date; createdAt: Date }

export class ReportTakenOver extends Error {
  override readonly name = "ReportTakenOver"

  constructor({ id }: Pick<ReportClaim, "id">) {
    super(`report ${id} is made by another process now`)
  }
}

/** False once another process has taken the report over. Locks the row until the dependent write. */
export const STILL_OURS = `EXISTS (SELECT 1 FROM onchain_report WHERE id = ? AND state = 'running' AND started_at = ? FOR SHARE)`

export const countWhere = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`

export const sumWhere = (condition: string) =>
  `trim_scale(coalesce(sum(e.amount::numeric) FILTER (WHERE ${condition}), 0))::text`

const ofKind = (kind: TransactionKind) => `e.source = 'transaction' AND e.kind = '${kind}'`

export const OF_KIND = {
  receipt: ofKind("receipt"),
  fee: ofKind("fee"),
  payout: ofKind("payout"),
  refund: ofKind("refund"),
} as const satisfies Record<TransactionKind, string>

export const IS_UNREAD = "e.source = 'transaction' AND e.kind IS NULL"
