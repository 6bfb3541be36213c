import { paymentStories } from "./stories/payments"
import { refundStories } from "./stories/refunds"
import { webhookStories } from "./stories/webhooks"
import { browserSuite } from "./support/browser-suite"

// Health page, queue, drawer, the boxes beside an order, money out: every kind of screen, in as few stories
// as possible.
browserSuite("the dashboard in Chromium: smoke", (story) => {
  describe("payments without an order", () => paymentStories(story))
  describe("webhooks", () => webhookStories(story))
  describe("refunds", () => refundStories(story))
})
