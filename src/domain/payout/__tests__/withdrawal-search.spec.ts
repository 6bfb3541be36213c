import {
  gapInNotPaid,
  gapInProof,
  isWholeAmount,
  mayHaveLeftInWords,
  notFoundInWords,
  signAgainstAbsence,
} from "../withdrawal-search"

const nothing = { mayBe: [], isComplete: true, lastAnswerCode: null }

const proof = { mayBe: [], isComplete: true, isLookupProven: true, shortAfterRows: null }

describe("absence", () => {
  test("is proven by a whole list without our reference and a lookup that works", () => {
    expect(gapInProof(proof)).toBeNull()
  })

  test.each([
    [{ isLookupProven: false }, "showed no other withdrawal"],
    [{ mayBe: ["wd_1", "wd_2"] }, "It may be wd_1 or wd_2."],
    [{ isComplete: false, shortAfterRows: 100 }, "incomplete after 100 rows"],
    [{ isComplete: false }, "being read to the end"],
  ])("is not proven with %j", (change, words) => {
    expect(gapInProof({ ...proof, ...change })).toContain(words)
  })

  test("of a payout that the service took is proven by a search that finds no trace of it", () => {
    expect(gapInNotPaid({ ...proof, foundId: null, isListed: false, isReadable: true })).toBeNull()
  })

  test.each([
    [{ foundId: "wd_2" }, "has this payout as wd_2"],
    [{ isListed: true }, "lists a transaction of this payout"],
    [{ isReadable: false }, "Check assumptions.fields.withdrawal."],
    [{ isLookupProven: false, mayBe: ["wd_1"] }, "showed no other withdrawal"],
    [{ mayBe: ["wd_1", "wd_2"] }, "It may be wd_1 or wd_2."],
    [{ isComplete: false, shortAfterRows: 100 }, "incomplete after 100 rows"],
    [{ isComplete: false }, "being read to the end"],
  ])("of a payout that the service took is not proven with %j", (change, words) => {
    const gap = gapInNotPaid({ ...proof, foundId: null, isListed: false, isReadable: true, ...change })
    expect(gap).toContain(words)
    expect(gap).toMatch(/If it was paid, end it as paid\.|Try again in a few minutes\./)
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
    expect(mayHaveLeftInWords(proof)).toBeNull()
    expect(mayHaveLeftInWords({ ...proof, mayBe: ["wd_1"] })).toContain("wd_1")
    expect(mayHaveLeftInWords({ ...proof, isComplete: false })).toContain("not all been read")
  })
})

describe("what a search without a find says", () => {
  test("names what it cannot see: one that waits has no transaction", () => {
    const words = notFoundInWords(nothing)
    expect(words).toContain("do not name it")
    expect(words).toContain("waits for funds, gas or its turn has no transaction")
    expect(words).not.toMatch(/not all been read|may be wd_|reports that it has had/)
  })

  test("says when it has not seen everything", () => {
    expect(notFoundInWords({ ...nothing, isComplete: false })).toContain("have not all been read")
  })

  test("names what fits, and the answer by which the service says that it has it", () => {
    const words = notFoundInWords({
      ...nothing,
      mayBe: ["wd_1", "wd_2"],
      lastAnswerCode: "DUPLICATE_REQUEST",
    })
    expect(words).toContain("It may be wd_1 or wd_2.")
    expect(words).toContain("The provider reports that it has had this withdrawal (DUPLICATE_REQUEST).")
  })

  test("leaves out an answer that says nothing about it", () => {
    expect(notFoundInWords({ ...nothing, lastAnswerCode: "TIMEOUT" })).not.toContain("TIMEOUT")
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
