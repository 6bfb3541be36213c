import { deposit } from "./ar/deposit"
import { destination } from "./ar/destination"
import { finance } from "./ar/finance"
import { payout } from "./ar/payout"
import { payoutDecision } from "./ar/payout-decision"
import { refund } from "./ar/refund"
import type { Words } from "./locale-words"

export const words: Words = {
  ...deposit,
  ...destination,
  ...finance,
  ...payout,
  ...payoutDecision,
  ...refund,
}
