import { findAssumptionSet } from "../contract/assumption-sets/assumption-sets"
import { wholeLifeStory } from "./stories/whole-life"
import { storeSuite } from "./support/store-suite"

const { input, assumptions } = findAssumptionSet("other service")

storeSuite("a store of the other service", { assumptions: input }, (store) =>
  wholeLifeStory(store, assumptions)
)
