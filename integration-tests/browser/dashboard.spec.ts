import { appearanceStories } from "./stories/appearance"
import { pageStories } from "./stories/pages"
import { paymentStories } from "./stories/payments"
import { queueStories } from "./stories/queue"
import { statusStories } from "./stories/statuses"
import { webhookStories } from "./stories/webhooks"
import { browserSuite } from "./support/browser-suite"

// One file, because a store takes as long to build and start as all its stories to run.
browserSuite("the dashboard in Chromium", (story) => {
  describe("the queue of deposits", () => queueStories(story))
  describe("the statuses of a deposit", () => statusStories(story))
  describe("payments without an order", () => paymentStories(story))
  describe("webhooks", () => webhookStories(story))
  describe("appearance", () => {
    appearanceStories(story)
    pageStories(story)
  })
})
