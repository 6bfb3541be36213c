import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"
import { EVM_DESTINATION } from "./treasury"

const recipient = { label: "partner", destinationAddress: EVM_DESTINATION, shareBps: 5_000 }

story(
  "an invoice needs amount, token, chain and networkId, and an amount that is decimal text of the token's precision",
  ["rule:invoice.required", "rule:invoice.amount", "gap:required-fields"],
  async ({ raw }) => {
    const body = { ...usdcOnBase, amount: "1.5" }
    expect((await raw("createInvoice", { body })).status).toBe(201)
    for (const field of ["amount", "token", "chain", "networkId"]) {
      const incomplete = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
      expect((await raw("createInvoice", { body: incomplete })).refusal).toBe("400 VALIDATION_ERROR")
    }
    expect((await raw("createInvoice", { body: { ...body, amountt: "1" } })).status).toBe(400)
    for (const amount of [1.5, "0", "-1", "1e3", "0.0000001", "1.0000001", "", " 1"]) {
      const answer = await raw("createInvoice", { body: { ...body, amount } })
      expect([amount, answer.status, answer.code]).toEqual([amount, 400, "VALIDATION_ERROR"])
    }
  }
)

story(
  "metadata is accepted in any form and not relied on: the answer has none",
  ["rule:invoice.metadata"],
  async (scene) => {
    const metadata = { order: "order_1", nested: { tags: ["a", 1, null] } }
    const { id } = await openInvoice(scene, { metadata })
    expect(Object.keys(await scene.gateway.getInvoice(id))).not.toContain("metadata")
  }
)

story(
  "a route and recipients are mutually exclusive, and shares never exceed the whole",
  ["rule:invoice.one-split", "rule:recipients.whole", "rule:recipients.share"],
  async ({ raw, sandbox }) => {
    const apiKey = sandbox.credentials.payoutApiKey
    const body = { ...usdcOnBase, amount: "10", payoutRecipients: [recipient] }
    expect((await raw("createInvoice", { apiKey, body })).status).toBe(201)
    const refused = [
      { ...body, payoutRouteId: "route_1" },
      { ...body, payoutRecipients: [recipient, { ...recipient, shareBps: 5_001 }] },
      { ...body, payoutRecipients: [{ ...recipient, shareBps: 0.5 }] },
      { ...body, payoutRecipients: [{ ...recipient, shareBps: "5000" }] },
    ]
    for (const wrong of refused) {
      expect(await raw("createInvoice", { apiKey, body: wrong })).toMatchObject({ status: 400 })
    }
  }
)
