import { destinationChoices, type DestinationChoiceFacts } from "../destination-lifecycle"

const facts: DestinationChoiceFacts = { state: "pending", refusal: null, approvalRefusal: null }
const reasons = (change: Partial<DestinationChoiceFacts>) => {
  const { approve, archive } = destinationChoices({ ...facts, ...change })
  return [approve.reason, archive.reason]
}
const ARCHIVED = "It is archived already. Add the address again to use it."

test.each<[Partial<DestinationChoiceFacts>, approve: string | null, archive: string | null]>([
  [{}, null, null],
  [{ state: "approved" }, "It is approved already.", null],
  [{ state: "archived" }, ARCHIVED, ARCHIVED],
  [{ refusal: "Payouts are off." }, "Payouts are off.", "Payouts are off."],
  [{ approvalRefusal: "Somebody else." }, "Somebody else.", null],
  [{ state: "approved", approvalRefusal: "Somebody else." }, "It is approved already.", null],
])("%j", (change, approve, archive) => {
  expect(reasons(change)).toEqual([approve, archive])
})
