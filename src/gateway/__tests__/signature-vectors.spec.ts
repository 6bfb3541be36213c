import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import { signDelivery, verifyDelivery } from "../signature"

/**
 * Computed by another program, so that a mistake shared by signing and verifying cannot hide:
 *
 *   BODY='{"event":"invoice.paid","data":{"id":"inv_1"}}'
 *   printf '%s' "1700000000.$BODY" | openssl dgst -sha256 -hmac whsec_golden -hex
 *   printf '%s' "1700000000123.dlv_1.$BODY" | openssl dgst -sha512 -hmac whsec_golden -binary | base64 -w0
 *   printf '%s' "2023-11-14T22:13:20.123Z|$BODY" | openssl dgst -sha256 -hmac whsec_golden -binary | base64 -w0
 */
const body = Buffer.from('{"event":"invoice.paid","data":{"id":"inv_1"}}')
const timestampMs = 1_700_000_000_123

type Vector = [string, AssumptionsInput["signature"], { timestamp: string; signature: string }]
const vectors: Vector[] = [
  [
    "SHA-256 as hex",
    {},
    {
      timestamp: "1700000000",
      signature: "7d8c755abded842b0d93ff54e054fdfdc8534b0bdbf79a68b0bd5234a842820a",
    },
  ],
  [
    "SHA-512 as base64 with a prefix, over id and milliseconds",
    {
      algorithm: "sha512",
      encoding: "base64",
      prefix: "sha512=",
      signedText: "{timestamp}.{id}.{body}",
      timestampUnit: "ms",
    },
    {
      timestamp: "1700000000123",
      signature:
        "sha512=XOSXfcl9kFGiq9o2AsETbcGYCSDoVxnIeIT0He9r/ED1PgP7LKhWshZiWDfK2yOYFe5S/PNG7cyCLj8y4RIxrg==",
    },
  ],
  [
    "SHA-256 as base64 over an ISO timestamp",
    { encoding: "base64", signedText: "{timestamp}|{body}", timestampUnit: "iso" },
    { timestamp: "2023-11-14T22:13:20.123Z", signature: "6Mzw8FZZ9X5GZGAn3D2Pepz/zJ08kJTxLTmbpC7rbWI=" },
  ],
]

test.each(vectors)("%s is what openssl computes", (_, signature, expected) => {
  const rules = parseAssumptions({ signature }).signature
  const headers = {
    "x-webhook-signature": expected.signature,
    "x-webhook-timestamp": expected.timestamp,
    "x-webhook-id": "dlv_1",
  }
  const delivery = { body, deliveryId: "dlv_1", timestampMs, secret: "whsec_golden" }
  expect(signDelivery(delivery, rules)).toEqual(headers)
  expect(
    verifyDelivery({ rawBody: body, headers, secrets: ["whsec_golden"], nowMs: timestampMs }, rules)
  ).toMatchObject({ isValid: true, deliveryId: "dlv_1" })
})
