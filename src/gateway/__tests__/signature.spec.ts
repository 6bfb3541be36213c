import fc from "fast-check"
import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import { SIGNATURE_REFUSALS, signDelivery, verifyDelivery, WEBHOOK_HEADERS } from "../signature"

const nowMs = 1_700_000_000_000
const rulesOf = (signature: AssumptionsInput["signature"] = {}) => parseAssumptions({ signature }).signature
const rules = rulesOf()
const body = Buffer.from('{"event":"invoice.paid","data":{"id":"inv_1"}}')
const secret = "whsec_new"
const signed = (change: Partial<Parameters<typeof signDelivery>[0]> = {}, ruleSet = rules) =>
  signDelivery({ body, deliveryId: "dlv_1", timestampMs: nowMs, secret, ...change }, ruleSet)
const verify = (headers: Record<string, string | string[] | undefined>, change = {}, ruleSet = rules) =>
  verifyDelivery({ rawBody: body, headers, secrets: [secret], nowMs, ...change }, ruleSet)

/**
 * Computed by another program, so that a mistake shared by signing and verifying cannot hide:
 *
 *   BODY='{"event":"invoice.paid","data":{"id":"inv_1"}}'
 *   printf '%s' "1700000000.$BODY" | openssl dgst -sha256 -hmac whsec_golden -hex
 *   printf '%s' "1700000000123.dlv_1.$BODY" | openssl dgst -sha512 -hmac whsec_golden -binary | base64 -w0
 *   printf '%s' "2023-11-14T22:13:20.123Z|$BODY" | openssl dgst -sha256 -hmac whsec_golden -binary | base64 -w0
 */
const vectors: [string, AssumptionsInput["signature"], timestamp: string, signature: string][] = [
  ["SHA-256 as hex", {}, "1700000000", "7d8c755abded842b0d93ff54e054fdfdc8534b0bdbf79a68b0bd5234a842820a"],
  [
    "SHA-512 as base64 with a prefix, over id and milliseconds",
    {
      ...{ algorithm: "sha512", encoding: "base64", prefix: "sha512=" },
      ...{ signedText: "{timestamp}.{id}.{body}", timestampUnit: "ms" },
    },
    "1700000000123",
    "sha512=XOSXfcl9kFGiq9o2AsETbcGYCSDoVxnIeIT0He9r/ED1PgP7LKhWshZiWDfK2yOYFe5S/PNG7cyCLj8y4RIxrg==",
  ],
  [
    "SHA-256 as base64 over an ISO timestamp",
    { encoding: "base64", signedText: "{timestamp}|{body}", timestampUnit: "iso" },
    "2023-11-14T22:13:20.123Z",
    "6Mzw8FZZ9X5GZGAn3D2Pepz/zJ08kJTxLTmbpC7rbWI=",
  ],
]

test.each(vectors)("%s is what openssl computes", (_, signature, timestamp, digest) => {
  const timestampMs = 1_700_000_000_123
  const [ruleSet, key] = [rulesOf(signature), "whsec_golden"]
  const headers = {
    "x-webhook-signature": digest,
    "x-webhook-timestamp": timestamp,
    "x-webhook-id": "dlv_1",
  }
  expect(signed({ timestampMs, secret: key }, ruleSet)).toEqual(headers)
  const accepted = { isValid: true, deliveryId: "dlv_1" }
  expect(verify(headers, { secrets: [key], nowMs: timestampMs }, ruleSet)).toMatchObject(accepted)
})

const anyRules = fc
  .record({
    algorithm: fc.constantFrom("sha256" as const, "sha512" as const),
    encoding: fc.constantFrom("hex" as const, "base64" as const),
    prefix: fc.constantFrom("", "v1=", "sha256="),
    signedText: fc.oneof(
      fc.constantFrom(
        "{body}",
        "{timestamp}.{body}",
        "{id}.{timestamp}.{body}",
        "{body}{body}",
        "{bodies}{body}$&"
      ),
      fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}{body}${after}`)
    ),
    timestampUnit: fc.constantFrom("s" as const, "ms" as const, "iso" as const),
  })
  .map(rulesOf)
const anyBody = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes))
const anySecret = fc.string({ minLength: 1, unit: "binary" })

test("signing and verifying agree under every combination of rules, for every body and secret", () => {
  fc.assert(
    fc.property(anyRules, anyBody, anySecret, (ruleSet, rawBody, key) => {
      const headers = signed({ body: rawBody, secret: key }, ruleSet)
      const accepted = { isValid: true, deliveryId: "dlv_1", timestampMs: nowMs }
      expect(verify(headers, { rawBody, secrets: ["other", key] }, ruleSet)).toEqual(accepted)
    })
  )
})

test("one flipped bit of any body, or of the digest, is refused under every combination of rules", () => {
  const bit = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 }))
  fc.assert(
    fc.property(anyRules, anyBody, anySecret, bit, (ruleSet, rawBody, key, [position, shift]) => {
      const headers = signed({ body: rawBody, secret: key }, ruleSet)
      const flipped = Buffer.from(rawBody)
      const at = position % flipped.length
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << shift), at)
      const refused = { isValid: false, reason: "signature_invalid" }
      expect(verify(headers, { rawBody: flipped, secrets: [key] }, ruleSet)).toEqual(refused)

      const signature = headers[WEBHOOK_HEADERS.signature] ?? ""
      const digestAt = ruleSet.prefix.length + (position % (signature.length - ruleSet.prefix.length))
      const other = signature.charAt(digestAt) === "0" ? "1" : "0"
      const forged = signature.slice(0, digestAt) + other + signature.slice(digestAt + 1)
      const forgedHeaders = { ...headers, [WEBHOOK_HEADERS.signature]: forged }
      expect(verify(forgedHeaders, { rawBody, secrets: [key] }, ruleSet)).toEqual(refused)
    })
  )
})

test.each([
  ["cut short", (text: string) => text.slice(0, -1)],
  ["longer", (text: string) => `${text}0`],
  ["in upper case", (text: string) => text.toUpperCase()],
  ["without its prefix", (text: string) => text.slice(3)],
  ["in another encoding", (text: string) => Buffer.from(text.slice(3), "hex").toString("base64")],
  ["with characters no digest has", (text: string) => `v1=${"é".repeat(text.length - 3)}`],
])("a signature %s is refused", (_, change) => {
  const ruleSet = rulesOf({ prefix: "v1=" })
  const headers = signed({}, ruleSet)
  const changed = change(headers[WEBHOOK_HEADERS.signature] ?? "")
  expect(verify({ ...headers, [WEBHOOK_HEADERS.signature]: changed }, {}, ruleSet)).toEqual({
    isValid: false,
    reason: "signature_invalid",
  })
})

test("during a rotation both secrets are accepted, afterwards only the new one", () => {
  const old = signed({ secret: "whsec_old" })
  expect(verify(old, { secrets: [secret, "whsec_old"] })).toMatchObject({ isValid: true })
  expect(verify(signed(), { secrets: [secret, "whsec_old"] })).toMatchObject({ isValid: true })
  expect(verify(old, { secrets: [secret] })).toEqual({ isValid: false, reason: "signature_invalid" })
})

test("no secret and an empty secret accept nothing", () => {
  const forged = signed({ secret: "" })
  expect(verify(forged, { secrets: [] })).toEqual({ isValid: false, reason: "signature_invalid" })
  expect(verify(forged, { secrets: ["", secret] })).toEqual({ isValid: false, reason: "signature_invalid" })
})

test.each([
  ["exactly as old as allowed", -300_000, { isValid: true }],
  ["a second older", -301_000, { isValid: false, reason: "timestamp_stale" }],
  ["exactly as far ahead as allowed", 300_000, { isValid: true }],
  ["a second further", 301_000, { isValid: false, reason: "timestamp_future" }],
])("a delivery %s", (_, offsetMs, expected) => {
  expect(verify(signed({ timestampMs: nowMs + offsetMs }))).toMatchObject(expected)
})

test("a tolerance of zero accepts this very instant and nothing else", () => {
  const strict = rulesOf({ toleranceMs: 0, timestampUnit: "ms" })
  const at = (timestampMs: number) => verify(signed({ timestampMs }, strict), {}, strict)
  expect(at(nowMs)).toMatchObject({ isValid: true })
  expect(at(nowMs - 1)).toEqual({ isValid: false, reason: "timestamp_stale" })
  expect(at(nowMs + 1)).toEqual({ isValid: false, reason: "timestamp_future" })
})

test("only a sender that knows the secret learns that its clock is off", () => {
  const stale = signed({ timestampMs: 0, secret: "whsec_guessed" })
  expect(verify(stale)).toEqual({ isValid: false, reason: "signature_invalid" })
})

test("a timestamp moved to the present no longer fits the signature", () => {
  const headers = { ...signed({ timestampMs: 0 }), [WEBHOOK_HEADERS.timestamp]: String(nowMs / 1000) }
  expect(verify(headers)).toEqual({ isValid: false, reason: "signature_invalid" })
})

test.each([
  ["x-webhook-id", "id_missing"],
  ["x-webhook-timestamp", "timestamp_missing"],
  ["x-webhook-signature", "signature_missing"],
])("without a single %s it is refused as %s", (name, reason) => {
  for (const value of [undefined, "", ["a", "b"]]) {
    expect(verify({ ...signed(), [name]: value })).toEqual({ isValid: false, reason })
  }
})

test.each([
  ["s", "1.7e9"],
  ["s", "-1700000000"],
  ["s", "0x65"],
  ["s", "9".repeat(16)],
  ["ms", "now"],
  ["iso", "2023-11-14"],
  ["iso", "2023-11-14T22:13:20"],
  ["iso", "2023-13-99T99:99:99Z"],
  ["iso", "Tue, 14 Nov 2023 22:13:20 GMT"],
] as const)("with timestamps in %s, %j is not one", (timestampUnit, text) => {
  const ruleSet = rulesOf({ timestampUnit })
  const headers = { ...signed({}, ruleSet), [WEBHOOK_HEADERS.timestamp]: text }
  expect(verify(headers, {}, ruleSet)).toEqual({ isValid: false, reason: "timestamp_invalid" })
})

test.each(["x-webhook-id", "x-webhook-timestamp", "x-webhook-signature"])(
  "%s counts once when it is sent twice with one value, also in one line of a proxy",
  (name) => {
    const value = signed()[name] ?? ""
    for (const twice of [[value, value], `${value}, ${value}`])
      expect(verify({ ...signed(), [name]: twice })).toMatchObject({ isValid: true, deliveryId: "dlv_1" })
  }
)

const listed = (separator: string, signatures: readonly string[]) => ({
  ...signed(),
  [WEBHOOK_HEADERS.signature]: signatures.join(separator),
})
const signatureOf = (key: string, ruleSet = rules) =>
  signed({ secret: key }, ruleSet)[WEBHOOK_HEADERS.signature] ?? ""

test.each([",", ", ", " "])(
  "one of several signatures, separated by %j, is enough while a secret rotates",
  (separator) => {
    const [old, ours] = [signatureOf("whsec_retired"), signatureOf(secret)]
    for (const signatures of [
      [old, ours],
      [ours, old],
      ["v0=other", ours],
    ])
      expect(verify(listed(separator, signatures))).toMatchObject({ isValid: true })
    expect(verify(listed(separator, [old, signatureOf("whsec_other")]))).toEqual({
      isValid: false,
      reason: "signature_invalid",
    })
  }
)

test("a prefix with a comma leaves the space to separate signatures", () => {
  const ruleSet = rulesOf({ prefix: "v1,", encoding: "base64" })
  const signatures = [signatureOf("whsec_retired", ruleSet), signatureOf(secret, ruleSet)]
  expect(verify(listed(" ", signatures), {}, ruleSet)).toMatchObject({ isValid: true })
})

test("more than five signatures are refused, whatever they are", () => {
  const others = ["a", "b", "c", "d", "e"].map((key) => signatureOf(key))
  expect(verify(listed(",", [...others.slice(1), signatureOf(secret)]))).toMatchObject({ isValid: true })
  expect(verify(listed(",", [...others, signatureOf(secret)]))).toEqual({
    isValid: false,
    reason: "signature_invalid",
  })
})

test("a signature in hexadecimal is accepted in capitals, and one in base64 is not", () => {
  const inCapitals = (ruleSet = rules) => {
    const { prefix } = ruleSet
    const digest = signatureOf(secret, ruleSet).slice(prefix.length)
    return { ...signed({}, ruleSet), [WEBHOOK_HEADERS.signature]: prefix + digest.toUpperCase() }
  }
  for (const prefix of ["", "sha256="]) {
    const ruleSet = rulesOf({ prefix })
    expect(verify(inCapitals(ruleSet), {}, ruleSet)).toMatchObject({ isValid: true })
  }
  const base64 = rulesOf({ encoding: "base64" })
  expect(verify(inCapitals(base64), {}, base64)).toMatchObject({ isValid: false })
})

test("placeholders inside a value are not filled in again", () => {
  const ruleSet = rulesOf({ signedText: "{id}.{body}" })
  const headers = signed({ deliveryId: "{body}" }, ruleSet)
  const swapped = { ...headers, [WEBHOOK_HEADERS.id]: body.toString() }
  expect(verify(headers, {}, ruleSet)).toMatchObject({ isValid: true })
  expect(verify(swapped, {}, ruleSet)).toEqual({ isValid: false, reason: "signature_invalid" })
})

test("hostile headers get a reason of the closed set", () => {
  const value = fc.oneof(
    fc.string(),
    fc.constant(undefined),
    fc.array(fc.string()),
    fc.constant("1700000000")
  )
  const headerSets = fc.record({
    "x-webhook-id": value,
    "x-webhook-timestamp": value,
    "x-webhook-signature": value,
  })
  fc.assert(
    fc.property(headerSets, (headers) => {
      const result = verify(headers)
      expect(SIGNATURE_REFUSALS).toContain(result.isValid ? "accepted" : result.reason)
    })
  )
})
