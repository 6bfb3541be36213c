import { generateEntityId } from "@medusajs/framework/utils"
import type { Invoice } from "../../../gateway/contract"
import { changeWithNote } from "../work/audit-log"
import { inScope, oldest, ownRows, scopeColumns, ScopedStore } from "../work/claim"
import {
  type IncompleteList,
  type InvoiceEntry,
  placeInvoices,
  readBooks,
  type ReportDifference,
  type ReportLine,
  type ReportRow,
} from "./report-query"

/** A report without progress for this long lost its process; one that was put back is tried again after it. */
const CUT_OFF_AFTER_MS = 60_000
/** Each restart reads everything again, so a report that loses its process too often fails. */
const MOST_CUT_OFFS = 5
/** Reports that one user may request in an hour: each reads every list of the gateway. */
export const MOST_PER_HOUR = 20

/** A list of reports needs no findings. */
const LISTED = [
  ...(["id", "from_day", "to_day", "state", "requested_by", "created_at", "finished_at"] as const),
  ...(["rows_read", "difference_count", "incomplete_lists", "last_error"] as const),
] satisfies (keyof ReportRow)[]
export type ListedReport = Pick<ReportRow, (typeof LISTED)[number]>

export class ReportTakenOver extends Error {
  override readonly name = "ReportTakenOver"

  constructor({ id }: Pick<ReportRow, "id">) {
    super(`report ${id} is made by another process now`)
  }
}

export class ReportStore extends ScopedStore {
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
    return this.rows().where({ id }).first()
  }

  /** Newest first. */
  async list({
    limit,
    offset,
  }: {
    limit: number
    offset: number
  }): Promise<{ rows: ListedReport[]; count: number }> {
    const [rows, [counted]] = await Promise.all([
      this.rows()
        .select(...LISTED)
        .orderBy([
          { column: "created_at", order: "desc" },
          { column: "id", order: "desc" },
        ])
        .limit(limit)
        .offset(offset),
      this.rows().count<{ count: string }[]>({ count: "*" }),
    ])
    return { rows, count: Number(counted?.count) }
  }

  private rows() {
    return ownRows<ReportRow>(this.knex, this.scope, "onchain_report")
  }

  /** Claims the oldest report, or one whose process died. */
  async claim(): Promise<ReportRow | undefined> {
    await this.failCutOff()
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
         difference_count = NULL, incomplete_lists = NULL, lines = NULL, differences = NULL, last_error = NULL, updated_at = now()
       WHERE ${waiting.sql} RETURNING *`,
      waiting.bindings
    )
    return rows[0]
  }

  private async failCutOff(): Promise<void> {
    const own = inScope(this.scope)
    await this.knex.raw(
      `UPDATE onchain_report SET state = 'failed', finished_at = now(), alive_at = NULL, last_error = ?, updated_at = now()
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

  /** Shows that the run is alive, for some minutes to come. @throws ReportTakenOver */
  async progress(run: ReportRow, { rows = 0, minutes = 0 } = {}): Promise<void> {
    const alive_at = this.knex.raw("clock_timestamp() + ? * interval '1 minute'", [minutes])
    const rows_read = this.knex.raw("rows_read + ?", [rows])
    if (!(await this.change(run, { alive_at, rows_read }))) throw new ReportTakenOver(run)
  }

  placeInvoices(run: ReportRow, listed: readonly Invoice[]) {
    return placeInvoices(this.knex, run, listed)
  }

  readBooks(run: ReportRow, invoices: readonly InvoiceEntry[]) {
    return readBooks(this.knex, run, invoices)
  }

  /** Stores what the run found, so that a finished report never changes. @throws ReportTakenOver */
  async finish(
    run: ReportRow,
    {
      lines,
      differences,
      incomplete,
    }: {
      lines: readonly ReportLine[]
      differences: readonly ReportDifference[]
      incomplete: readonly IncompleteList[]
    }
  ): Promise<void> {
    const isOurs = await this.change(run, {
      ...{ state: "done", last_error: null, alive_at: null, finished_at: this.knex.fn.now() },
      ...{ lines: JSON.stringify(lines), differences: JSON.stringify(differences) },
      difference_count: differences.length,
      incomplete_lists: incomplete.length > 0 ? JSON.stringify(incomplete) : null,
    })
    if (!isOurs) throw new ReportTakenOver(run)
  }

  /** Ends a run that did not succeed, unless another process has taken the report over. */
  async giveUp(run: ReportRow, state: "queued" | "failed", reason: string): Promise<void> {
    const now = this.knex.fn.now()
    await this.change(run, {
      ...{ state, last_error: reason.slice(0, 1_000) },
      ...(state === "queued" ? { alive_at: now } : { alive_at: null, finished_at: now }),
    })
  }

  private async change({ id, started_at }: ReportRow, columns: Record<string, unknown>): Promise<boolean> {
    const changed = await this.knex("onchain_report")
      .where({ id, state: "running", started_at })
      .update({ ...columns, updated_at: this.knex.fn.now() })
    return changed === 1
  }
}
