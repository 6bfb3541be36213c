import { createHmac } from "node:crypto"
import { verifyDelivery } from "../../../src/gateway"
import { webhookEnvelopeSchema } from "../../../src/gateway/contract"
import { assumptionSets } from "../assumption-sets/assumption-sets"
import { story } from "../story/story"
import { openInvoice, openPaidInvoice } from "./opened-invoice"

story(
  "a delivery is signed over its raw body, with its time and id",
  ["rule:webhook.signature", "rule:webhook.headers", "rule:webhook.envelope", "gap:signature-form"],
  async (scene) => {
    const { receiver, assumptions, sandbox } = scene
    const { id } = await openPaidInvoice(scene)
    const paid = receiver.received.at(-1)
    if (!paid) throw new Error("nothing arrived")
    const { rawBody, headers } = paid
    for (const name of ["x-webhook-signature", "x-webhook-timestamp", "x-webhook-id"])
      expect([name, headers[name]]).toEqual([name, expect.stringMatching(/./)])
    expect(headers["content-type"]).toContain("application/json")
    const { algorithm, encoding, prefix, signedText, toleranceMs } = assumptions.signature
    const text = signedText
      .replace("{id}", paid.id)
      .replace("{timestamp}", String(headers["x-webhook-timestamp"]))
      .replace("{body}", () => rawBody.toString())
    const digest = createHmac(algorithm, sandbox.credentials.webhookSecret).update(text).digest(encoding)
    expect(headers["x-webhook-signature"]).toBe(prefix + digest)
    const envelope = webhookEnvelopeSchema.parse(JSON.parse(rawBody.toString()))
    expect(Object.keys(envelope).sort()).toEqual(["data", "event"])
    expect([envelope.event, paid.resource["id"]]).toEqual(["invoice.paid", id])

    const secrets = [sandbox.credentials.webhookSecret]
    const verify = (changes: Partial<Parameters<typeof verifyDelivery>[0]>) =>
      verifyDelivery({ rawBody, headers, secrets, nowMs: Date.now(), ...changes }, assumptions.signature)
    expect(verify({})).toMatchObject({ isValid: true, deliveryId: paid.id })
    expect(verify({ rawBody: Buffer.concat([rawBody, Buffer.from(" ")]) }).isValid).toBe(false)
    expect(verify({ secrets: ["another secret"] }).isValid).toBe(false)
    for (const other of assumptionSets.filter((set) => set.assumptions !== assumptions)) {
      const input = { rawBody, headers, secrets, nowMs: Date.now() }
      expect(verifyDelivery(input, other.assumptions.signature).isValid).toBe(false)
    }
    expect(verify({ nowMs: Date.now() + toleranceMs + 2_000 })).toEqual({
      isValid: false,
      reason: "timestamp_stale",
    })
  }
)

story(
  "a refused delivery is repeated with the same id and body, until a 2xx ends it",
  ["rule:webhook.quick-2xx", "rule:webhook.dedupe", "gap:webhook-retries"],
  async (scene) => {
    const { receiver, sandbox } = scene
    const { id } = await openInvoice(scene)
    receiver.answerWith(500, 503)
    await sandbox.expire(id)
    await sandbox.advance(3_600_000)
    const attempts = receiver.received.filter(({ event }) => event === "invoice.expired")
    expect(attempts.length).toBe(3)
    expect(new Set(attempts.map((attempt) => attempt.id)).size).toBe(1)
    expect(new Set(attempts.map(({ rawBody }) => rawBody.toString())).size).toBe(1)
    expect(sandbox.deliveries().at(-1)?.state).toBe("delivered")
    await sandbox.advance(86_400_000)
    expect(receiver.received.length).toBe(3)
  }
)
