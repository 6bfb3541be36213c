import { brokenAnswerStories } from "./support/broken-answer-stories"
import { storeSuite } from "./support/store-suite"

storeSuite("payouts whose answers are broken", {}, (store) => {
  brokenAnswerStories(store)
})
