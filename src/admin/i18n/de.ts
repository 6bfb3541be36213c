import { deposit } from "./de/deposit"
import { destination } from "./de/destination"
import { finance } from "./de/finance"
import { health } from "./de/health"
import { inbox } from "./de/inbox"
import { order } from "./de/order"
import { overview } from "./de/overview"
import { payment } from "./de/payment"
import { paymentStatus } from "./de/payment-status"
import { payout } from "./de/payout"
import { payoutDecision } from "./de/payout-decision"
import { refund } from "./de/refund"
import { setup } from "./de/setup"
import { ui } from "./de/ui"
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
