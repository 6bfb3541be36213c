import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../types/http"
import { DrawerSection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatInstant } from "../ui/format"
import { TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { describeStanding } from "./describe"

type StandingSectionProps = {
  withdrawal: OnchainWithdrawalDetail
  title?: string
}

export function StandingSection({ withdrawal, title }: StandingSectionProps) {
  const { t, locale } = useTexts()
  const { state, gateway_status: status, failure_reason: reason, last_error: error, resolution } = withdrawal
  const { status_source: source } = withdrawal
  const code = state === "sending" || state === "unknown" ? withdrawal.last_answer_code : null
  return (
    <DrawerSection title={title ?? t("field.status")}>
      <Text size="small">{describeStanding(withdrawal, t)}</Text>
      {withdrawal.waits_for === "gas" && (
        <Text size="small">
          <TextLink to={PAGES.billing}>{t("withdrawal.addGas")}</TextLink>
        </Text>
      )}
      {status !== null && <Muted>{t("withdrawal.gatewayStatus", { status })}</Muted>}
      {source !== null && source !== "service" && <Muted>{t(`withdrawal.statusSource.${source}`)}</Muted>}
      {resolution && (
        <Facts
          facts={[
            [t("withdrawal.endedBy"), resolution.by ?? t("detail.user")],
            [t("field.at"), formatInstant(resolution.at, locale)],
            [t("field.note"), resolution.note, "note"],
          ]}
        />
      )}
      <MismatchNotice withdrawal={withdrawal} />
      {reason !== null && <Alert variant="warning">{t("withdrawal.failure", { reason })}</Alert>}
      {error !== null && error !== reason && (
        <Alert variant="warning">{t("detail.lastError", { error })}</Alert>
      )}
      {code !== null && <Muted>{t("withdrawal.lastAnswer", { code })}</Muted>}
    </DrawerSection>
  )
}

type MismatchNoticeProps = { withdrawal: Pick<OnchainWithdrawalDetail, "mismatch" | "mismatch_seen"> }

/** An alarm until a user reviews it, a note after that. */
function MismatchNotice({ withdrawal: { mismatch: what, mismatch_seen: seen } }: MismatchNoticeProps) {
  const { t, locale } = useTexts()
  if (what === null) return null
  if (seen === null) return <Alert variant="error">{t("withdrawal.mismatch", { what })}</Alert>
  return (
    <div className="flex flex-col gap-y-1 rounded-lg border p-3">
      <Muted>{t("withdrawal.mismatch", { what })}</Muted>
      <Text size="small" className="break-words">
        {t("withdrawal.mismatchSeen", {
          by: seen.by ?? t("detail.user"),
          at: formatInstant(seen.at, locale),
        })}
      </Text>
      <blockquote className="txt-small whitespace-pre-wrap break-words border-s-2 ps-3">
        {seen.note}
      </blockquote>
    </div>
  )
}
