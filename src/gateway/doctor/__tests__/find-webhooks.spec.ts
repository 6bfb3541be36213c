import { createEvidence } from "../evidence"
import { findInvoiceEvents, readWebhooks } from "../find-webhooks"
import { Findings } from "../findings"

function found(...bodies: unknown[]) {
  const findings = new Findings()
  const evidence = createEvidence(true)
  const captured = bodies.map((body) => ({
    headers: {},
    body: typeof body === "string" ? body : JSON.stringify(body),
  }))
  findInvoiceEvents(readWebhooks(captured, evidence, findings), findings)
  return { option: findings.assumptions(), unknown: findings.unknown, evidence }
}

const invoice = (event: string, status: string) => ({ event, data: { invoice: { id: "inv_1", status } } })

describe("captured webhooks", () => {
  it("show what the event of a status is called", () => {
    const { option } = found(invoice("invoice.paid", "paid"), invoice("invoice.lapsed", "expired"))
    expect(option).toEqual({ events: { invoice: { expired: "lapsed" } } })
  })

  it("name no status with an event that comes with several", () => {
    const { option } = found(invoice("invoice.updated", "expired"), invoice("invoice.updated", "cancelled"))
    expect(option).toEqual({})
  })

  it("show withdrawals, where their events hold them", () => {
    const data = { body: { item: { uid: "wd_1", quoteId: "q_1", status: "SENT" } } }
    const { option, evidence } = found({ event: "transfer.sent", data })
    expect(option.events).toEqual({
      withdrawalPrefixes: ["payout.", "withdrawal.", "transfer."],
      envelopes: { withdrawal: ["body.item"] },
    })
    expect(evidence.records.withdrawal).toEqual([data.body.item])
  })

  it.each([
    ["no JSON", "paid"],
    ["a list", []],
    ["no data", { event: "invoice.paid" }],
    ["a name to show nowhere", { event: "\u001b[2J", data: {} }],
  ])("with %s are left to a person", (_, body) => {
    expect(found(body)).toMatchObject({
      option: {},
      unknown: [{ because: "the body of a delivery has no event and data" }],
    })
  })
})
