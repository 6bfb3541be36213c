import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"

type MismatchNoticeProps = { withdrawal: Pick<OnchainWithdrawalDetail, "mismatch" | "mismatch_seen"> }

/** What the service says otherwise than this store: an alarm until somebody has looked, and what they found after that. */
export function MismatchNotice({ withdrawal: { mismatch: what, mismatch_seen: seen } }: MismatchNoticeProps) {
  const { t, locale } = useTexts()
  if (what === null) return null
  if (seen === null) return <Alert variant="error">{t("withdrawal.mismatch", { what })}</Alert>
  return (
    <div className="flex flex-col gap-y-1 rounded-lg border p-3">
      <Text size="small" className="text-ui-fg-subtle break-words">
        {t("withdrawal.mismatch", { what })}
      </Text>
      <Text size="small" className="break-words">
        {t("withdrawal.mismatchSeen", {
          by: seen.by ?? t("acting.somebody"),
          at: formatInstant(seen.at, locale),
        })}
      </Text>
      <blockquote className="txt-small whitespace-pre-wrap break-words border-l-2 pl-3">
        {seen.note}
      </blockquote>
    </div>
  )
}
