import { deposits } from "../deposit/words"
import { finance } from "../finance/words"
import { setup } from "../health/setup-words"
import { health } from "../health/words"
import { overview } from "../health/overview-words"
import { deliveries } from "../inbox/words"
import { orders } from "../payment/order/words"
import { paymentStatus } from "../payment/status-words"
import { payments } from "../payment/words"
import { decisions } from "../payout/decision-words"
import { destinations } from "../payout/destination/words"
import { withdrawals } from "../payout/words"
import { refunds } from "../refund/words"
import { menu, shared } from "../ui/words"
import { english } from "./locale-words"

/** Keys are what a translation replaces. */
export const en = {
  menu: menu.en,
  ...shared,
  ...deposits,
  ...payments,
  ...paymentStatus,
  ...orders,
  ...withdrawals,
  ...decisions,
  ...destinations,
  ...refunds,
  ...finance,
  ...deliveries,
  ...health,
  ...setup,
  ...overview,
}

english.words = en

/** The sidebar is there before a language is loaded, so the menu comes with the bundle in all of them. */
export default {
  en: { onchain: en },
  de: { onchain: { menu: menu.de } },
  ar: { onchain: { menu: menu.ar } },
}
