import { PAYMENT_RESOLUTIONS, type PaymentResolution } from "../payment-lifecycle"
import { decideResolution, type ResolutionChoice, type ResolvablePayment } from "../payment-resolution"

const rail = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const held = (change: Partial<ResolvablePayment> = {}): ResolvablePayment => ({
  ...rail,
  state: "unallocated",
  gateway_status: "paid",
  unallocated_reason: "session_deleted",
  expected_amount: "10",
  received_amount: "10",
  fiat_amount: "10",
  currency_code: "usd",
  resolution: null,
  resolved_by: null,
  resolution_done_at: null,
  applied_order_id: null,
  ...change,
})
const target = {
  ...{ isCancelled: false, status: "pending", outstanding: "10", currency_code: "usd", assets: [rail] },
  ...{ hasApplication: false, isBeingCaptured: false },
}
const choice = (resolution: PaymentResolution, actorId = "user_1"): ResolutionChoice =>
  resolution === "apply"
    ? { resolution, actorId, orderId: "order_1", target, currencyDecimals: 2 }
    : { resolution, actorId, note: "kept" }
const decided = (resolution: PaymentResolution) =>
  held({ resolution, resolved_by: "user_1", applied_order_id: resolution === "apply" ? "order_1" : null })

const pairs = PAYMENT_RESOLUTIONS.flatMap((first) =>
  PAYMENT_RESOLUTIONS.map((then) => [first, then] as const)
)

test.each(pairs)("money that is decided as %s, and then %s, is decided once", (first, then) => {
  const answer = decideResolution(decided(first), choice(then))
  expect(answer).toEqual(
    first === then ? { kind: "repeat" } : { kind: "refused", refusal: { code: "decided" } }
  )
})

test.each(PAYMENT_RESOLUTIONS)("money whose %s is executed is decided for good", (resolution) => {
  const done = { ...decided(resolution), resolution_done_at: new Date(0) }
  expect(decideResolution(done, choice(resolution))).toMatchObject({ refusal: { code: "decided" } })
})

test("another operator repeats an application only", () => {
  expect(decideResolution(decided("apply"), choice("apply", "user_2"))).toEqual({ kind: "repeat" })
  expect(decideResolution(decided("refund_due"), choice("refund_due", "user_2"))).toMatchObject({
    refusal: { code: "decided" },
  })
})

test.each(["awaiting", "settled", "captured"] as const)("money that is %s needs no decision", (state) => {
  expect(decideResolution(held({ state }), choice("keep"))).toEqual({
    kind: "refused",
    refusal: { code: "not_waiting" },
  })
})

test("held money is decided about with all that arrived", () => {
  expect(decideResolution(held(), choice("refund_due"))).toEqual({
    kind: "record",
    tokenAmount: "10",
    application: null,
  })
  expect(decideResolution(held(), choice("apply"))).toMatchObject({
    application: { amount: "10", isInFull: true },
  })
})
