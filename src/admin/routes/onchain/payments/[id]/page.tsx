import type { UIMatch } from "react-router-dom"
import { PaymentCrumb } from "../../../../payment/payment-page"
import { breadcrumb } from "../../../../ui/texts"

export const handle = {
  ...breadcrumb("menu.payments", "onchain_payment:read"),
  breadcrumb: (match: UIMatch) => <PaymentCrumb match={match} />,
}
export { PaymentPage as default } from "../../../../payment/payment-page"
