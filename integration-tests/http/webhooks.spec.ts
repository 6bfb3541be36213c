import { hostileBodiesStories } from "./stories/hostile-bodies"
import { hostileWebhooksStories } from "./stories/hostile-webhooks"
import { inboxOperationsStories } from "./stories/inbox-operations"
import { storeSuite } from "./support/store-suite"

storeSuite("webhooks at the route and in the inbox", {}, (store) => {
  describe("hostile webhook bodies, validly signed,", () => hostileBodiesStories(store))
  describe("hostile or odd webhooks", () => hostileWebhooksStories(store))
  describe("the operations of the inbox", () => inboxOperationsStories(store))
})
