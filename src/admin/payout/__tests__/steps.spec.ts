import type { OnchainWithdrawalAction, OnchainWithdrawalState } from "../../../types/http"
import { toBody } from "../../ui/form/entries"
import { formOf, offeredActions, primaryAction } from "../decision"

const good = {
  id: "quote_1",
  fee: "1",
  net_amount: "9",
  expires_at: null,
  is_expired: false,
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
const calm = { review: null, resolution: null, choices }
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

  it("what needs a review can be acknowledged in every state, by who may move money", () => {
    const completed = { ...calm, state: "completed" as const, quote: good, review: "mismatch" as const }
    expect(offeredActions(completed, true)).toEqual(["acknowledge"])
    expect(offeredActions({ ...completed, state: "unknown" }, true)[0]).toBe("acknowledge")
    const failed = { ...completed, state: "failed" as const, review: "failure" as const }
    expect(offeredActions(failed, true)).toEqual(["acknowledge", "check"])
    expect(offeredActions(failed, false)).toEqual(["check"])
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
    gateway_withdrawal_id: " wd_1 ",
    note: " compared ",
    not_this: " wd_2, wd_3 ",
    outcome: "paid",
    tx_hash: " 0xab ",
  }
  const send = (action: OnchainWithdrawalAction, entered: Record<string, string>, state = {}) => {
    const { body, fields } = formOf(action, { ...shown, ...state })
    const given = toBody(fields, entered)
    return given && { ...body, ...given }
  }

  it.each([
    ["quote", {}],
    ["check", {}],
    ["cancel", {}],
    ["confirm", { quote_id: "quote_1" }],
    ["approve", { quote_id: "quote_1" }],
    ["adopt", { gateway_withdrawal_id: "wd_1" }],
    ["write_off", { note: "compared", not_this: ["wd_2", "wd_3"] }],
    ["acknowledge", { note: "compared", mismatch: "It differs." }],
    ["end", { outcome: "paid", note: "compared" }],
  ] as const)("%s", (action, body) => {
    expect(send(action, written)).toEqual(body)
  })

  it.each(["adopt", "write_off", "acknowledge", "end"] as const)("%s is nothing without it", (action) => {
    expect(send(action, {})).toBeNull()
  })

  it("an end needs what became of it and a note, and names the withdrawals that are others", () => {
    expect(send("end", { ...written, outcome: "" })).toBeNull()
    expect(send("end", { ...written, note: " " })).toBeNull()
    const body = { outcome: "not_paid", note: "compared", not_this: ["wd_2", "wd_3"] }
    expect(send("end", { ...written, outcome: "not_paid" })).toEqual(body)
  })

  it("one whose answer was lost ends as paid, by its transaction and a note", () => {
    const lost = { state: "unknown" as const }
    const paid = { outcome: "paid", note: "compared", tx_hash: "0xab" }
    expect(send("end", { ...written, outcome: "not_paid" }, lost)).toEqual(paid)
    expect(send("end", { ...written, tx_hash: " " }, lost)).toBeNull()
    expect(send("end", { ...written, note: " " }, lost)).toBeNull()
  })
})
