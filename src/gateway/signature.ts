import { createHmac, timingSafeEqual } from "node:crypto"
import type { Assumptions } from "./assumptions"

/** Lower case, as Node reports them. */
export const WEBHOOK_HEADERS = {
  signature: "x-webhook-signature",
  timestamp: "x-webhook-timestamp",
  id: "x-webhook-id",
} as const

type SignatureRules = Assumptions["signature"]
type Headers = Record<string, string | string[] | undefined>

/** Why a delivery was refused. Append-only, safe to show to the sender. */
export const SIGNATURE_REFUSALS = [
  "id_missing",
  "signature_missing",
  "timestamp_missing",
  "timestamp_invalid",
  "timestamp_stale",
  "timestamp_future",
  "signature_invalid",
] as const

/** Why a signature is refused. */
export type SignatureRefusal = (typeof SIGNATURE_REFUSALS)[number]

/** The result of a verification. `timestampMs` is in epoch milliseconds. */
export type VerifiedSignature =
  { isValid: true; deliveryId: string; timestampMs: number } | { isValid: false; reason: SignatureRefusal }

/**
 * Signs a delivery as the service does.
 *
 * @param input.timestampMs epoch milliseconds
 * @returns the three headers
 * @see service-interface "Events"; the form of the signature is an assumption
 */
export function signDelivery(
  input: { body: Buffer; deliveryId: string; timestampMs: number; secret: string },
  rules: SignatureRules
): Record<string, string> {
  const timestamp = formatTimestamp(input.timestampMs, rules.timestampUnit)
  const digest = digestOf({ ...input, timestamp }, rules)
  return {
    [WEBHOOK_HEADERS.signature]: rules.prefix + digest,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.id]: input.deliveryId,
  }
}

/** Characters of every encoding. */
const DIGEST = /^[A-Za-z0-9+/=_-]+$/
/** A service that rotates its secret signs with the old and the new one. Each signature costs a comparison for each secret. */
const MOST_SIGNATURES = 5

/**
 * Checks the headers of a delivery before its body is read, so that a malformed request costs no memory.
 *
 * Ignores the age of the delivery: only a sender that knows the secret learns about our clock.
 *
 * @returns the refusal, or null
 */
export function findHeaderProblem(headers: Headers, rules: SignatureRules): SignatureRefusal | null {
  const read = readHeaders(headers, rules)
  return typeof read === "string" ? read : null
}

/** The id of a delivery; empty without one. */
export function deliveryIdOf(headers: Headers): string {
  return valueOf(headers, WEBHOOK_HEADERS.id)
}

/** Characters of a digest. */
export const DIGEST_LENGTHS = {
  sha256: { hex: 64, base64: 44 },
  sha512: { hex: 128, base64: 88 },
} as const satisfies Record<SignatureRules["algorithm"], Record<SignatureRules["encoding"], number>>

/**
 * Verifies a delivery over its raw bytes.
 *
 * Tries every secret, so that secrets rotate without downtime, and compares in constant time. The digest is
 * checked before the timestamp, so only a sender that knows the secret learns that it is stale.
 *
 * @param input.rawBody the bytes as received, never a re-serialised object
 * @param input.secrets newest first
 * @param input.nowMs our clock, epoch milliseconds
 */
export function verifyDelivery(
  input: { rawBody: Buffer; headers: Headers; secrets: readonly string[]; nowMs: number },
  rules: SignatureRules
): VerifiedSignature {
  const read = readHeaders(input.headers, rules)
  if (typeof read === "string") return refused(read)
  const { deliveryId, timestamp, timestampMs, signatures } = read
  const isSigned = input.secrets.some((secret) => {
    // An empty secret would let anyone sign.
    if (secret === "") return false
    const digest = digestOf({ body: input.rawBody, deliveryId, timestamp, secret }, rules)
    return signatures.map((signature) => isSameText(signature, digest)).includes(true)
  })
  if (!isSigned) return refused("signature_invalid")
  if (timestampMs < input.nowMs - rules.toleranceMs) return refused("timestamp_stale")
  if (timestampMs > input.nowMs + rules.toleranceMs) return refused("timestamp_future")
  return { isValid: true, deliveryId, timestampMs }
}

function refused(reason: SignatureRefusal): VerifiedSignature {
  return { isValid: false, reason }
}

function readHeaders(headers: Headers, rules: SignatureRules) {
  const deliveryId = deliveryIdOf(headers)
  const timestamp = valueOf(headers, WEBHOOK_HEADERS.timestamp)
  const signature = lineOf(headers, WEBHOOK_HEADERS.signature)
  if (deliveryId === "") return "id_missing"
  if (timestamp === "") return "timestamp_missing"
  if (signature === "") return "signature_missing"
  const timestampMs = parseTimestamp(timestamp, rules.timestampUnit)
  if (timestampMs === null) return "timestamp_invalid"
  const signatures = parseSignatures(signature, rules)
  return signatures.length === 0 ? "signature_invalid" : { deliveryId, timestamp, timestampMs, signatures }
}

/** A header; one that was repeated counts once. Empty without one, and when two differ. */
function lineOf(headers: Headers, name: string): string {
  const [line = "", ...others] = new Set([headers[name] ?? []].flat())
  return others.length === 0 ? line : ""
}

/** The value of a header, also when a proxy joined two lines of it. */
function valueOf(headers: Headers, name: string): string {
  const line = lineOf(headers, name)
  const [value = "", ...others] = new Set(line.split(/, */))
  return others.length === 0 ? value : line
}

/** The digests in a signature header that have the right form: while a secret rotates, it lists one for each. */
function parseSignatures(line: string, { prefix, encoding, algorithm }: SignatureRules): string[] {
  const listed = [...new Set(line.split(prefix.includes(",") ? /\s+/ : /[\s,]+/))]
  if (listed.length > MOST_SIGNATURES) return []
  return listed
    .filter((text) => text.startsWith(prefix))
    .map((text) => text.slice(prefix.length))
    .map((digest) => (encoding === "hex" ? digest.toLowerCase() : digest))
    .filter((digest) => DIGEST.test(digest) && digest.length === DIGEST_LENGTHS[algorithm][encoding])
}

type Signed = { body: Buffer; deliveryId: string; timestamp: string; secret: string }

function digestOf({ body, deliveryId, timestamp, secret }: Signed, rules: SignatureRules): string {
  const hmac = createHmac(rules.algorithm, secret)
  const { signedText } = rules
  for (const [n, part] of signedText.split("{body}").entries()) {
    if (n > 0) hmac.update(body)
    if (part !== "")
      hmac.update(part.replace(/\{(timestamp|id)\}/g, (_, name) => (name === "id" ? deliveryId : timestamp)))
  }
  return hmac.digest(rules.encoding)
}

function isSameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

function formatTimestamp(timestampMs: number, unit: SignatureRules["timestampUnit"]): string {
  if (unit === "iso") return new Date(timestampMs).toISOString()
  return String(unit === "ms" ? timestampMs : Math.floor(timestampMs / 1000))
}

function parseTimestamp(text: string, unit: SignatureRules["timestampUnit"]): number | null {
  if (unit === "iso") {
    // Without a zone the instant would depend on the server's location.
    if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null
    const parsed = Date.parse(text)
    return Number.isNaN(parsed) ? null : parsed
  }
  if (!/^\d{1,15}$/.test(text)) return null
  return Number(text) * (unit === "ms" ? 1 : 1000)
}
