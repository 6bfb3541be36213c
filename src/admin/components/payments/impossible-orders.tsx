import { Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { describeCandidate } from "../../payments/candidate"
import { OrderLink } from "../order-link"

/** Orders that could have been meant and cannot be paid with the payment, and why. */
export function ImpossibleOrders({
  payment: { candidates, fiat_value },
}: {
  payment: OnchainUnallocatedPaymentDetail
}) {
  const { t, locale } = useTexts()
  const orders = candidates.filter(({ is_possible }) => !is_possible)
  if (orders.length === 0) return null
  return (
    <ul aria-label={t("resolve.impossible")} className="flex flex-col gap-y-1">
      {orders.map((candidate) => (
        <li key={candidate.order.id}>
          <Text size="small" className="text-ui-fg-subtle">
            <OrderLink order={candidate.order} className="underline" />: {t("action.notPossible")}{" "}
            {describeCandidate(candidate, fiat_value, t, locale)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
