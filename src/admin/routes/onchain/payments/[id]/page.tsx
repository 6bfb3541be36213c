import type { UIMatch } from "react-router-dom"
import { PaymentCrumb } from "../../../../payment/payment-crumb"
import { breadcrumb } from "../../../../ui/texts"
import { lazyPage } from "../../../../ui/lazy-part"

export const handle = {
  ...breadcrumb("menu.payments", "onchain_payment:read"),
  breadcrumb: (match: UIMatch) => <PaymentCrumb match={match} />,
}

export default lazyPage(async () => (await import("../../../../screens/money-in.js")).PaymentPage)
