import { Alert, Text } from "@medusajs/ui"
import { usePayouts } from "../hooks/use-payouts"
import { useTexts } from "../hooks/use-texts"

/** Says why whoever looks cannot move money out; nothing while they can. */
export function PayoutsNotice() {
  const { t } = useTexts()
  const { data: payouts, isError } = usePayouts()
  if (isError) {
    return (
      <Alert variant="error" className="mb-3">
        {t("payouts.loadFailed")}
      </Alert>
    )
  }
  if (!payouts || payouts.is_on) return null
  return (
    <Alert variant="warning" className="mb-3" role="status">
      <Text size="small" weight="plus" leading="compact">
        {t(payouts.code === "payouts_not_allowed" ? "payouts.notYou" : "payouts.off")}
      </Text>
      <Text size="small">{payouts.reason}</Text>
    </Alert>
  )
}
