import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { verifyDelivery, WEBHOOK_HEADERS } from "../signature"
import type { Findings } from "./findings"

/** A webhook as it arrived: its headers, and its body to the byte. */
export const capturedDeliverySchema = z.object({
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])),
  body: z.string().max(1_000_000),
})
export type CapturedDelivery = z.infer<typeof capturedDeliverySchema>

type Rules = Assumptions["signature"]

const PARTS = ["{timestamp}", "{id}"]
const SEPARATORS = [".", "", ":", "|", "\n", "-", "_", " ", ","]
const VERSIONS = ["", "v0:", "v1:", "v0.", "v1."]
/** Characters of a digest, by algorithm and encoding. */
const LENGTHS = [
  { algorithm: "sha256", encoding: "hex", length: 64 },
  { algorithm: "sha256", encoding: "base64", length: 44 },
  { algorithm: "sha512", encoding: "hex", length: 128 },
  { algorithm: "sha512", encoding: "base64", length: 88 },
] as const

/**
 * Finds the form of the signature by trying every form that the settings can say until one verifies.
 *
 * The prefix is what stands before the digest in the header itself.
 */
export function findSignature(delivery: CapturedDelivery, secret: string, findings: Findings): void {
  const headers = plainHeaders(delivery.headers)
  const { [WEBHOOK_HEADERS.signature]: signature = "", [WEBHOOK_HEADERS.timestamp]: timestamp = "" } = headers
  const missing = Object.values(WEBHOOK_HEADERS).filter((name) => !headers[name])
  if (missing.length > 0)
    return findings.doubt("signature", `the delivery has no header ${missing.join(", ")}`)
  const timestampUnit = unitOf(timestamp)
  if (timestampUnit === null)
    return findings.doubt(
      "signature.timestampUnit",
      "the timestamp is neither seconds, milliseconds nor ISO 8601"
    )
  const rawBody = Buffer.from(delivery.body)
  for (const rules of formsOf(signature, timestampUnit)) {
    const nowMs =
      timestampUnit === "iso"
        ? Date.parse(timestamp)
        : Number(timestamp) * (timestampUnit === "s" ? 1_000 : 1)
    if (!verifyDelivery({ rawBody, headers, secrets: [secret], nowMs }, rules).isValid) continue
    if (rules.prefix.includes(timestamp))
      return findings.doubt("signature.prefix", "the signature header names the time: no setting can say so")
    const { algorithm, encoding, prefix, signedText } = rules
    for (const [name, value] of Object.entries({ algorithm, encoding, prefix, signedText, timestampUnit }))
      findings.propose(`signature.${name}`, value, "the captured delivery verifies with it")
    return
  }
  findings.doubt(
    "signature",
    "no form verifies: the secret may be another one, or the body is not what was signed, to the byte"
  )
}

/** Names in lower case, as Node reports them. */
function plainHeaders(headers: CapturedDelivery["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0] ?? ""])
  )
}

function unitOf(timestamp: string): Rules["timestampUnit"] | null {
  if (/^\d{9,11}$/.test(timestamp)) return "s"
  if (/^\d{12,15}$/.test(timestamp)) return "ms"
  return /^\d{4}-\d\d-\d\dT/.test(timestamp) && !Number.isNaN(Date.parse(timestamp)) ? "iso" : null
}

function* formsOf(signature: string, timestampUnit: Rules["timestampUnit"]): Generator<Rules> {
  for (const { algorithm, encoding, length } of LENGTHS) {
    if (signature.length < length) continue
    const prefix = signature.slice(0, -length)
    for (const signedText of TEXTS)
      yield { algorithm, encoding, prefix, signedText, timestampUnit, toleranceMs: 0 }
  }
}

/** Every order of body, timestamp and id with one separator; the usual ones first. */
const TEXTS: readonly string[] = [
  ...new Set(
    VERSIONS.flatMap((version) =>
      SEPARATORS.flatMap((separator) => orders().map((parts) => version + parts.join(separator)))
    )
  ),
]

function orders(): string[][] {
  const sets = [["{body}"], ...PARTS.map((part) => [part, "{body}"]), [...PARTS, "{body}"]]
  return sets.flatMap(permutations)
}

function permutations(parts: readonly string[]): string[][] {
  if (parts.length <= 1) return [[...parts]]
  return parts.flatMap((first) =>
    permutations(parts.filter((part) => part !== first)).map((rest) => [first, ...rest])
  )
}
