import { z } from "zod"
import type { Assumptions } from "../../gateway/assumptions"
import { wrapList } from "../../gateway/contract"
import { invalid, parseInput } from "../sandbox-error"
import { invoiceToWire, statusToWire } from "./invoice-view"
import type { StoredInvoice } from "./stored-invoice"

/** UNDOCUMENTED: page sizes. Small on purpose, so that a client that reads one page is found out. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const limitSchema = z.coerce.number().int().min(1).default(DEFAULT_LIMIT)

/**
 * One page of invoices, newest first.
 *
 * The cursor names the last invoice of the page before, so new invoices move no page.
 *
 * @throws SandboxError for a limit that is no number or a cursor we did not give
 */
export function invoiceList(
  invoices: readonly StoredInvoice[],
  query: Readonly<Record<string, string>>,
  assumptions: Assumptions
): unknown {
  const { limit } = parseInput(z.object({ limit: limitSchema }), { limit: query["limit"] })
  const status = query["status"]
  const matching = [...invoices]
    .reverse()
    .filter((invoice) => status === undefined || statusToWire(invoice.status, assumptions) === status)
  const rest = matching.slice(startOfPage(matching, invoices, query[assumptions.list.cursorParam]))
  const page = rest.slice(0, Math.min(limit, MAX_LIMIT))
  const last = page.at(-1)
  return wrapList(
    {
      items: page.map((invoice) => invoiceToWire(invoice, "canonical", assumptions)),
      nextCursor: last && page.length < rest.length ? last.id : undefined,
    },
    assumptions
  )
}

/** An invoice may have left the filter since its page was read, so its age decides, not its place. */
function startOfPage(
  matching: readonly StoredInvoice[],
  invoices: readonly StoredInvoice[],
  cursor: string | undefined
): number {
  if (cursor === undefined) return 0
  const age = new Map(invoices.map((invoice, index) => [invoice.id, index]))
  const reached = age.get(cursor)
  if (reached === undefined) throw invalid({ field: "cursor", message: "is not a cursor of this list" })
  const start = matching.findIndex((invoice) => (age.get(invoice.id) ?? 0) < reached)
  return start === -1 ? matching.length : start
}
