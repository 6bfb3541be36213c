import { Alert, Text } from "@medusajs/ui"
import { usePayouts } from "./api"
import { Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"

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
      <Strong>{t(payouts.code === "payouts_not_allowed" ? "payouts.notYou" : "payouts.off")}</Strong>
      <Text size="small">{payouts.reason}</Text>
    </Alert>
  )
}
