import { Alert, Text } from "@medusajs/ui"
import { TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { usePayouts } from "./api"

/** Says beforehand that payouts are off, or that nobody could approve one. */
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
  if (!payouts || (payouts.is_on && payouts.has_approver)) return null
  const off = payouts.code === "payouts_not_allowed" ? "payouts.notYou" : "payouts.off"
  return (
    <Alert variant="warning" className="mb-3" role="status">
      <Strong>{payouts.is_on ? t("payouts.noApprover") : t(off)}</Strong>
      <Text size="small">
        {payouts.is_on ? t("payouts.noApproverText") : payouts.reason}{" "}
        <TextLink to={PAGES.setup} className="underline">
          {t("payouts.setup")}
        </TextLink>
      </Text>
    </Alert>
  )
}
