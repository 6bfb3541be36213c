import { isRecord, placesIn } from "./answer-shape"
import { idCandidates } from "./find-resources"
import type { Findings } from "./findings"
import type { CapturedDelivery } from "./find-signature"

const EVENT = /^[a-z][\w-]{0,40}(?:\.[\w-]{1,60})+$/i
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
  const found = placesIn(event.data).filter(
    ({ path, record }) => path.split(".").length < 3 && idCandidates(kind, [record], findings).length > 0
  )
  const [place] = found
  if (place === undefined) return findings.doubt(setting, `the data of ${event.name} has no identifier`)
  const known = findings.defaultOf(setting)
  if (Array.isArray(known) && known.includes(place.path)) findings.fit(setting)
  else findings.propose(setting, [place.path], `data of the event ${event.name}`)
  if (kind !== "withdrawal") return
  const prefix = `${event.name.split(".")[0] ?? ""}.`
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
