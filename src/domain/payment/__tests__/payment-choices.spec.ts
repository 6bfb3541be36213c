import {
  decideResolution,
  type ResolutionChoice,
  resolutionChoices,
  type ResolvablePayment,
} from "../payment-resolution"

const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const payment = (change: Partial<ResolvablePayment> = {}): ResolvablePayment => ({
  ...asset,
  state: "unallocated",
  currency_code: "usd",
  gateway_status: "paid",
  unallocated_reason: "session_deleted",
  expected_amount: "17",
  received_amount: "17",
  fiat_amount: "17",
  resolution: null,
  resolved_by: null,
  resolution_done_at: null,
  applied_order_id: null,
  ...change,
})
const target = {
  isCancelled: false,
  status: "pending",
  outstanding: "17.00",
  currency_code: "usd",
  assets: [asset],
  hasApplication: false,
  isBeingCaptured: false,
}
const apply = {
  actorId: "ada",
  resolution: "apply",
  orderId: "order_1",
  target,
  currencyDecimals: 2,
} as const
const keep = { actorId: "ada", resolution: "keep", note: "a gift" } as const
const refundDue = { actorId: "ada", resolution: "refund_due" } as const

describe("money in review", () => {
  it("can be applied, owed back or kept", () => {
    expect(resolutionChoices(payment(), "17")).toEqual({ apply: null, refund_due: null, keep: null })
  })

  it("cannot be applied when its value is unknown", () => {
    const choices = { apply: { code: "value_unknown" }, refund_due: null, keep: null }
    expect(resolutionChoices(payment(), null)).toEqual(choices)
  })

  it.each([
    [apply, { tokenAmount: "17", application: { amount: "17", isInFull: true } }],
    [
      { ...apply, target: { ...target, outstanding: "20" } },
      { tokenAmount: "17", application: { amount: "17", isInFull: false } },
    ],
    [refundDue, { tokenAmount: "17", application: null }],
    [keep, { tokenAmount: "17", application: null }],
  ] as [ResolutionChoice, object][])("is recorded for the choice %o", (choice, recorded) => {
    expect(decideResolution(payment(), choice)).toEqual({ kind: "record", ...recorded })
  })

  it("does not pay an order that is owed less", () => {
    const choice = { ...apply, target: { ...target, outstanding: "16" } }
    const refusal = { code: "less_owed", outstanding: "16", currency: "usd", value: "17" }
    expect(decideResolution(payment(), choice)).toEqual({ kind: "refused", refusal })
  })

  it("does not pay an order when its value is unknown", () => {
    const unknown = payment({ gateway_status: null, received_amount: null })
    const refusal = { code: "value_unknown" }
    expect(decideResolution(unknown, apply)).toEqual({ kind: "refused", refusal })
  })
})

describe("money that was decided about", () => {
  const kept = payment({ resolution: "keep", resolved_by: "ada" })
  const applied = payment({ resolution: "apply", resolved_by: "ada", applied_order_id: "order_1" })

  it("has no choice left", () => {
    const decided = { code: "decided" }
    expect(resolutionChoices(kept, "17")).toEqual({ apply: decided, refund_due: decided, keep: decided })
    const over = { code: "not_waiting" }
    expect(resolutionChoices({ ...kept, state: "captured", resolution: null }, "17")).toEqual({
      apply: over,
      refund_due: over,
      keep: over,
    })
  })

  it.each([
    ["the same choice of the same user", kept, keep],
    ["the same order by another user", applied, { ...apply, actorId: "grace" }],
  ] as [string, ResolvablePayment, ResolutionChoice][])("continues with %s", (_, row, choice) => {
    expect(decideResolution(row, choice)).toEqual({ kind: "repeat" })
  })

  it.each([
    ["another choice", kept, refundDue],
    ["the same choice of another user", kept, { ...keep, actorId: "grace" }],
    ["another order", applied, { ...apply, orderId: "order_2" }],
    ["what is executed", { ...kept, resolution_done_at: new Date() }, keep],
  ] as [string, ResolvablePayment, ResolutionChoice][])("refuses %s", (_, row, choice) => {
    expect(decideResolution(row, choice)).toEqual({ kind: "refused", refusal: { code: "decided" } })
  })

  it.each(["awaiting", "settled", "captured"] as const)("refuses what is %s and not held", (state) => {
    expect(decideResolution(payment({ state }), keep)).toEqual({
      kind: "refused",
      refusal: { code: "not_waiting" },
    })
  })
})
