import { type DestinationChoiceFacts, destinationChoices, type DestinationObstacle } from "../destination"

const facts: DestinationChoiceFacts = { state: "pending", refusal: null, approvalRefusal: null }
const ARCHIVED = { code: "archived" } as const
const APPROVED = { code: "approved" } as const
const OFF = { code: "payouts_off" } as const
const OWN = { code: "self_approval" } as const

test.each<
  [Partial<DestinationChoiceFacts>, approve: DestinationObstacle | null, archive: DestinationObstacle | null]
>([
  [{}, null, null],
  [{ state: "approved" }, APPROVED, null],
  [{ state: "archived" }, ARCHIVED, ARCHIVED],
  [{ refusal: OFF }, OFF, OFF],
  [{ approvalRefusal: OWN }, OWN, null],
  [{ state: "approved", approvalRefusal: OWN }, APPROVED, null],
])("%j", (change, approve, archive) => {
  expect(destinationChoices({ ...facts, ...change })).toEqual({ approve, archive })
})
