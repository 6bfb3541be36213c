import {
  ADDRESS_STATES,
  type AddressState,
  decideEmail,
  decideProposal,
  isSameEmail,
  type LinkedAddress,
  reasonAgainstApprovingAddress,
  reasonAgainstDecision,
  shownAddressState,
} from "../refund-address"
import type { RefundState } from "../refund-lifecycle"

const NOW = new Date("2026-11-24T12:00:00Z")
const LATER = new Date("2026-11-25T12:00:00Z")
const EARLIER = new Date("2026-11-23T12:00:00Z")
const one = { address: "0x1", address_memo: "", has_no_memo: false }
const other = { ...one, address: "0x2" }
const AS_READ = { address: "0x1", memo: "" }

const refund = (
  address_state: AddressState,
  state: RefundState = "due",
  link_expires_at = LATER
): LinkedAddress => ({ ...one, state, address_state, link_expires_at, is_address_signed: false })
const wordOf = (decision: ReturnType<typeof decideProposal>) =>
  decision.kind === "refused" ? decision.refusal.code : decision.kind
const user = { id: "user_1", type: "user" }

test.each([
  ["open", "due", one, "store"],
  ["proposed", "due", other, "store"],
  ["proposed", "quoted", other, "store"],
  ["approved", "quoted", other, "store"],
  ["declined", "due", one, "store"],
  ["proposed", "due", { ...one, address_memo: "7" }, "store"],
  ["proposed", "due", { ...one, has_no_memo: true }, "store"],
  ["proposed", "due", one, "same"],
  ["approved", "due", one, "same"],
  ["approved", "confirmed", other, "payout_confirmed"],
  ["approved", "sent", other, "payout_confirmed"],
  ["approved", "done", other, "refund_done"],
] as const)(
  "a proposal by a link that is %s, of a refund that is %s: %j",
  (address, state, proposed, expected) => {
    const at = { isSigned: false, now: NOW }
    expect(wordOf(decideProposal(refund(address, state), proposed, at))).toBe(expected)
  }
)

test("a link is in one of these states", () => {
  expect(ADDRESS_STATES).toEqual(["open", "proposed", "approved", "declined"])
})

test("a signature alone changes no approval, and an expired link takes nothing", () => {
  const signed = { isSigned: true, now: NOW }
  expect(decideProposal(refund("approved"), one, signed)).toEqual({ kind: "sign" })
  const known = { ...refund("approved"), is_address_signed: true }
  expect(decideProposal(known, one, signed)).toEqual({ kind: "same" })
  expect(wordOf(decideProposal(refund("open", "due", NOW), one, signed))).toBe("link_ended")
})

test.each([
  ["proposed", "due", undefined],
  ["proposed", "quoted", undefined],
  ["proposed", "confirmed", "payout_confirmed"],
  ["open", "due", "nothing_proposed"],
  ["approved", "due", "already_decided"],
  ["declined", "due", "already_decided"],
] as const)("an approval of a link that is %s, of a refund that is %s: %s", (address, state, expected) => {
  const by = { actor: user, involved: ["user_2"], approval: "none" } as const
  expect(reasonAgainstApprovingAddress(refund(address, state), AS_READ, by)?.code).toBe(expected)
})

test.each([
  ["none", ["user_1"], {}, undefined],
  ["second_user", ["user_2"], {}, undefined],
  ["second_user", ["user_1"], {}, "approval"],
  ["none", [], { address: "0x2" }, "proposal_changed"],
  ["none", [], { memo: "7" }, "proposal_changed"],
] as const)(
  "with approval %s, by a user while %j made the link, of what reads otherwise by %j",
  (...given) => {
    const [approval, involved, read, expected] = given
    const by = { actor: user, involved, approval }
    expect(reasonAgainstApprovingAddress(refund("proposed"), { ...AS_READ, ...read }, by)?.code).toBe(
      expected
    )
  }
)

test.each([
  ["proposed", "due", undefined],
  ["approved", "quoted", undefined],
  ["approved", "confirmed", "payout_confirmed"],
  ["declined", "due", "already_decided"],
] as const)("declining what is %s, of a refund that is %s", (address, state, expected) => {
  expect(reasonAgainstDecision(refund(address, state), "declined")?.code).toBe(expected)
})

test.each([
  ["open", "due", LATER, "open"],
  ["open", "due", NOW, "expired"],
  ["open", "due", EARLIER, "expired"],
  ["proposed", "due", EARLIER, "proposed"],
  ["approved", "done", LATER, "used"],
] as const)(
  "a link that is %s, of a refund that is %s, shows as it is",
  (address, state, expiresAt, shown) => {
    expect(shownAddressState(refund(address, state, expiresAt), NOW)).toBe(shown)
  }
)

test.each([
  ["a wrong email", 3, null, false, { answer: "wrong", wrongEmails: 4 }],
  ["the fifth wrong email", 4, null, false, { answer: "paused", wrongEmails: 0 }],
  ["the right one", 4, null, true, { answer: "right", wrongEmails: null }],
  ["the right one in the pause", 0, LATER, true, { answer: "paused", wrongEmails: null }],
  ["the right one at the end of the pause", 0, NOW, true, { answer: "right", wrongEmails: null }],
] as const)("%s gets its answer, and is counted or not", (_, wrong_emails, paused_until, isRight, answer) => {
  expect(decideEmail({ wrong_emails, paused_until }, isRight, NOW)).toEqual(answer)
})

test.each([
  ["Ada@Example.com ", "ada@example.com", true],
  ["ada@example.co", "ada@example.com", false],
  ["", "ada@example.com", false],
])("%p and %p are the same email: %p", (entered, known, expected) => {
  expect(isSameEmail(entered, known)).toBe(expected)
})
