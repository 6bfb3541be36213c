import { appearanceStories } from "./stories/appearance"
import { bookStories } from "./stories/books"
import { hostileStories } from "./stories/hostile"
import { oddMoneyStories } from "./stories/odd-money"
import { paymentStories } from "./stories/payments"
import { restartStories } from "./stories/restart"
import { queueStories } from "./stories/queue"
import { withdrawalStories } from "./stories/withdrawals"
import { browserSuite } from "./support/browser-suite"

// One file, because building and starting a store takes as long as running all its stories. The smoke suite has the others.
browserSuite("the dashboard in Chromium", (story) => {
  describe("unmatched payments", () => paymentStories(story))
  describe("the queue of deposits", () => queueStories(story))
  describe("withdrawals", () => withdrawalStories(story))
  describe("balances, transactions and the plan", () => bookStories(story))
  describe("odd money", () => oddMoneyStories(story))
  describe("appearance", () => {
    hostileStories(story)
    appearanceStories(story)
  })
  // Last, because it restarts the store.
  restartStories(story)
})
