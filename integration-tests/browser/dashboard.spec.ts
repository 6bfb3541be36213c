import { appearanceStories } from "./stories/appearance"
import { bookStories } from "./stories/books"
import { checkoutRestartStories } from "./stories/checkout-restart"
import { hostileStories } from "./stories/hostile"
import { moneyOutStories } from "./stories/money-out"
import { oddMoneyStories } from "./stories/odd-money"
import { pageStories } from "./stories/pages"
import { paymentStories } from "./stories/payments"
import { offStories } from "./stories/payouts-off"
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
    pageStories(story)
    moneyOutStories(story)
  })
  // Last, because they restart the store.
  describe("a store without a payout key", () => offStories(story))
  describe("a payment page while its store restarts", () => checkoutRestartStories(story))
})
