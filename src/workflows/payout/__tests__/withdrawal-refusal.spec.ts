import type { WithdrawalObstacle } from "../../../domain/payout/withdrawal-choices"
import type {
  ConsentPolicy,
  ConsentStanding,
  WithdrawalConsent,
} from "../../../domain/payout/withdrawal-consent"
import { decideConsent, lastAction } from "../../../domain/payout/withdrawal-consent"
import type { StandingRow } from "../../../domain/payout/withdrawal-standing"
import { refusalInWords } from "../payout-words"
import { lostRow } from "./lost-row"

const at = new Date("2026-11-23T09:00:00Z")
const LATER = new Date("2026-11-23T10:00:00Z")
const ada = { confirmed_by: "user_ada", confirmed_at: at }
const bob = { confirmed_by: "user_bob", confirmed_at: at }

type Given = {
  row?: Partial<StandingRow>
  standing?: Partial<ConsentStanding>
  consent?: Partial<WithdrawalConsent>
  policy?: Partial<ConsentPolicy>
}

function decide({ row, standing, consent, policy }: Given) {
  const quoted = { state: "quoted", state_at: at, created_at: at, requested_by: "user_carl" } as const
  const quote = { quote_id: "q_1", quote_expires_at: LATER }
  const facts: ConsentStanding = {
    row: { ...lostRow({ ...quoted, ...quote }), ...row },
    now: at,
    destinationState: "approved",
    isOwnAddress: false,
    otherPayout: null,
    token: "USDC",
    sentLastDay: [],
    ...standing,
  }
  const actor = { id: "user_ada", type: "user", ownerId: null }
  const given: WithdrawalConsent = { action: "confirm", quoteId: "q_1", actor, ...consent }
  const allowedUsers = ["user_ada", "user_bob", "user_carl"]
  const rules = { approval: "none", allowedUsers, allowApiKeys: false, limits: "none" } as const
  return decideConsent(facts, given, { ...rules, ...policy })
}

const nameOf = (id: string) => `${id.replace("user_", "")}@example.com`

/** Code and sentence of a refusal. */
function why(given: Given) {
  const decision = decide(given)
  if (decision.kind !== "refused") throw new Error(`it is not refused: ${decision.kind}`)
  return { code: decision.refusal.code, words: refusalInWords(decision.refusal, nameOf) }
}

test("a confirmation sends, or holds for a second user", () => {
  expect(decide({})).toEqual({ kind: "send" })
  expect(decide({ policy: { approval: "second_user" } })).toEqual({ kind: "hold" })
})

const HELD = { state: "awaiting_approval", ...ada } as const
const approve = { action: "approve" } as const
const on = (what: string) => `already_done: ${what} it on 2026-11-23 at 09:00 UTC.`
const bobs = { state: "sent", ...ada, approved_by: "user_bob", approved_at: at } as const

test.each<Given>([
  { row: HELD },
  { row: { state: "sending", ...ada } },
  { row: { state: "completed", ...ada } },
  { consent: approve, row: { ...bobs, state: "sending", ...bob, approved_by: "user_ada" } },
])("a second click is not an error: %j", (given) => {
  expect(decide(given)).toEqual({ kind: "same" })
})

test.each<[Given, refusal: string]>([
  [{ row: { ...HELD, ...bob } }, on("bob@example.com confirmed")],
  [{ consent: approve, row: bobs }, on("bob@example.com approved")],
  [{ row: { state: "cancelled", ...ada, resolved_by: "user_bob" } }, on("bob@example.com cancelled")],
  [{ row: { state: "cancelled" } }, "already_done: It was cancelled."],
  [{ row: { state: "refused" } }, "already_done: It is refused already."],
  [{ row: { state: "sending", ...ada }, consent: { quoteId: "q_0" } }, on("ada@example.com confirmed")],
  [{ consent: { quoteId: "q_0" } }, "quote_changed: There is a newer quote. Read it and confirm that one."],
  [
    { row: { quote_lease_expires_at: LATER } },
    "quote_changed: A new quote is being requested. Read it and confirm that one.",
  ],
  [
    { row: { state: "requested", quote_id: null } },
    "quote_changed: It no longer has a quote. Request a new one and confirm it.",
  ],
  [
    { row: { quote_expires_at: at } },
    "quote_expired: The quote expired on 2026-11-23 at 09:00 UTC. Request a new one and confirm it.",
  ],
  [{ consent: approve }, "quote_changed: It is not confirmed yet."],
])("%j is refused with %s", (given, refusal) => {
  const { code, words } = why(given)
  expect(`${code}: ${words}`).toBe(refusal)
})

const EXPIRED = { quote_expires_at: at }
const LIMITED: Given = { policy: { limits: { perWithdrawal: "0.01", perDay: [] } } }

test("who may not approve learns so before anything about the quote, and a key approves no more than who made it", () => {
  const policy = { approval: "second_user" } as const
  expect(why({ consent: approve, row: { ...HELD, ...EXPIRED }, policy }).code).toBe("self_approval")
  const actor = { id: "user_dora", type: "user", ownerId: "user_carl" }
  const row = { state: "awaiting_approval", ...bob } as const
  expect(why({ consent: { ...approve, actor }, row, policy }).code).toBe("self_approval")
})

test("a destination that is gone comes before a limit, and both after the quote", () => {
  expect(why({ ...LIMITED, standing: { destinationState: "archived" } }).code).toBe("destination_archived")
  expect(why(LIMITED).code).toBe("limit_exceeded")
  expect(why({ ...LIMITED, row: EXPIRED }).code).toBe("quote_expired")
})

test("another payout of the same refund comes before anything of the quote", () => {
  const standing = {
    otherPayout: { id: "ocwd_2", state: "completed", mismatch: null },
    destinationState: "archived",
  } as const
  const { code, words } = why({ standing, row: EXPIRED })
  expect(code).toBe("already_done")
  expect(words).toContain("Another payout of this refund, ocwd_2, is paid.")
})

test.each<[why: WithdrawalObstacle | null, row: Partial<StandingRow>, words: string]>([
  [{ code: "in_state", state: "sending" }, { state: "sending" }, "It is being sent."],
  [null, { state: "quoted" }, "It has just changed. Reload it."],
  [
    { code: "in_state", state: "sending" },
    { state: "sending", ...bob },
    "bob@example.com confirmed it on 2026-11-23 at 09:00 UTC. It is being sent.",
  ],
])("an action that comes second learns why: %j", (reason, row, words) => {
  const past = lastAction({ ...lostRow(), ...row })
  const refusal = { code: "already_done", reason: "not_possible", past, why: reason } as const
  expect(refusalInWords(refusal, nameOf)).toBe(words)
})
