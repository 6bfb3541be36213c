import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { changeWithNote, listAuditEntries, type AuditEntry } from "./audit-log"
import type { ReportClaim } from "./report-claim"
import type { IncompleteOfReport, ReportRow } from "./report-row"

/** A report that has not shown itself for this long was cut off; one that was put back is tried again after it. */
const CUT_OFF_AFTER_MS = 60_000
/** One that is cut off again and again ends: each time it reads everything anew. */
const MOST_CUT_OFFS = 5

/** Of one person. */
export const MOST_PER_HOUR = 20

/** Keeps who asked for which report, and how far it is. */
export class ReportStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Asks for a report. One of the same days that nobody has begun is the same report: nobody waits longer for it.
   *
   * Each reads every list of the service and is kept, so that a person has {@link MOST_PER_HOUR} in an hour.
   *
   * @param days both included, `YYYY-MM-DD` in UTC
   * @returns undefined when the person has had as many
   */
  request(days: { from: string; to: string }, actorId: string): Promise<ReportRow | undefined> {
    return this.knex.transaction(async (knex) => {
      await knex.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:report', 0))")
      const waiting = await knex<ReportRow>("onchain_report")
        .where({ from_day: days.from, to_day: days.to, state: "queued" })
        .whereNull("deleted_at")
        .first()
      if (waiting) return waiting
      const sql = `INSERT INTO onchain_report (id, from_day, to_day, state, requested_by, rows_read)
        SELECT ?, ?, ?, 'queued', ?, 0
        WHERE (SELECT count(*) FROM onchain_report WHERE requested_by = ? AND created_at > now() - interval '1 hour') < ?
        RETURNING *`
      const id = generateEntityId(undefined, "ocrep")
      const bindings = [id, days.from, days.to, actorId, actorId, MOST_PER_HOUR]
      const note = { action: "report.requested", actorId, before: null, after: days }
      return changeWithNote<ReportRow>(knex, "report", { sql, bindings }, note)
    })
  }

  find(id: string): Promise<ReportRow | undefined> {
    return this.knex<ReportRow>("onchain_report").where({ id }).whereNull("deleted_at").first()
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, "report", id)
  }

  /** Newest first. */
  page({ limit, offset }: { limit: number; offset: number }): Promise<ReportRow[]> {
    return this.knex<ReportRow>("onchain_report")
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
      .offset(offset)
  }

  async count(): Promise<number> {
    const row = await this.knex("onchain_report").whereNull("deleted_at").count({ count: "*" }).first()
    return Number(row?.count)
  }

  /** Takes the report that has waited longest, or one whose process has died. Of many that try, one gets it. */
  async claim(): Promise<ReportClaim | undefined> {
    await this.endHopeless()
    const { rows }: { rows: ReportRow[] } = await this.knex.raw(
      // What JavaScript reads back has no microseconds, and the instant is what tells one run from the next.
      `UPDATE onchain_report SET state = 'running', started_at = date_trunc('milliseconds', clock_timestamp()),
         cut_off_count = cut_off_count + CASE state WHEN 'running' THEN 1 ELSE 0 END, alive_at = now(), rows_read = 0,
         difference_count = NULL, incomplete_lists = NULL, step = NULL, last_error = NULL, updated_at = now()
       WHERE id = (
         SELECT id FROM onchain_report
         WHERE state IN ('queued', 'running') AND deleted_at IS NULL
           AND (alive_at IS NULL OR alive_at <= now() - ? * interval '1 millisecond')
         ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
       ) RETURNING *`,
      [CUT_OFF_AFTER_MS]
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

  /** Shows that a report is alive. @returns false when another process has taken it over */
  async progress(claim: ReportClaim, step: string, rowsRead: number): Promise<boolean> {
    return this.change(claim, "alive_at = now(), step = ?, rows_read = ?", [step, rowsRead])
  }

  /** Notes which lists the report has not in full. @returns false when another process has taken it over */
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

  /** Leaves it to a later run, which begins again. */
  putBack(claim: ReportClaim, reason: string): Promise<boolean> {
    const change = "state = 'queued', alive_at = now(), step = NULL, last_error = ?"
    return this.change(claim, change, [reason.slice(0, 1_000)])
  }

  fail(claim: ReportClaim, reason: string): Promise<boolean> {
    const change = "state = 'failed', finished_at = now(), alive_at = NULL, step = NULL, last_error = ?"
    return this.change(claim, change, [reason.slice(0, 1_000)])
  }

  private async endHopeless(): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_report SET state = 'failed', finished_at = now(), alive_at = NULL, step = NULL, last_error = ?,
         updated_at = now()
       WHERE state = 'running' AND deleted_at IS NULL AND cut_off_count >= ?
         AND alive_at <= now() - ? * interval '1 millisecond'`,
      [
        `It was begun ${MOST_CUT_OFFS + 1} times and never came to its end: each time its process was stopped, or showed ` +
          "nothing for a minute. Ask for fewer days, or again when the service answers faster.",
        MOST_CUT_OFFS,
        CUT_OFF_AFTER_MS,
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
