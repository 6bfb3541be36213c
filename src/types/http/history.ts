/** Something that happened to a thing: an audit entry, as the admin shows it. */
export type OnchainHistoryEntry = {
  /** ISO 8601. */
  at: string
  /** Such as `withdrawal.confirmed`. */
  action: string
  /** A name or an email; null for what the service or a job did. */
  by: string | null
}
