import { ASSIGNMENT_WORDING } from "../admin/i18n/deposit-wording"
import { DEPOSIT_STATES } from "../domain/deposit-lifecycle"
import { en } from "../admin/i18n/en"
import { ASSIGNMENT_STATUSES } from "../gateway/contract/deposit"

it("the dashboard has words for every assignment status of the service, and for no other", () => {
  expect(Object.keys(ASSIGNMENT_WORDING).sort()).toEqual([...ASSIGNMENT_STATUSES].sort())
})

it("the dashboard has words for every state of a deposit", () => {
  expect(Object.keys(en.state).sort()).toEqual([...DEPOSIT_STATES].sort())
})
