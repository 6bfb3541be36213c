/** Rows of a customer in a statement with the bindings of {@link CustomerKeys}. */
export type Erasure = {
  table: string
  where: string
  /** SQL for each column. All SQL here is written in this package. */
  set: Readonly<Record<string, string>>
  /** The mirror of a list of the service: `erased_at` keeps the next reading from bringing the data back. */
  isMirror?: true
}

/** Stands for an address in a column that takes no null. */
const ERASED = "'erased'"
const NONE = "NULL"

/** What is removed from rows that stay: amounts, hashes, states, ids and times are not named here. */
export const ERASED_COLUMNS: readonly Erasure[] = [
  {
    table: "onchain_payment",
    where: "id = ANY(:payments)",
    set: { customer_id: NONE, order_kept_note: NONE, resolution_note: NONE },
  },
  {
    table: "onchain_attempt",
    where: "payment_id = ANY(:payments) OR customer_id = :customer_id",
    set: { customer_id: NONE },
  },
  {
    // The store's own address at the service: no refund may go there, so it stays, with no customer.
    table: "onchain_address",
    where: "customer_id = :customer_id",
    set: { customer_id: "'erased_' || id" },
  },
  {
    table: "onchain_deposit",
    where: "id = ANY(:deposits)",
    set: { customer_id: NONE, gateway_customer_id: NONE, from_address: NONE, memo: NONE },
    isMirror: true,
  },
  {
    table: "onchain_transaction",
    where: "id = ANY(:transactions)",
    set: { to_address: NONE, memo: NONE, raw: NONE, review_note: NONE },
    isMirror: true,
  },
  { table: "onchain_refund", where: "payment_id = ANY(:payments)", set: { settled_note: NONE } },
  { table: "onchain_order_refund", where: "order_id = ANY(:orders)", set: { note: NONE } },
  {
    // Revoked: its link opens nothing.
    table: "onchain_refund_address",
    where: "payment_id = ANY(:payments)",
    set: {
      ...{ state: "'revoked'", destination_id: NONE, address: NONE, memo: "''", checksum: NONE },
      ...{ signature: NONE, signature_state: "'not_signed'", nonce: ERASED, decision_note: NONE },
    },
  },
  {
    table: "onchain_withdrawal",
    where: "id = ANY(:withdrawals)",
    set: {
      ...{ destination_address: ERASED, destination_memo: "''", note: NONE },
      ...{ resolution_note: NONE, mismatch_seen_note: NONE },
    },
  },
  {
    table: "onchain_payout_destination",
    where: "id = ANY(:destinations)",
    set: {
      ...{ state: "'archived'", archived_at: "coalesce(archived_at, now())" },
      ...{ label: "'Erased'", customer_id: NONE, address: ERASED, memo: "''" },
    },
  },
  {
    // Who did what and when stays; what they wrote about it goes.
    table: "onchain_audit_entry",
    where: `subject_id = ANY(:subjects) AND
      subject_type IN ('payment', 'deposit', 'refund', 'withdrawal', 'destination', 'transaction')`,
    set: { before: "before - 'note' - 'mismatch'", after: "after - 'note' - 'mismatch'" },
  },
  {
    // Those that are not published yet.
    table: "onchain_outbox",
    where: "published_at IS NULL AND subject = ANY(:subjects) AND jsonb_exists(data, 'customer_id')",
    set: { data: `data || '{"customer_id":null}'`, message_due_at: NONE },
  },
]

/** Rows that record no money, and go. */
export const ERASED_ROWS: readonly Pick<Erasure, "table" | "where">[] = [
  { table: "onchain_customer", where: "customer_id = :customer_id" },
  { table: "onchain_page_link", where: "customer_id = :customer_id OR collection_id = ANY(:collections)" },
  { table: "onchain_payment_claim", where: "payment_id = ANY(:payments)" },
  { table: "onchain_outbox", where: "published_at IS NOT NULL AND subject = ANY(:subjects)" },
  {
    table: "onchain_webhook_delivery",
    where: "state IN ('processed', 'ignored', 'dead') AND id = ANY(:deliveries)",
  },
]

/** Updates what is not erased yet. */
export function erasingSql({ table, where, set, isMirror }: Erasure): string {
  const assigned = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  const different = Object.entries(set).map(([column, value]) => `${column} IS DISTINCT FROM ${value}`)
  if (isMirror) {
    assigned.push("erased_at = now()")
    different.push("erased_at IS NULL")
  }
  return `UPDATE ${table} SET ${assigned.join(", ")}, updated_at = now()
    WHERE deleted_at IS NULL AND (${where}) AND (${different.join(" OR ")})`
}
