import {
  ADDRESS_REQUEST_STATES,
  ADDRESS_REQUEST_TRANSITIONS,
  type AddressRequest,
  type AddressRequestState,
  decideAddressApproval,
  decideDecline,
  decideEmail,
  decideProposal,
  isSameEmail,
  MOST_WRONG_EMAILS,
  shownAddressState,
} from "../refund-address"
import type { RefundState } from "../refund-lifecycle"

const NOW = new Date("2026-11-24T12:00:00Z")
const LATER = new Date("2026-11-25T12:00:00Z")
const EARLIER = new Date("2026-11-23T12:00:00Z")
const one = { network_id: "base-mainnet", address: "0x1", memo: "", has_no_memo: false }
const other = { ...one, address: "0x2" }

const request = (state: AddressRequestState, change: Partial<AddressRequest> = {}): AddressRequest => ({
  ...{ ...one, state, expires_at: LATER, signature_state: "not_signed" },
  ...{ destination_id: state === "approved" ? "ocdst_1" : null, ...change },
})
const facts = (state: AddressRequestState, refundState: RefundState = "due", change = {}) => ({
  ...{ request: request(state, change), refundState, now: NOW },
})
type Decision = ReturnType<typeof decideProposal> | ReturnType<typeof decideAddressApproval>
const wordOf = (decision: Decision) => (decision.kind === "refused" ? decision.refusal.code : decision.kind)
const user = { id: "user_1", type: "user" }

test("every state but a revoked one leads on, and nothing leads back to an open link", () => {
  for (const state of ADDRESS_REQUEST_STATES) {
    const next: readonly string[] = ADDRESS_REQUEST_TRANSITIONS[state]
    expect(next.length === 0).toBe(state === "revoked")
    expect(next).not.toContain("open")
  }
})

test.each([
  ["open", "due", one, "store"],
  ["proposed", "due", other, "store"],
  ["proposed", "quoted", other, "store"],
  ["approved", "quoted", other, "store"],
  ["declined", "due", one, "store"],
  ["proposed", "due", one, "same"],
  ["approved", "due", one, "same"],
  ["revoked", "due", one, "link_ended"],
  ["approved", "confirmed", other, "payout_confirmed"],
  ["approved", "sent", other, "payout_confirmed"],
  ["approved", "done", other, "refund_done"],
] as const)(
  "a proposal to a request that is %s, of a refund that is %s: %j",
  (state, refund, proposed, expected) => {
    expect(wordOf(decideProposal(facts(state, refund), proposed, "not_signed"))).toBe(expected)
  }
)

test("a change voids the destination of the approval, a signature does not", () => {
  expect(decideProposal(facts("approved"), other, "signed")).toEqual({ kind: "store", voids: "ocdst_1" })
  expect(decideProposal(facts("approved"), one, "signed")).toEqual({ kind: "sign" })
  const expired = facts("open", "due", { expires_at: NOW })
  expect(wordOf(decideProposal(expired, one, "signed"))).toBe("link_ended")
})

test.each([
  ["proposed", "due", "approve"],
  ["proposed", "quoted", "approve"],
  ["proposed", "confirmed", "payout_confirmed"],
  ["open", "due", "nothing_proposed"],
  ["approved", "due", "already_decided"],
  ["declined", "due", "already_decided"],
  ["revoked", "due", "link_ended"],
] as const)("an approval of a request that is %s, of a refund that is %s: %s", (state, refund, expected) => {
  const by = { actor: user, involved: ["user_2"], approval: "none" } as const
  expect(wordOf(decideAddressApproval(facts(state, refund), one, by))).toBe(expected)
})

test.each([
  ["none", ["user_1"], {}, { kind: "approve", isSecond: false }],
  ["second_user", ["user_2"], {}, { kind: "approve", isSecond: true }],
  ["second_user", ["user_1"], {}, { kind: "refused", refusal: { code: "approval" } }],
  ["none", [], { address: "0x2" }, { kind: "refused", refusal: { code: "proposal_changed" } }],
  ["none", [], { memo: "7" }, { kind: "refused", refusal: { code: "proposal_changed" } }],
] as const)(
  "with approval %s, by a user while %j made the link, of what reads otherwise by %j",
  (...given) => {
    const [approval, involved, read, expected] = given
    const by = { actor: user, involved, approval }
    expect(decideAddressApproval(facts("proposed"), { ...one, ...read }, by)).toMatchObject(expected)
  }
)

test.each([
  ["proposed", "due", { kind: "decline", voids: null }],
  ["approved", "quoted", { kind: "decline", voids: "ocdst_1" }],
  ["approved", "confirmed", { kind: "refused", refusal: { code: "payout_confirmed" } }],
  ["declined", "due", { kind: "refused", refusal: { code: "already_decided" } }],
] as const)("declining a request that is %s, of a refund that is %s", (state, refund, expected) => {
  expect(decideDecline(facts(state, refund))).toMatchObject(expected)
})

test.each([
  ["open", "due", LATER, "open"],
  ["open", "due", EARLIER, "expired"],
  ["proposed", "due", EARLIER, "proposed"],
  ["approved", "done", LATER, "used"],
  ["revoked", "done", LATER, "revoked"],
] as const)(
  "a request that is %s, of a refund that is %s, shows as it is",
  (state, refund, expires_at, shown) => {
    expect(shownAddressState(request(state, { expires_at }), refund, NOW)).toBe(shown)
  }
)

test("the fifth wrong email pauses the link, for the right one too", () => {
  const last = { wrong_emails: MOST_WRONG_EMAILS - 1, paused_until: null }
  expect(decideEmail(last, false, NOW)).toEqual({ kind: "wrong", wrongEmails: 0, isPaused: true })
  expect(decideEmail({ wrong_emails: 0, paused_until: LATER }, true, NOW)).toEqual({ kind: "paused" })
  expect(decideEmail({ wrong_emails: 0, paused_until: EARLIER }, true, NOW)).toEqual({ kind: "right" })
})

test.each([
  ["Ada@Example.com ", "ada@example.com", true],
  ["ada@example.co", "ada@example.com", false],
  ["", "ada@example.com", false],
])("%p and %p are the same email: %p", (entered, known, expected) => {
  expect(isSameEmail(entered, known)).toBe(expected)
})
