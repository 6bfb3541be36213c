import {
  doubtBeforeSending,
  gapInNotPaid,
  gapInProof,
  isWholeAmount,
  signAgainstAbsence,
} from "../withdrawal-search"

const proof = { mayBe: [], isComplete: true, isLookupProven: true, shortAfterRows: null }

const GAPS: [change: object, gap: object][] = [
  [{ isLookupProven: false, mayBe: ["wd_1"] }, { code: "lookup_unproven" }],
  [{ mayBe: ["wd_1", "wd_2"] }, { code: "may_be", ids: ["wd_1", "wd_2"] }],
  [
    { isComplete: false, shortAfterRows: 100 },
    { code: "list_short", rows: 100 },
  ],
  [{ isComplete: false }, { code: "list_unread" }],
]

describe("absence", () => {
  test("is proven by a whole list without our reference and a lookup that works", () => {
    expect(gapInProof(proof)).toBeNull()
  })

  test.each([[{ isLookupProven: false }, { code: "lookup_unproven" }], ...GAPS])(
    "is not proven with %j",
    (change, gap) => {
      expect(gapInProof({ ...proof, ...change })).toEqual(gap)
    }
  )

  test("of a payout that the service took is proven by a search that finds no trace of it", () => {
    expect(gapInNotPaid({ ...proof, foundId: null, isListed: false, isReadable: true })).toBeNull()
  })

  test.each<[change: object, gap: object]>([
    [{ foundId: "wd_2" }, { code: "found", foundId: "wd_2" }],
    [{ isListed: true }, { code: "listed" }],
    [{ isReadable: false }, { code: "unreadable" }],
    ...GAPS,
  ])("of a payout that the service took is not proven with %j", (change, gap) => {
    const search = { ...proof, foundId: null, isListed: false, isReadable: true, ...change }
    expect(gapInNotPaid(search)).toEqual(gap)
  })

  test.each([
    [{ isAccepted: true }, { code: "accepted" }],
    [{ conflictCode: "CONFLICT" }, { code: "conflict", answerCode: "CONFLICT" }],
    [{ lastAnswerCode: "DUPLICATE_REQUEST" }, { code: "conflict", answerCode: "DUPLICATE_REQUEST" }],
  ])("is not an option for an operator after %j", (change, sign) => {
    const none = { isAccepted: false, conflictCode: null, lastAnswerCode: null }
    expect(signAgainstAbsence(none)).toBeNull()
    expect(signAgainstAbsence({ ...none, lastAnswerCode: "TIMEOUT" })).toBeNull()
    expect(signAgainstAbsence({ ...none, ...change })).toEqual(sign)
  })

  test("of an old payout is doubted while something fits, or the list was not read to its end", () => {
    expect(doubtBeforeSending(proof)).toBeNull()
    expect(doubtBeforeSending({ ...proof, mayBe: ["wd_1"] })).toEqual({ code: "may_be", ids: ["wd_1"] })
    expect(doubtBeforeSending({ ...proof, isComplete: false })).toEqual({ code: "list_unread" })
  })
})

test.each([
  ["10", true],
  ["10.00", true],
  ["9.95", true],
  ["9.9", false],
  ["0.5", false],
  [null, false],
])("of 10 with 9.95 after the fee, %s is the whole: %s", (left, isWhole) => {
  expect(isWholeAmount(left, { amount: "10", quote_net: "9.95" })).toBe(isWhole)
})
