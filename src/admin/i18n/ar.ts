import { deposit } from "./ar/deposit"
import { destination } from "./ar/destination"
import { finance } from "./ar/finance"
import { health } from "./ar/health"
import { inbox } from "./ar/inbox"
import { order } from "./ar/order"
import { overview } from "./ar/overview"
import { payment } from "./ar/payment"
import { paymentStatus } from "./ar/payment-status"
import { payout } from "./ar/payout"
import { payoutDecision } from "./ar/payout-decision"
import { refund } from "./ar/refund"
import { setup } from "./ar/setup"
import { ui } from "./ar/ui"
import { joinWords } from "./locale-words"

export const words = joinWords(
  deposit,
  destination,
  finance,
  health,
  inbox,
  order,
  overview,
  payment,
  paymentStatus,
  payout,
  payoutDecision,
  refund,
  setup,
  ui
)
