import { parseAssumptions, type AssumptionsInput } from "../../assumptions"
import { signDelivery } from "../../signature"
import { findSignature, type CapturedDelivery } from "../webhooks"
import { Findings } from "../findings"

const SECRET = "whsec_of_the_shop"
const BODY = '{"event":"invoice.paid", "data":{"id":"inv_1"}}'

function captured(signature: AssumptionsInput["signature"], body = BODY): CapturedDelivery {
  const rules = parseAssumptions({ signature }).signature
  const delivery = {
    body: Buffer.from(body),
    deliveryId: "dlv_1",
    timestampMs: 1_700_000_000_000,
    secret: SECRET,
  }
  return { headers: signDelivery(delivery, rules), body }
}

function found(delivery: CapturedDelivery, secret = SECRET) {
  const findings = new Findings()
  findSignature(delivery, secret, findings)
  return { option: findings.assumptions(), unknown: findings.unknown }
}

const forms: [string, NonNullable<AssumptionsInput["signature"]>][] = [
  ["the defaults", {}],
  ["a body alone", { signedText: "{body}" }],
  ["base64 with a prefix", { encoding: "base64", prefix: "v1=" }],
  ["sha512 in hex", { algorithm: "sha512", signedText: "{id}.{timestamp}.{body}" }],
  ["a version in the signed text", { prefix: "v0=", signedText: "v0:{timestamp}:{body}" }],
  ["milliseconds", { timestampUnit: "ms", signedText: "{timestamp}{body}" }],
  ["ISO 8601", { timestampUnit: "iso", algorithm: "sha512", encoding: "base64", signedText: "{body}|{id}" }],
]

describe("the form of a signature", () => {
  it.each(forms)("%s is found", (_, signature) => {
    const { option, unknown } = found(captured(signature))
    expect(unknown).toEqual([])
    expect(option.signature ?? {}).toEqual(signature)
  })

  const { headers } = captured({})
  it.each<[string, CapturedDelivery, string?]>([
    ["another secret", captured({}), "whsec_other"],
    ["a body that was written again", { headers, body: JSON.stringify(JSON.parse(BODY)) }],
    ["another digest", { headers: { ...headers, "x-webhook-signature": "x" }, body: BODY }],
    ["no timestamp", { headers: { "X-Webhook-Signature": "a", "X-Webhook-ID": "b" }, body: BODY }],
    ["an odd timestamp", { headers: { ...headers, "x-webhook-timestamp": "now" }, body: BODY }],
  ])("%s leaves it open, and shows neither secret nor signature", (_, delivery, secret = SECRET) => {
    const { option, unknown } = found(delivery, secret)
    expect(option).toEqual({})
    expect(unknown).toHaveLength(1)
    expect(JSON.stringify(unknown)).not.toContain(secret)
  })

  it("with the time in the signature header cannot be said by a setting", () => {
    const delivery = captured({ prefix: "t=1700000000,v1=" })
    expect(found(delivery)).toMatchObject({
      option: {},
      unknown: [{ setting: "assumptions.signature.prefix" }],
    })
  })
})
