import { health } from "./ar/health"
import { inbox } from "./ar/inbox"
import { order } from "./ar/order"
import { overview } from "./ar/overview"
import { payment } from "./ar/payment"
import { paymentStatus } from "./ar/payment-status"
import { setup } from "./ar/setup"
import { ui } from "./ar/ui"
import type { Words } from "./locale-words"

export const words: Words = {
  ...health,
  ...inbox,
  ...order,
  ...overview,
  ...payment,
  ...paymentStatus,
  ...setup,
  ...ui,
}
