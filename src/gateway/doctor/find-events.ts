import { isRecord } from "../contract/fields"
import { depthOf, placesIn } from "./answer-shape"
import { idCandidates } from "./find-resources"
import { findStatuses, wordsAt } from "./find-statuses"
import type { Findings } from "./findings"
import type { CapturedDelivery } from "./find-signature"

const EVENT = /^[a-z][\w.:-]{0,100}$/i
const WITHDRAWAL_SIGNS = [
  "quoteId",
  "clientReference",
  "destinationAddress",
  "toAddress",
  "destination",
  "netAmount",
]

/** Finds in a captured webhook what events are called and where their resource is. */
export function findInDelivery({ body }: CapturedDelivery, findings: Findings): void {
  const event = read(body)
  if (event === null) return findings.doubt("events", "the body of the delivery has no event and data")
  const kind = kindOf(event)
  if (kind === null) return
  const setting = `events.envelopes.${kind}`
  const placed = placesIn(event.data).flatMap((place) => {
    const [id] = depthOf(place.path) < 3 ? idCandidates(kind, [place.record], findings) : []
    return id === undefined ? [] : [{ ...place, idDepth: depthOf(id) }]
  })
  const place = placed.find(({ idDepth }) => idDepth === 1) ?? placed[0]
  if (place === undefined) return findings.doubt(setting, `the data of ${event.name} has no identifier`)
  const known = findings.defaultOf(setting)
  if (Array.isArray(known) && known.includes(place.path)) findings.fit(setting)
  else findings.propose(setting, [place.path], `data of the event ${event.name}`)
  if (kind !== "withdrawal") return
  const words = wordsAt("status", [place.record])
  if (words.length > 0) findStatuses("withdrawal", { endpoint: `the event ${event.name}`, words }, findings)
  const prefix = /^[^.]*\./.exec(event.name)?.[0] ?? /^[^_:-]*[_:-]/.exec(event.name)?.[0] ?? event.name
  const prefixes = findings.baseline.events.withdrawalPrefixes
  if (prefixes.includes(prefix)) findings.fit("events.withdrawalPrefixes")
  else findings.propose("events.withdrawalPrefixes", [...prefixes, prefix], `the event ${event.name}`)
}

type Event = { name: string; data: Record<string, unknown> }

function read(body: string): Event | null {
  try {
    const value: unknown = JSON.parse(body)
    if (!isRecord(value) || typeof value.event !== "string" || !EVENT.test(value.event)) return null
    return isRecord(value.data) ? { name: value.event, data: value.data } : null
  } catch {
    return null
  }
}

function kindOf({ name, data }: Event): "invoice" | "withdrawal" | null {
  if (name.startsWith("deposit.")) return null
  if (name.startsWith("invoice.")) return "invoice"
  const isWithdrawal = placesIn(data).some(({ record }) =>
    WITHDRAWAL_SIGNS.some((sign) => Object.hasOwn(record, sign))
  )
  return isWithdrawal ? "withdrawal" : null
}
