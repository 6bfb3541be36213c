import { statusToOurs, type WireRecord } from "../contract/records"
import { isRecord } from "../contract/wire"
import { depthOf, placesIn } from "./answer-shape"
import { note, type Evidence } from "./evidence"
import { idCandidates } from "./find-resources"
import type { CapturedDelivery } from "./find-signature"
import type { Findings } from "./findings"

/** An event about an invoice or a withdrawal, with the resource in it. */
export type ResourceEvent = { name: string; kind: "invoice" | "withdrawal"; record: WireRecord }

const EVENT = /^[a-z][\w.:-]{0,100}$/i
const INVOICES = "invoice."
const WITHDRAWAL_SIGNS = [
  "quoteId",
  "clientReference",
  "destinationAddress",
  "toAddress",
  "destination",
  "netAmount",
]

/**
 * Finds in captured webhooks where their resource is, and what events of withdrawals are called.
 *
 * A service may show a withdrawal nowhere else, so the withdrawals in them are kept as evidence.
 */
export function readWebhooks(
  captured: readonly CapturedDelivery[],
  evidence: Evidence,
  findings: Findings
): ResourceEvent[] {
  return captured.flatMap(({ body }) => {
    const event = parse(body)
    if (event === null) {
      findings.doubt("events", "the body of a delivery has no event and data")
      return []
    }
    const kind = kindOf(event)
    const record = kind && findRecord(kind, event, findings)
    if (!kind || !record) return []
    if (kind === "withdrawal") {
      note(evidence, kind, `the event ${event.name}`, record)
      findPrefix(event.name, findings)
    }
    return [{ name: event.name, kind, record }]
  })
}

function findRecord(
  kind: ResourceEvent["kind"],
  { name, data }: Event,
  findings: Findings
): WireRecord | undefined {
  const setting = `events.envelopes.${kind}`
  const placed = placesIn(data).flatMap((place) => {
    const [id] = depthOf(place.path) < 3 ? idCandidates(kind, [place.record], findings) : []
    return id === undefined ? [] : [{ ...place, idDepth: depthOf(id) }]
  })
  const place = placed.find(({ idDepth }) => idDepth === 1) ?? placed[0]
  if (place === undefined) findings.doubt(setting, `the data of ${name} has no identifier`)
  else findings.proposeOneOf(setting, place.path, `data of the event ${name}`)
  return place?.record
}

function findPrefix(name: string, findings: Findings): void {
  const setting = "events.withdrawalPrefixes"
  const prefix = /^[^.]*\./.exec(name)?.[0] ?? /^[^_:-]*[_:-]/.exec(name)?.[0] ?? name
  const known = findings.listOf(setting)
  if (known.includes(prefix)) findings.fit(setting)
  else findings.propose(setting, [...known, prefix], `the event ${name}`)
}

/** Names of invoice events, by the status of the invoice in them. To be called when statuses are known. */
export function findInvoiceEvents(events: readonly ResourceEvent[], findings: Findings): void {
  const settings = findings.settings()
  const meanings = new Map<string, Set<string>>()
  for (const { name, kind, record } of events) {
    if (kind !== "invoice" || typeof record.status !== "string") continue
    const status = statusToOurs(kind, record.status, settings) ?? ""
    meanings.set(name, new Set([...(meanings.get(name) ?? []), status]))
  }
  for (const [name, [meaning = "", ...others]] of meanings) {
    // An event that comes with several statuses names none of them.
    if (others.length > 0 || !Object.hasOwn(settings.events.invoice, meaning)) continue
    findings.propose(
      `events.invoice.${meaning}`,
      name.slice(INVOICES.length),
      `the event ${name} has an invoice of this status`
    )
  }
}

type Event = { name: string; data: Record<string, unknown> }

function parse(body: string): Event | null {
  try {
    const value: unknown = JSON.parse(body)
    if (!isRecord(value) || typeof value.event !== "string" || !EVENT.test(value.event)) return null
    return isRecord(value.data) ? { name: value.event, data: value.data } : null
  } catch {
    return null
  }
}

function kindOf({ name, data }: Event): ResourceEvent["kind"] | null {
  if (name.startsWith("deposit.")) return null
  if (name.startsWith(INVOICES)) return "invoice"
  const isWithdrawal = placesIn(data).some(({ record }) =>
    WITHDRAWAL_SIGNS.some((sign) => Object.hasOwn(record, sign))
  )
  return isWithdrawal ? "withdrawal" : null
}
