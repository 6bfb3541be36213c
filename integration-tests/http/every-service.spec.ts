import { findAssumptionSet } from "../contract/assumption-sets/assumption-sets"
import { namedWithdrawalStory, unnamedWithdrawalStories } from "./stories/unnamed-withdrawals"
import { wholeLifeStory } from "./stories/whole-life"
import { storeSuite } from "./support/store-suite"

const other = findAssumptionSet("other service")
const terse = findAssumptionSet("terse service")

storeSuite("a store of the service that differs in every setting", { assumptions: other.input }, (store) =>
  wholeLifeStory(store, other.assumptions)
)

storeSuite("a store of the terse service", { assumptions: terse.input }, (store) => {
  wholeLifeStory(store, terse.assumptions)
  namedWithdrawalStory(store)

  describe("whose transactions name no withdrawal either", () => unnamedWithdrawalStories(store))
})
