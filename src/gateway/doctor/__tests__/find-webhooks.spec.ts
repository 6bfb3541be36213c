import { findInvoiceEvents, readWebhooks } from "../webhooks"
import { Findings } from "../findings"

function found(...bodies: unknown[]) {
  const findings = new Findings()
  const captured = bodies.map((body) => ({
    headers: {},
    body: typeof body === "string" ? body : JSON.stringify(body),
  }))
  findInvoiceEvents(readWebhooks(captured, findings), findings)
  return { option: findings.assumptions(), unknown: findings.unknown }
}

it("an event that comes with several statuses names none", () => {
  const updated = (status: string) => ({
    event: "invoice.updated",
    data: { invoice: { id: "inv_1", status } },
  })
  expect(found(updated("expired"), updated("cancelled")).option).toEqual({})
})

it.each([
  ["no JSON", "paid"],
  ["a list", []],
  ["no data", { event: "invoice.paid" }],
  ["a name to show nowhere", { event: "\u001b[2J", data: {} }],
])("captured webhooks with %s are left to a person", (_, body) => {
  const unknown = [{ because: "the body of a delivery has no event and data" }]
  expect(found(body)).toMatchObject({ option: {}, unknown })
})
