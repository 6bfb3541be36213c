import { tooLateInWords, whyNotSent, type NotSentFacts } from "../withdrawal-conflict"

const at = new Date("2026-11-23T09:00:00Z")
const ada = { by: "user_ada", name: "ada@example.com", at }
const bob = { by: "user_bob", name: "bob@example.com", at }
const facts: NotSentFacts = {
  action: "confirm",
  actorId: "user_ada",
  quoteId: "q_1",
  state: "quoted",
  currentQuoteId: "q_1",
  isQuoting: false,
  quoteExpiresAt: at,
  isQuoteExpired: false,
  confirmed: null,
  approved: null,
  cancelled: null,
  approvalProblem: null,
  refundProblem: null,
  destinationProblem: null,
  limitProblem: null,
}
const why = (change: Partial<NotSentFacts>) => whyNotSent({ ...facts, ...change })
const refused = (code: string, words: string) => ({ kind: "refused", code, words })

test.each<[string, Partial<NotSentFacts>]>([
  ["a confirmation that waits for approval now", { state: "awaiting_approval", confirmed: ada }],
  ["a confirmation that is being sent", { state: "sending", confirmed: ada }],
  ["a confirmation whose payout is paid already", { state: "completed", confirmed: ada }],
  ["an approval that is being sent", { action: "approve", state: "sending", confirmed: bob, approved: ada }],
])("a second click is no error: %s", (_, change) => {
  expect(why(change)).toEqual({ kind: "same" })
})

test.each<[string, Partial<NotSentFacts>, code: string, words: string]>([
  [
    "somebody else confirmed it",
    { state: "awaiting_approval", confirmed: bob },
    "already_done",
    "bob@example.com confirmed it on 2026-11-23 at 09:00 UTC.",
  ],
  [
    "somebody else approved it",
    { action: "approve", state: "sent", confirmed: ada, approved: bob },
    "already_done",
    "bob@example.com approved it on 2026-11-23 at 09:00 UTC.",
  ],
  [
    "somebody cancelled it",
    { state: "cancelled", confirmed: ada, cancelled: bob },
    "already_done",
    "bob@example.com cancelled it on 2026-11-23 at 09:00 UTC.",
  ],
  ["nobody confirmed it in time", { state: "cancelled" }, "already_done", "It was cancelled."],
  ["it was refused before", { state: "refused" }, "already_done", "It is refused already."],
  [
    "a second click for another quote",
    { state: "sending", confirmed: ada, quoteId: "q_0" },
    "already_done",
    "ada@example.com confirmed it on 2026-11-23 at 09:00 UTC.",
  ],
  [
    "there is a newer quote",
    { quoteId: "q_0" },
    "quote_changed",
    "There is a newer quote. Read it and confirm that one.",
  ],
  [
    "a newer quote is being asked for",
    { isQuoting: true },
    "quote_changed",
    "A new quote is being asked for. Read it and confirm that one.",
  ],
  [
    "the quote was cleared",
    { state: "requested", currentQuoteId: null },
    "quote_changed",
    "It has no quote any more. Ask for a new one and confirm it.",
  ],
  [
    "the quote has expired",
    { isQuoteExpired: true },
    "quote_expired",
    "The quote expired on 2026-11-23 at 09:00 UTC. Ask for a new one and confirm it.",
  ],
  ["nobody has confirmed it", { action: "approve" }, "quote_changed", "Nobody has confirmed it yet."],
  ["it changed in the very moment", {}, "quote_changed", "It has changed in this moment. Read it again."],
])("%s", (_, change, code, words) => {
  expect(why(change)).toEqual(refused(code, words))
})

const self = { code: "self_approval", words: "Somebody else." } as const
const archived = { code: "destination_archived", words: "It is archived." } as const
const limit = { code: "limit_exceeded", words: "At most 5 USDC at a time." } as const

test("who may not approve is told so before anything else about the quote", () => {
  const change = { action: "approve", state: "awaiting_approval", confirmed: ada } as const
  expect(why({ ...change, approvalProblem: self, isQuoteExpired: true })).toEqual({
    kind: "refused",
    ...self,
  })
})

test("a destination that is gone is told before a limit, and both after the quote", () => {
  expect(why({ destinationProblem: archived, limitProblem: limit })).toEqual({ kind: "refused", ...archived })
  expect(why({ limitProblem: limit })).toEqual({ kind: "refused", ...limit })
  expect(why({ limitProblem: limit, isQuoteExpired: true })).toMatchObject({ code: "quote_expired" })
})

test("another payout of the same refund is told before anything of the quote", () => {
  const other = { code: "already_done", words: "Another one is paid." } as const
  const change = { refundProblem: other, isQuoteExpired: true, destinationProblem: archived }
  expect(why(change)).toEqual({ kind: "refused", ...other })
})

test.each<[Parameters<typeof tooLateInWords>, string]>([
  [["It is being sent.", null], "It is being sent."],
  [[null, null], "It has changed in this moment. Read it again."],
  [
    ["It is being sent.", { deed: "confirmed", who: bob }],
    "bob@example.com confirmed it on 2026-11-23 at 09:00 UTC. It is being sent.",
  ],
])("whoever comes too late is told: %j", (given, words) => {
  expect(tooLateInWords(...given)).toEqual({ code: "already_done", words })
})
