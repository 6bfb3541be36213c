/** A report that this process makes. Once another one has taken it over, `startedAt` is another. */
export type ReportClaim = { id: string; from: string; to: string; startedAt: Date; createdAt: Date }

/** Thrown when another process has taken the report over: its rows are no concern of ours any more. */
export class ReportTakenOver extends Error {
  override readonly name = "ReportTakenOver"

  constructor({ id }: Pick<ReportClaim, "id">) {
    super(`report ${id} is made by another process now`)
  }
}

/** Of nobody's once the report has been taken over: the row is held until what depends on it is written. */
export const STILL_OURS = `EXISTS (SELECT 1 FROM onchain_report WHERE id = ? AND state = 'running' AND started_at = ? FOR SHARE)`
