import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { findDifference, type ReportCoverage } from "../../domain/report-difference"
import { ReportTakenOver, STILL_OURS, type ReportClaim } from "./report-claim"
import { readMatches } from "./report-matches"

const CHUNK = 500

/**
 * Compares the entries of a report and writes down what differs, so that a report which is done says the same for ever,
 * whatever becomes of a payment later.
 */
export class ReportFindings {
  constructor(private readonly knex: Knex) {}

  /** Begins again: what a run before found is removed. */
  async clear(claim: ReportClaim): Promise<void> {
    await this.knex.raw(`DELETE FROM onchain_report_difference WHERE report_id = ? AND ${STILL_OURS}`, [
      claim.id,
      claim.id,
      claim.startedAt,
    ])
  }

  /**
   * Compares one piece.
   *
   * @param after the last key of the piece before
   * @param coverage what was read to its end
   * @returns the last key of this one, or null at the end
   * @throws ReportTakenOver
   */
  async add(claim: ReportClaim, after: string, coverage: ReportCoverage): Promise<string | null> {
    const matches = await readMatches(this.knex, claim.id, after, CHUNK)
    const findings = matches.flatMap(({ match, ...place }) => {
      const finding = findDifference(match, coverage)
      return finding === null ? [] : [{ ...place, ...finding }]
    })
    const { rows }: { rows: { is_ours: boolean }[] } = await this.knex.raw(
      `WITH ours AS (SELECT ${STILL_OURS} AS is_ours),
       written AS (
         INSERT INTO onchain_report_difference (id, report_id, match_key, kind, day, network_id, token, currency_code,
           expected, found, explanation)
         SELECT 'ocrpd_' || ? || '_' || match_key, ?, match_key, kind, day, network_id, token, "currencyCode", expected,
           found, explanation
         FROM jsonb_to_recordset(?::jsonb) AS told (match_key text, kind text, day text, network_id text, token text,
           "currencyCode" text, expected text, found text, explanation text)
         WHERE (SELECT is_ours FROM ours)
         ON CONFLICT (id) DO NOTHING
       )
       SELECT is_ours FROM ours`,
      [claim.id, claim.startedAt, claim.id, claim.id, JSON.stringify(findings)]
    )
    if (!rows[0]?.is_ours) throw new ReportTakenOver(claim)
    return matches.length < CHUNK ? null : (matches.at(-1)?.match_key ?? null)
  }
}
