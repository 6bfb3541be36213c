import { findAssumptionSet } from "../contract/assumption-sets/assumption-sets"
import { namedWithdrawalStory, unnamedWithdrawalStories } from "./stories/unnamed-withdrawals"
import { wholeLifeStory } from "./stories/whole-life"
import { storeSuite } from "./support/store-suite"

const { input, assumptions } = findAssumptionSet("terse service")

const other = findAssumptionSet("other service")
storeSuite("a store of the other service", { assumptions: other.input }, (store) =>
  wholeLifeStory(store, other.assumptions)
)

storeSuite("a store of the terse service", { assumptions: input }, (store) => {
  wholeLifeStory(store, assumptions)
  namedWithdrawalStory(store)

  describe("whose transactions name no withdrawal either", () => unnamedWithdrawalStories(store))
})
