import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { describeStanding } from "../../withdrawals/standing"
import { DrawerSection } from "../drawer-section"

type StandingSectionProps = {
  withdrawal: OnchainWithdrawalDetail
  /** Where it is shown as part of something else. */
  title?: string
}

/** How a withdrawal stands, what it waits for, and what is wrong with it. */
export function StandingSection({ withdrawal, title }: StandingSectionProps) {
  const { t } = useTexts()
  const { gateway_status: status, failure_reason: reason, mismatch, last_error: error } = withdrawal
  return (
    <DrawerSection title={title ?? t("withdrawal.status")}>
      {describeStanding(withdrawal, t).map((sentence) => (
        <Text key={sentence} size="small">
          {sentence}
        </Text>
      ))}
      {status !== null && (
        <Text size="small" className="text-ui-fg-subtle break-words">
          {t("withdrawal.gatewayStatus", { status })}
        </Text>
      )}
      {mismatch !== null && <Alert variant="error">{t("withdrawal.mismatch", { what: mismatch })}</Alert>}
      {reason !== null && <Alert variant="warning">{t("withdrawal.failure", { reason })}</Alert>}
      {error !== null && error !== reason && (
        <Alert variant="warning">{t("withdrawal.lastError", { error })}</Alert>
      )}
    </DrawerSection>
  )
}
