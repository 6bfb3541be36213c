import type { Shape } from "../shape"
import { actions } from "./actions"
import {
  finishCart,
  icon,
  livePayment,
  orderPayment,
  paymentButton,
  paymentCard,
  useState,
} from "./components"
import { orderState } from "./order-state"
import { addressesPage, addressesRoute, payRoute, returnPage, stateRoute } from "./routes"
import { server } from "./server"

/** New files of the storefront, by path under `src`. */
const templates: Readonly<Record<string, (shape: Shape) => string>> = {
  "lib/onchain/order-state.ts": orderState,
  "lib/onchain/server.ts": server,
  "lib/onchain/actions.ts": actions,
  "modules/onchain/icon.tsx": icon,
  "modules/onchain/payment-button.tsx": paymentButton,
  "modules/onchain/order-payment.tsx": orderPayment,
  "modules/onchain/live-payment.tsx": livePayment,
  "modules/onchain/payment-card.tsx": paymentCard,
  "modules/onchain/use-onchain-state.ts": useState,
  "modules/onchain/finish-cart.tsx": finishCart,
  "app/[countryCode]/(checkout)/onchain/return/page.tsx": returnPage,
  "app/[countryCode]/(main)/account/@dashboard/crypto-addresses/page.tsx": addressesPage,
  "app/api/onchain/addresses/route.ts": addressesRoute,
  "app/api/onchain/[id]/state/route.ts": stateRoute,
  "app/api/onchain/[id]/pay/route.ts": payRoute,
}

export function newFiles(shape: Shape): { file: string; text: string }[] {
  return Object.entries(templates).map(([file, render]) => ({ file: `src/${file}`, text: render(shape) }))
}
