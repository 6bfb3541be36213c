import { en } from "../admin/i18n"
import { COUNTERS } from "../modules/onchain/health/activity-log"

// Here and not beside the words: the dashboard's code knows nothing of the server's.
it("the health page has words for every counter, and for no other", () => {
  expect(Object.keys(en.health.counter).sort()).toEqual(Object.keys(COUNTERS).sort())
})
