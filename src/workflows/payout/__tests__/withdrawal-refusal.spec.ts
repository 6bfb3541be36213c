import {
  type ConsentPolicy,
  type ConsentStanding,
  decideConsent,
  notPossible,
  type PastAction,
  type StandingRow,
  type WithdrawalConsent,
  type WithdrawalObstacle,
} from "../../../domain/payout/withdrawal-decisions"
import { inEnglish } from "../../../words/say"
import { refusalInWords } from "../payout-words"
import { lostRow } from "./lost-row"

const at = new Date("2026-11-23T09:00:00Z")
const LATER = new Date("2026-11-23T10:00:00Z")
/** What stands in the audit log. */
const past = (...done: [verb: PastAction["verb"], by: string][]) => ({
  history: done.map(([verb, actor_id]) => {
    return { action: `withdrawal.${verb}`, actor_id, owner_id: null, created_at: at }
  }),
})
const ada = past(["confirmed", "user_ada"])
const bob = past(["confirmed", "user_bob"])

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
    history: [],
    isAtTodaysRate: false,
    destinationState: "approved",
    isOwnAddress: false,
    otherPayout: null,
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
  return { code: decision.refusal.code, words: inEnglish(refusalInWords(decision.refusal, nameOf)) }
}

test("a confirmation sends, or holds for a second user", () => {
  expect(decide({})).toEqual({ kind: "send" })
  // Its own earlier one was of a quote that a newer one replaced.
  expect(decide({ standing: ada })).toEqual({ kind: "send" })
  expect(decide({ policy: { approval: "second_user" } })).toEqual({ kind: "hold" })
})

const HELD = { state: "awaiting_approval" } as const
const approve = { action: "approve" } as const

test("an approval by a second user sends", () => {
  const given = { consent: approve, row: HELD, standing: bob, policy: { approval: "second_user" } } as const
  expect(decide(given)).toEqual({ kind: "send" })
})

const on = (what: string) => `already_done: ${what} it on 2026-11-23 at 09:00 UTC.`

test.each<Given>([
  { row: HELD, standing: ada },
  { row: { state: "sending" }, standing: ada },
  { row: { state: "completed" }, standing: ada },
  {
    ...{ consent: approve, row: { state: "sending" } },
    standing: past(["confirmed", "user_bob"], ["approved", "user_ada"]),
  },
])("a second click is not an error: %j", (given) => {
  expect(decide(given)).toEqual({ kind: "same" })
})

test.each<[Given, refusal: string]>([
  [{ row: HELD, standing: bob }, on("bob@example.com confirmed")],
  [
    {
      ...{ consent: approve, row: { state: "sent" } },
      standing: past(["confirmed", "user_ada"], ["approved", "user_bob"]),
    },
    on("bob@example.com approved"),
  ],
  [
    { row: { state: "cancelled" }, standing: past(["confirmed", "user_ada"], ["cancelled", "user_bob"]) },
    on("bob@example.com cancelled"),
  ],
  [
    {
      ...{ row: { state: "completed" }, consent: { quoteId: "q_0" } },
      standing: past(["confirmed", "user_ada"], ["cancelled", "user_bob"]),
    },
    on("ada@example.com confirmed"),
  ],
  [{ row: { state: "cancelled" } }, "already_done: It was cancelled. Request a new one."],
  [{ row: { state: "refused" } }, "already_done: It was refused. Request a new one."],
  [
    { row: { state: "sending" }, consent: { quoteId: "q_0" }, standing: ada },
    on("ada@example.com confirmed"),
  ],
  [{ consent: { quoteId: "q_0" } }, "quote_changed: There is a newer quote. Read it and confirm that one."],
  [
    { row: { due_at: LATER } },
    "quote_changed: A new quote is being requested. Read it and confirm that one.",
  ],
  [
    { row: { state: "requested", quote_id: null } },
    "quote_changed: It has no quote. Request one and confirm it.",
  ],
  [
    { row: { quote_expires_at: at } },
    "quote_expired: The quote expired on 2026-11-23 at 09:00 UTC. Request a new one and confirm it.",
  ],
  [{ consent: approve }, "quote_changed: It is not confirmed yet."],
  [{ consent: approve, standing: bob }, "quote_changed: It is not confirmed yet."],
  [
    { consent: approve, standing: bob, row: { state: "requested" } },
    "quote_changed: It is not confirmed yet.",
  ],
])("%j is refused with %s", (given, refusal) => {
  const { code, words } = why(given)
  expect(`${code}: ${words}`).toBe(refusal)
})

const EXPIRED = { quote_expires_at: at }
const LIMITED: Given = { policy: { limits: { perWithdrawal: "0.01", perDay: [] } } }

test("who may not approve learns so before anything about the quote, and a key approves no more than who made it", () => {
  const policy = { approval: "second_user" } as const
  const row = { ...HELD, ...EXPIRED }
  expect(why({ consent: approve, row, standing: ada, policy }).code).toBe("self_approval")
  const actor = { id: "user_dora", type: "user", ownerId: "user_carl" }
  const given = { consent: { ...approve, actor }, row: HELD, standing: bob, policy }
  expect(why(given).code).toBe("self_approval")
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

test.each<[why: WithdrawalObstacle | null, state: StandingRow["state"], by: string | null, words: string]>([
  [{ code: "in_state", state: "sending" }, "sending", null, "It is being sent."],
  [null, "quoted", null, "It has just changed. Reload it."],
  [
    { code: "in_state", state: "sending" },
    "sending",
    "user_bob",
    "bob@example.com confirmed it on 2026-11-23 at 09:00 UTC. It is being sent.",
  ],
])("an action that comes second learns why: %j", (reason, state, by, words) => {
  const standing = {
    row: lostRow({ state }),
    ...past(...(by === null ? [] : [["confirmed", by] as ["confirmed", string]])),
  }
  expect(inEnglish(refusalInWords(notPossible(standing, reason), nameOf))).toBe(words)
})

test.each([
  ["awaiting_approval", "quote_changed", undefined],
  ["sending", "already_done", "user_bob"],
] as const)("an action on one that is %s, confirmed by another, is refused as %s", (state, code, by) => {
  const refusal = notPossible({ row: lostRow({ state }), ...bob }, { code: "quoting" })
  expect([refusal.code, refusal.past?.by]).toEqual([code, by])
})
