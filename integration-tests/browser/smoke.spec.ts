import { moneyInStories } from "./stories/money-in"
import { payoutStories } from "./stories/payouts"
import { refundStories } from "./stories/refunds"
import { browserSuite } from "./support/browser-suite"

// What a merchant does most, counted in clicks. The first stories need a store that never had a payment.
browserSuite("the dashboard in Chromium: smoke", (story) => {
  describe("money that comes in", () => moneyInStories(story))
  describe("money that goes out", () => payoutStories(story))
  describe("refunds", () => refundStories(story))
})
