import type { OnchainWithdrawalState } from "../../../types/http"
import { toWithdrawalCall } from "../decision"
import { offeredActions } from "../offered-actions"

const good = {
  id: "quote_1",
  fee: "1",
  net_amount: "9",
  expires_at: null,
  is_expired: false,
  quoted_at: "2026-01-01T00:00:00Z",
}
const expired = { ...good, is_expired: true }

describe("what is offered for a withdrawal", () => {
  it.each([
    ["requested", null, ["quote", "cancel"]],
    ["quoted", good, ["confirm", "cancel"]],
    ["quoted", expired, ["quote", "cancel"]],
    ["awaiting_approval", good, ["approve", "cancel"]],
    ["awaiting_approval", expired, ["quote", "cancel"]],
    ["sending", good, ["check"]],
    ["sent", good, ["check"]],
    ["unclear", good, ["adopt", "write_off", "check"]],
    ["completed", good, []],
    ["failed", good, ["check"]],
    ["refused", null, []],
    ["cancelled", good, []],
  ] as const)("%s", (state: OnchainWithdrawalState, quote, actions) => {
    expect(offeredActions({ state, quote }, true)).toEqual(actions)
  })

  it("who may not move money out may call it off and look, and nothing else", () => {
    expect(offeredActions({ state: "quoted", quote: good }, false)).toEqual(["cancel"])
    expect(offeredActions({ state: "unclear", quote: good }, false)).toEqual(["check"])
  })
})

describe("the call of a decision", () => {
  it.each([
    [{ action: "quote" }, { path: "quote", body: {} }],
    [{ action: "cancel" }, { path: "cancel", body: {} }],
    [{ action: "check" }, { path: "check", body: {} }],
    [
      { action: "confirm", quoteId: "q" },
      { path: "confirm", body: { quote_id: "q" } },
    ],
    [
      { action: "approve", quoteId: "q" },
      { path: "approve", body: { quote_id: "q" } },
    ],
    [
      { action: "adopt", gatewayWithdrawalId: "w" },
      { path: "adopt", body: { gateway_withdrawal_id: "w" } },
    ],
    [
      { action: "write_off", note: "n" },
      { path: "write-off", body: { note: "n" } },
    ],
  ] as const)("%o", (decision, call) => {
    expect(toWithdrawalCall(decision)).toEqual(call)
  })
})
