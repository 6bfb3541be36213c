import { parseAssumptions } from "../../../gateway/assumptions"
import { INVOICE_TRIGGERS, invoiceEvent } from "../stored-invoice"

describe("the event of a transition", () => {
  const names = (assumptions = parseAssumptions()) =>
    Object.fromEntries(INVOICE_TRIGGERS.map((trigger) => [trigger, invoiceEvent(trigger, assumptions)]))

  it("is the documented one for every settlement, and the sandbox's own otherwise", () => {
    expect(names()).toEqual({
      payment_seen: "invoice.confirming",
      block_added: "invoice.confirming",
      reorganized: "invoice.pending",
      settled_exact: "invoice.paid",
      settled_over: "invoice.paid",
      expired: "invoice.expired",
      failed: "invoice.failed",
      cancelled: "invoice.cancelled",
    })
  })

  it("uses the assumed names, except for the documented one", () => {
    const invoice = { confirming: "seen", failed: "bad", expired: "late", cancelled: "off" }
    expect(Object.values(names(parseAssumptions({ events: { invoice } })))).toEqual([
      ...["invoice.seen", "invoice.seen", "invoice.pending", "invoice.paid", "invoice.paid"],
      ...["invoice.late", "invoice.bad", "invoice.off"],
    ])
  })
})
