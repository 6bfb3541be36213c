import type { Assumptions } from "../../gateway/assumptions"
import { codeToOurs, fieldOf, statusToTheirs, withField } from "../../gateway/contract"
import type { Enveloped, ResourceKind, Transaction, TransactionDirection } from "../../gateway/contract"
import type { TransactionKind, WireRecord } from "../../gateway/contract"
import { STATUSES, type StatusKind } from "../../gateway/contract/readers"
import { idNamesOf, kindOfEvent } from "../../gateway/contract/endpoints"

/** The inverse of `unwrapResource`. */
export function wrapResource(record: WireRecord, kind: Enveloped, assumptions: Assumptions): WireRecord {
  return inEnvelope(restoreId(record, kind, assumptions), assumptions.envelopes[kind])
}

function inEnvelope(record: WireRecord, names: readonly string[]): WireRecord {
  const name = names.at(-1)
  return name ? withField({}, name, record) : record
}

type Page = {
  items: WireRecord[]
  nextCursor?: string | undefined
  nextLink?: string | undefined
  total?: number | undefined
}

/** The inverse of `unwrapList`. A bare array says nothing about the next page. */
export function wrapList(page: Page, kind: ResourceKind, assumptions: Assumptions): unknown {
  const { itemsFields, paging, nextCursorField, nextLinkFields, totalField } = assumptions.list
  const rows = page.items.map((item) => restoreId(item, kind, assumptions))
  const name = itemsFields.at(-1)
  if (!name) return rows
  const linkField = nextLinkFields.at(-1) ?? ""
  let body: WireRecord = {}
  if (paging === "auto" || paging === "cursor")
    body = withField(body, nextCursorField, page.nextCursor ?? null)
  if (paging === "link") body = withField(body, linkField, page.nextLink ?? null)
  if (totalField !== null && page.total !== undefined) body = withField(body, totalField, page.total)
  return withField(body, name, rows)
}

/** The inverse of `identify`. */
function restoreId(record: WireRecord, kind: ResourceKind, assumptions: Assumptions): WireRecord {
  const name = idNamesOf(kind, assumptions).at(-1)
  const own = Object.hasOwn(record, "id") ? "id" : "depositId"
  if (name === undefined || name === own || !Object.hasOwn(record, own)) return record
  const { [own]: id, ...rest } = record
  return withField(rest, name, id)
}

type Names = Readonly<Record<string, string | null>>

/** Writes a resource of the contract by the service's names: the inverse of a `recordParser`, before the envelope. */
export function toRecord(kind: ResourceKind, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const setting = kind === "quote" ? "withdrawalQuote" : kind
  const settings: Readonly<Record<string, Names | undefined>> = assumptions.fields
  const statuses: Readonly<Record<string, (typeof STATUSES)["invoice"]>> = STATUSES
  const names = settings[setting] ?? {}
  const { field: statusField, kind: statusKind } = statuses[setting] ?? {}
  let wire: WireRecord = {}
  for (const [field, value] of Object.entries(resource)) {
    const theirs = names[field]
    if (theirs === null) continue
    const isStatus = field === statusField && statusKind !== undefined && typeof value === "string"
    wire = withField(wire, theirs ?? field, isStatus ? writtenStatus(statusKind, value, assumptions) : value)
  }
  return wire
}

/** The service's word for a status. */
export function writtenStatus(kind: StatusKind, status: string, assumptions: Assumptions): string {
  return statusToTheirs(kind, status, assumptions).at(-1) ?? status
}

/** The inverse of `codeToOurs`. */
export function codeToTheirs(code: string, assumptions: Assumptions): string {
  const own = Object.keys(assumptions.errors.categories)
  return own.filter((theirs) => codeToOurs(theirs, assumptions) === code).at(-1) ?? code
}

/** The inverse of `eventResource`. */
export function eventData(event: string, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const kind = kindOfEvent(event, assumptions)
  if (kind === null) return resource
  const record = toRecord(kind, resource, assumptions)
  if (kind === "deposit") return record
  return inEnvelope(restoreId(record, kind, assumptions), assumptions.events.envelopes[kind])
}

/** Reads the memo in the body of a quote. Any other body stays as it is. */
export function quoteRequestFromWire(body: unknown, { fields }: Assumptions): unknown {
  const { memo: theirs } = fields.withdrawalQuote
  if (typeof body !== "object" || body === null || theirs === "memo" || theirs === null) return body
  const [first = ""] = theirs.split(".")
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== first))
  return { ...rest, memo: fieldOf(body, theirs) }
}

/** A transaction as the sandbox knows it. `amount` is that of the setting `payoutAmounts`. */
export type WrittenTransaction = Omit<Transaction, "unread" | "raw" | "type" | "kind" | "direction"> & {
  kind: TransactionKind
  direction: TransactionDirection
  invoiceId?: string | undefined
  depositId?: string | undefined
  withdrawalId?: string | undefined
}

/** The inverse of `parseTransaction`, before the names of the service. */
export function transactionToContract(
  written: WrittenTransaction,
  { transactions }: Assumptions
): WireRecord {
  const { kind, direction, amount, ...rest } = written
  const isNegative = transactions.isSigned && direction === "out"
  return {
    ...rest,
    type: transactions[kind].at(-1),
    direction: transactions[direction].at(-1),
    amount: amount === undefined ? undefined : `${isNegative ? "-" : ""}${amount}`,
  }
}
