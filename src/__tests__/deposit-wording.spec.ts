import { ASSIGNMENT_WORDING } from "../admin/deposit/words"
import { DEPOSIT_STATES, REPORTED_STATES } from "../domain/deposit/deposit-lifecycle"
import { en } from "../admin/i18n"
import { ASSIGNMENT_STATUSES } from "../gateway/contract/deposit"

it("the dashboard has words for every assignment status of the service, and for no other", () => {
  expect(Object.keys(ASSIGNMENT_WORDING).sort()).toEqual([...ASSIGNMENT_STATUSES].sort())
})

it("the dashboard has words for every state of a deposit and every report, and for no other", () => {
  const states = new Set([...DEPOSIT_STATES, ...REPORTED_STATES])
  expect(Object.keys(en.state).sort()).toEqual([...states].sort())
})
