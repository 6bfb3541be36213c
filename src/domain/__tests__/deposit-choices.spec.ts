import { ASSIGNMENT_STATUSES } from "../../gateway/contract"
import { depositChoices, type ChoiceFacts } from "../deposit-choices"
import { DEPOSIT_STATES } from "../deposit-lifecycle"

const facts: ChoiceFacts = {
  state: "in_review",
  isConfirmed: true,
  assignmentStatus: "review_required_ambiguous",
  isSupported: true,
  hasCustomer: true,
  hasSender: true,
  hasPayoutKey: true,
  candidates: 1,
  toleranceBps: 100,
}
const possible = (change: Partial<ChoiceFacts>) =>
  Object.entries(depositChoices({ ...facts, ...change })).flatMap(([action, choice]) =>
    choice.is_possible ? [action] : []
  )
const reasonOf = (action: "assign" | "accept" | "refund", change: Partial<ChoiceFacts>) =>
  depositChoices({ ...facts, ...change })[action].reason

test("a deposit that is only reported offers nothing, and says so", () => {
  expect(possible({ isConfirmed: false })).toEqual([])
  expect(reasonOf("refund", { isConfirmed: false })).toMatch(/^This was reported and is not confirmed/)
})

const WITH_CANDIDATE = {
  unassigned_no_intent: ["assign", "accept", "refund"],
  review_required_asset_mismatch: ["assign", "accept", "refund"],
  review_required_amount_mismatch: ["assign", "accept", "refund"],
  review_required_ambiguous: ["assign", "accept", "refund"],
  review_required_unsupported_asset: ["refund"],
  review_required_non_positive_net: ["refund"],
} as const satisfies Record<(typeof ASSIGNMENT_STATUSES)[number], readonly string[]>

test.each(ASSIGNMENT_STATUSES)("%s has the right actions, with and without a fitting payment", (status) => {
  expect(possible({ assignmentStatus: status })).toEqual(WITH_CANDIDATE[status])
  expect(possible({ assignmentStatus: status, candidates: 0 })).toEqual(
    WITH_CANDIDATE[status].filter((action) => action !== "assign")
  )
})

test.each([null, "review_required_sanctions"])(
  "the status %p, which we do not know, leaves it to the service",
  (status) => {
    expect(possible({ assignmentStatus: status })).toEqual(["assign", "accept", "refund"])
  }
)

test.each(DEPOSIT_STATES.filter((state) => state !== "in_review"))(
  "nothing is possible when it is %s",
  (state) => {
    expect(possible({ state })).toEqual([])
  }
)

test.each<["assign" | "accept" | "refund", Partial<ChoiceFacts>, string]>([
  ["assign", { state: "acting" }, "waits for the service's answer"],
  ["accept", { state: "assigned" }, "It is assigned already."],
  ["refund", { state: "refund_pending" }, "A refund is on its way"],
  ["assign", { isSupported: false }, "does not support this asset"],
  ["accept", { isSupported: false }, "does not support this asset"],
  ["assign", { assignmentStatus: "review_required_non_positive_net" }, "can only be refunded"],
  ["accept", { assignmentStatus: "review_required_non_positive_net" }, "can only be refunded"],
  ["assign", { hasCustomer: false, candidates: 0 }, "names no customer"],
  ["assign", { candidates: 0, toleranceBps: 150 }, "within 1.5 %"],
  ["refund", { hasPayoutKey: false }, "Set payoutApiKey"],
  ["refund", { hasSender: false }, "sender's address is not known"],
])("%s with %j says why not", (action, change, words) => {
  expect(reasonOf(action, change)).toContain(words)
})

test("a possible action has no reason against it", () => {
  expect(Object.values(depositChoices(facts)).map(({ reason }) => reason)).toEqual([null, null, null])
})
