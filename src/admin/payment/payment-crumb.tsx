import type { UIMatch } from "react-router-dom"
import { orderName } from "../ui/names"
import { useTexts } from "../ui/texts"
import { usePayment } from "./api"

/** Of a payment, for the breadcrumbs: the number of its order. */
export function PaymentCrumb({ match }: { match: UIMatch }) {
  const { t } = useTexts()
  const { data: payment } = usePayment(match.params.id ?? "")
  return (
    <span className="block max-w-60 truncate">
      {payment?.order ? orderName(payment.order, t) : t("payment.title")}
    </span>
  )
}
