import { agentStories } from "./stories/agents"
import { intrudersStories } from "./stories/intruders"
import { payoutGateStories } from "./stories/payout-gate"
import { foreignSitesStories } from "./stories/foreign-sites"
import { pageLinksStories } from "./stories/page-links"
import { paymentPageStories } from "./stories/payment-page"
import { ownPaymentsOnlyStories } from "./stories/own-payments-only"
import { storeSuite } from "./support/store-suite"

storeSuite("access control", {}, (store) => {
  describe("an intruder", () => intrudersStories(store))
  describe("who may move money out", () => payoutGateStories(store))
  describe("a page of another site", () => foreignSitesStories(store))
  describe("a page link", () => pageLinksStories(store))
  describe("the payment page", () => paymentPageStories(store))
  describe("an agent", () => agentStories(store))
  describe("addresses of a customer", () => ownPaymentsOnlyStories(store))
})
