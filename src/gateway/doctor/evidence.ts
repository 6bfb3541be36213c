import type { WireRecord } from "../contract/records"
import type { Identified, Rail } from "../contract/wire"
import type { QuoteRequest } from "../contract/withdrawal"

/** Rows of a list, with where they were. */
export type ListEvidence = { endpoint: string; path: string; body: unknown; rows: WireRecord[] }

/** Everything of use that the service has answered so far. */
export type Evidence = {
  lists: Map<string, ListEvidence>
  /** Objects that were created or fetched, by kind. */
  records: Record<Identified, WireRecord[]>
  /** An identifier with which a call worked, by kind. */
  ids: Partial<Record<Identified, string>>
  /** Endpoints that answered those objects, for the explanation. */
  sources: Partial<Record<Identified, string>>
  /** The ensured address of the customer that was created. */
  address?: { customerId: string; rail: Rail; text: string | undefined }
  /** A quote that the service gave, and the balance of its asset in token units, rounded. */
  quoteRequest?: QuoteRequest & { balance: string }
  hasPayoutKey: boolean
}

export function createEvidence(hasPayoutKey: boolean): Evidence {
  const records = {
    customer: [],
    invoice: [],
    intent: [],
    quote: [],
    withdrawal: [],
    transaction: [],
    deposit: [],
  }
  return { lists: new Map(), records, ids: {}, sources: {}, hasPayoutKey }
}

export function note(
  { records, sources }: Evidence,
  kind: Identified,
  endpoint: string,
  record: WireRecord
): void {
  records[kind].push(record)
  sources[kind] ??= endpoint
}

export function rowsOf({ lists }: Evidence, endpoint: string): WireRecord[] {
  return lists.get(endpoint)?.rows ?? []
}
