/** An entry of the audit log. */
export type OnchainHistoryEntry = {
  /** ISO 8601. */
  at: string
  /** Such as `withdrawal.confirmed`. */
  action: string
  /** A name or an email; null for the provider or a job. */
  by: string | null
}
