import { findAssumptionSet } from "../contract/assumption-sets/assumption-sets"
import { wholeLifeStory } from "./stories/whole-life"
import { storeSuite } from "./support/store-suite"

const { input, assumptions } = findAssumptionSet("defaults")

storeSuite("a store of a service with every default", { assumptions: input }, (store) =>
  wholeLifeStory(store, assumptions)
)
