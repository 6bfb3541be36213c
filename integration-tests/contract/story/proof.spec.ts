import { parseAssumptions } from "../../../src/gateway/assumptions"
import { createObservations, noteStatus } from "./observations"
import { unprovenClaims } from "./proof"

/** Observations of a story that opened an invoice, was refused once, and saw it paid. */
function sawAnInvoicePaid() {
  const seen = createObservations(parseAssumptions())
  seen.endpoints.add("createInvoice")
  seen.errors.add("CONFLICT")
  seen.events.add("invoice.paid")
  seen.events.add("withdrawal.queued")
  for (const status of ["pending", "pending", "confirming", "paid"])
    noteStatus(seen, "invoice", "inv_1", status)
  return seen
}

const proven = [
  "endpoint:createInvoice",
  "error:CONFLICT",
  "event:invoice.paid",
  "event:withdrawal.*",
  "state:invoice.confirming",
  "transition:invoice.new.pending",
  "transition:invoice.confirming.paid",
  "rule:what.the.story.expects",
]
const unproven = [
  "endpoint:getInvoice",
  "error:NOT_FOUND",
  "event:invoice.expired",
  "event:deposit.*",
  "state:invoice.overpaid",
  "state:withdrawal.pending",
  "transition:invoice.pending.paid",
  "transition:invoice.paid.confirming",
]

describe("the proof of a claim", () => {
  it.each(proven)("%s was seen", (claim) => expect(unprovenClaims([claim], sawAnInvoicePaid())).toEqual([]))

  it.each(unproven)("%s was not seen", (claim) =>
    expect(unprovenClaims([claim], sawAnInvoicePaid())).toEqual([claim])
  )

  it("statuses of two resources are no transition", () => {
    const seen = createObservations(parseAssumptions())
    noteStatus(seen, "invoice", "inv_1", "pending")
    noteStatus(seen, "invoice", "inv_2", "paid")
    expect(unprovenClaims(["transition:invoice.pending.paid"], seen)).toEqual([
      "transition:invoice.pending.paid",
    ])
  })
})
