import { checkoutConnectionStories } from "./stories/checkout-connection"
import { checkoutStateStories } from "./stories/checkout-states"
import { checkoutUpdateStories } from "./stories/checkout-updates"
import { checkoutWalletStories } from "./stories/checkout-wallets"
import { checkoutSuite } from "./checkout/checkout-suite"

// No store: a small server provides the states, including those a real payment reaches slowly or never.
checkoutSuite("the payment page in Chromium", (story) => {
  describe("its states", () => checkoutStateStories(story))
  describe("its updates", () => checkoutUpdateStories(story))
  describe("its connection", () => checkoutConnectionStories(story))
  describe("browser wallets", () => checkoutWalletStories(story))
})
