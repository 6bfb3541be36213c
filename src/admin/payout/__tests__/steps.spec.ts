import type { OnchainWithdrawalAction, OnchainWithdrawalState } from "../../../types/http"
import { NO_ENTRIES, offeredActions, primaryAction, toDecision } from "../decision"

const good = {
  id: "quote_1",
  fee: "1",
  net_amount: "9",
  expires_at: null,
  is_expired: false,
  quoted_at: "2026-01-01T00:00:00Z",
}
const expired = { ...good, is_expired: true }
const possible = { is_possible: true, reason: null }
const impossible = { is_possible: false, reason: "No." }
const choices = {
  quote: possible,
  confirm: possible,
  approve: possible,
  cancel: possible,
  adopt: possible,
  write_off: possible,
  check: possible,
  acknowledge: possible,
  end: impossible,
}
const calm = { mismatch: null, mismatch_seen: null, resolution: null, choices }
const person = { by: "ada@example.com", at: "2026-01-01T00:00:00Z", note: "Looked." }

describe("what is offered for a withdrawal", () => {
  it.each([
    ["requested", null, ["quote", "cancel"]],
    ["quoted", good, ["confirm", "cancel"]],
    ["quoted", expired, ["quote", "cancel"]],
    ["awaiting_approval", good, ["approve", "cancel"]],
    ["awaiting_approval", expired, ["quote", "cancel"]],
    ["sending", good, ["check"]],
    ["sent", good, ["check"]],
    ["unknown", good, ["adopt", "end", "write_off", "check"]],
    ["completed", good, []],
    ["failed", good, ["check"]],
    ["refused", null, []],
    ["cancelled", good, []],
  ] as const)("%s", (state: OnchainWithdrawalState, quote, actions) => {
    expect(offeredActions({ ...calm, state, quote }, true)).toEqual(actions)
  })

  it("a contradiction needs a review in every state, until it is reviewed", () => {
    const mismatch = "The service has it as completed."
    const completed = { ...calm, state: "completed" as const, quote: good, mismatch }
    expect(offeredActions(completed, true)).toEqual(["acknowledge"])
    expect(offeredActions({ ...completed, state: "unknown" }, true)[0]).toBe("acknowledge")
    expect(offeredActions({ ...completed, mismatch_seen: person }, true)).toEqual([])
  })

  it("one that the service has can be ended only when the server allows it", () => {
    const sent = { ...calm, state: "sent" as const, quote: good }
    const silent = { ...sent, choices: { ...choices, end: possible } }
    expect(offeredActions(silent, true)).toEqual(["check", "end"])
  })

  it("one that an operator ended as not sent is still searched for", () => {
    const refused = { ...calm, state: "refused" as const, quote: null, resolution: person }
    expect(offeredActions(refused, true)).toEqual(["check"])
    expect(offeredActions({ ...refused, choices: { ...choices, check: impossible } }, true)).toEqual([])
  })
})

describe("the next step", () => {
  it.each([
    [["quote", "cancel"], "quote"],
    [["confirm", "cancel"], "confirm"],
    [["acknowledge", "approve", "cancel"], "approve"],
    [["adopt", "end", "write_off", "check"], "check"],
    [["acknowledge"], null],
    [["cancel"], null],
    [[], null],
  ] as const)("of %j is %p", (actions, primary) => {
    expect(primaryAction(actions)).toBe(primary)
  })
})

describe("what an operator has to write or choose before a step", () => {
  const shown = { state: "sent" as const, quote: good, mismatch: "It differs." }
  const written = {
    gatewayWithdrawalId: " wd_1 ",
    writeOffNote: " not in the list ",
    notThis: " wd_2, wd_3 ",
    seenNote: " compared ",
    outcome: "paid" as const,
    endNote: " on the network ",
    txHash: " 0xab ",
  }

  it.each([
    ["quote", { action: "quote" }],
    ["check", { action: "check" }],
    ["cancel", { action: "cancel" }],
    ["confirm", { action: "confirm", quoteId: "quote_1" }],
    ["approve", { action: "approve", quoteId: "quote_1" }],
    ["adopt", { action: "adopt", gatewayWithdrawalId: "wd_1" }],
    ["write_off", { action: "write_off", note: "not in the list", notThis: ["wd_2", "wd_3"] }],
    ["acknowledge", { action: "acknowledge", note: "compared", mismatch: "It differs." }],
    ["end", { action: "end", outcome: "paid", note: "on the network", txHash: null, notThis: [] }],
  ] as const)("%s", (action: OnchainWithdrawalAction, decision) => {
    expect(toDecision(action, shown, written)).toEqual(decision)
  })

  it.each(["adopt", "write_off", "acknowledge", "end"] as const)("%s is nothing without it", (action) => {
    expect(toDecision(action, shown, NO_ENTRIES)).toBeNull()
  })

  it("an end needs what became of it and a note, and names the withdrawals that are others", () => {
    expect(toDecision("end", shown, { ...written, outcome: "" })).toBeNull()
    expect(toDecision("end", shown, { ...written, endNote: " " })).toBeNull()
    const decision = toDecision("end", shown, { ...written, outcome: "not_paid" })
    expect(decision).toMatchObject({ outcome: "not_paid", notThis: ["wd_2", "wd_3"] })
  })

  it("one whose answer was lost ends as paid, by its transaction and a note", () => {
    const lost = { ...shown, state: "unknown" as const }
    const paid = { action: "end", outcome: "paid", note: "on the network", txHash: "0xab", notThis: [] }
    expect(toDecision("end", lost, { ...written, outcome: "not_paid" })).toEqual(paid)
    expect(toDecision("end", lost, { ...written, txHash: " " })).toBeNull()
    expect(toDecision("end", lost, { ...written, endNote: " " })).toBeNull()
  })
})
