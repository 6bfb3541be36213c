import { deposit } from "./de/deposit"
import { destination } from "./de/destination"
import { finance } from "./de/finance"
import { payout } from "./de/payout"
import { payoutDecision } from "./de/payout-decision"
import { refund } from "./de/refund"
import type { Words } from "./locale-words"

export const words: Words = {
  ...deposit,
  ...destination,
  ...finance,
  ...payout,
  ...payoutDecision,
  ...refund,
}
