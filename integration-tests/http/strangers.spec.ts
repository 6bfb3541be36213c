import { placedOrderSessionStories } from "./stories/placed-order-sessions"
import { strangersRoutesStories } from "./stories/strangers-routes"
import { storeSuite } from "./support/store-suite"

storeSuite("orders of other people", {}, (store) => {
  describe("a stranger who knows order ids", () => strangersRoutesStories(store))
  describe("a session of a placed order", () => placedOrderSessionStories(store))
})
