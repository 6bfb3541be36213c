import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { describeStanding } from "../../withdrawals/standing"
import { DrawerSection } from "../drawer-section"
import { MismatchNotice } from "./mismatch-notice"
import { ResolutionFacts } from "./resolution-facts"

type StandingSectionProps = {
  withdrawal: OnchainWithdrawalDetail
  /** Where it is shown as part of something else. */
  title?: string
}

/** How a withdrawal stands, what it waits for, what a person said of it, and what is wrong with it. */
export function StandingSection({ withdrawal, title }: StandingSectionProps) {
  const { t } = useTexts()
  const { state, gateway_status: status, failure_reason: reason, last_error: error } = withdrawal
  const code = state === "sending" || state === "unclear" ? withdrawal.last_answer_code : null
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
      {withdrawal.resolution && <ResolutionFacts resolution={withdrawal.resolution} />}
      <MismatchNotice withdrawal={withdrawal} />
      {reason !== null && <Alert variant="warning">{t("withdrawal.failure", { reason })}</Alert>}
      {error !== null && error !== reason && (
        <Alert variant="warning">{t("withdrawal.lastError", { error })}</Alert>
      )}
      {code !== null && (
        <Text size="small" className="text-ui-fg-subtle break-words">
          {t("withdrawal.lastAnswer", { code })}
        </Text>
      )}
    </DrawerSection>
  )
}
