import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { statusToOurs } from "../contract/readers"
import { isRecord, type WireRecord } from "../contract/wire"
import { DIGEST_LENGTHS, verifyDelivery, WEBHOOK_HEADERS } from "../signature"
import { depthOf, idCandidates, placesIn } from "./answers"
import type { Findings } from "./findings"

/** A webhook as it arrived: its headers, and its body to the byte. */
export const capturedDeliverySchema = z.object({
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])),
  body: z.string().max(1_000_000),
})
export type CapturedDelivery = z.infer<typeof capturedDeliverySchema>

/** An event about an invoice or a withdrawal, with the resource in it. */
export type ResourceEvent = { name: string; kind: "invoice" | "withdrawal"; record: WireRecord }

const EVENT = /^[a-z][\w.:-]{0,100}$/i
const WITHDRAWAL_SIGNS = "quoteId clientReference destinationAddress toAddress destination netAmount".split(
  " "
)

/** Finds in captured webhooks where their resource is, and what events of withdrawals are called. */
export function readWebhooks(captured: readonly CapturedDelivery[], findings: Findings): ResourceEvent[] {
  return captured.flatMap(({ body }): ResourceEvent[] => {
    const { event: name, data } = eventOf(body)
    if (typeof name !== "string" || !EVENT.test(name) || !isRecord(data)) {
      findings.doubt("events", "the body of a delivery has no event and data")
      return []
    }
    const hasSign = placesIn(data).some(({ record }) =>
      WITHDRAWAL_SIGNS.some((sign) => Object.hasOwn(record, sign))
    )
    const kind = name.startsWith("invoice.") ? "invoice" : "withdrawal"
    if (name.startsWith("deposit.") || (kind === "withdrawal" && !hasSign)) return []
    const setting = `events.envelopes.${kind}`
    const placed = placesIn(data).flatMap((place) => {
      const [id] = depthOf(place.path) < 3 ? idCandidates(kind, [place.record], findings) : []
      return id === undefined ? [] : [{ ...place, idDepth: depthOf(id) }]
    })
    const place = placed.find(({ idDepth }) => idDepth === 1) ?? placed[0]
    if (place === undefined) findings.doubt(setting, `the data of ${name} has no identifier`)
    else findings.proposeOneOf(setting, place.path, `data of the event ${name}`)
    if (place === undefined) return []
    if (kind === "withdrawal") {
      const prefix = /^[^.]*\./.exec(name)?.[0] ?? /^[^_:-]*[_:-]/.exec(name)?.[0] ?? name
      const prefixes = "events.withdrawalPrefixes"
      if (findings.listOf(prefixes).includes(prefix)) findings.fit(prefixes)
      else findings.add(prefixes, prefix, `the event ${name}`)
    }
    return [{ name, kind, record: place.record }]
  })
}

function eventOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
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
    const because = `the event ${name} has an invoice of this status`
    findings.propose(`events.invoice.${meaning}`, name.slice("invoice.".length), because)
  }
}

type Rules = Assumptions["signature"]

/** What is signed: every order of body, timestamp and id with one separator, the usual ones first. */
const SEPARATORS = [".", "", ":", "|", "\n", "-", "_", " ", ","]
const VERSIONS = ["", "v0:", "v1:", "v0.", "v1."]
const ORDERS = "b tb bt ib bi tib tbi itb ibt bti bit".split(" ")
const PARTS: Readonly<Record<string, string>> = { t: "{timestamp}", i: "{id}", b: "{body}" }
const TEXTS = new Set(
  VERSIONS.flatMap((version) =>
    SEPARATORS.flatMap((separator) =>
      ORDERS.map((order) => version + [...order].map((part) => PARTS[part]).join(separator))
    )
  )
)

/**
 * Finds the form of the signature by trying every form that the settings can say until one verifies.
 *
 * The prefix is what stands before the digest in the header itself.
 */
export function findSignature(delivery: CapturedDelivery, secret: string, findings: Findings): void {
  // In lower case, as Node reports them.
  const named = Object.entries(delivery.headers).map(([name, value]) => [
    name.toLowerCase(),
    [value].flat()[0] ?? "",
  ])
  const headers: Record<string, string> = Object.fromEntries(named)
  const { [WEBHOOK_HEADERS.signature]: signature = "", [WEBHOOK_HEADERS.timestamp]: timestamp = "" } = headers
  const missing = Object.values(WEBHOOK_HEADERS).filter((name) => !headers[name])
  if (missing.length > 0)
    return findings.doubt("signature", `the delivery has no header ${missing.join(", ")}`)
  const time = timeOf(timestamp)
  if (time === null)
    return findings.doubt(
      "signature.timestampUnit",
      "the timestamp is neither seconds, milliseconds nor ISO 8601"
    )
  const { timestampUnit, nowMs } = time
  const input = { rawBody: Buffer.from(delivery.body), headers, secrets: [secret], nowMs }
  const forms = formsOf(signature).flatMap((form) =>
    [...TEXTS].map((signedText): Rules => ({ ...form, signedText, timestampUnit, toleranceMs: 0 }))
  )
  const rules = forms.find((form) => verifyDelivery(input, form).isValid)
  if (rules === undefined)
    return findings.doubt(
      "signature",
      "no form verifies: the secret may be another one, or the body is not what was signed, to the byte"
    )
  if (rules.prefix.includes(timestamp))
    return findings.doubt("signature.prefix", "the signature header names the time: no setting can say so")
  const { toleranceMs: _, ...found } = rules
  for (const [name, value] of Object.entries(found))
    findings.propose(`signature.${name}`, value, "the captured delivery verifies with it")
}

function timeOf(timestamp: string): { timestampUnit: Rules["timestampUnit"]; nowMs: number } | null {
  if (/^\d{9,11}$/.test(timestamp)) return { timestampUnit: "s", nowMs: Number(timestamp) * 1_000 }
  if (/^\d{12,15}$/.test(timestamp)) return { timestampUnit: "ms", nowMs: Number(timestamp) }
  const nowMs = /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(timestamp) : NaN
  return Number.isNaN(nowMs) ? null : { timestampUnit: "iso", nowMs }
}

/** The digests that the end of a signature may be. */
function formsOf(signature: string): Pick<Rules, "algorithm" | "encoding" | "prefix">[] {
  return (["sha256", "sha512"] as const).flatMap((algorithm) =>
    (["hex", "base64"] as const).flatMap((encoding) => {
      const length = DIGEST_LENGTHS[algorithm][encoding]
      return signature.length < length ? [] : [{ algorithm, encoding, prefix: signature.slice(0, -length) }]
    })
  )
}
