import { Alert, Button, Text } from "@medusajs/ui"
import type { OnchainDepositDetail } from "../../../types/http"
import { formatAge } from "../../format/instant"
import type { Decision } from "../../hooks/use-deposit-action"
import { useTexts } from "../../hooks/use-texts"

type ActingNoticeProps = {
  deposit: OnchainDepositDetail
  isBusy: boolean
  onRepeat: (decision: Decision) => void
}

/** A decision whose answer is missing. Asking again sends the same request under the same key. */
export function ActingNotice({
  deposit: { action, last_error: reason },
  isBusy,
  onRepeat,
}: ActingNoticeProps) {
  const { t, locale } = useTexts()
  if (!action) return null
  const decision = toDecision(action)
  return (
    <div className="flex flex-col items-start gap-y-3">
      <Alert variant="info" className="w-full">
        <Text size="small" weight="plus" leading="compact">
          {t("acting.title")}
        </Text>
        <Text size="small">
          {t("acting.text", {
            who: action.by ?? t("acting.somebody"),
            action: t(`action.${action.name}.title`),
            age: formatAge(action.at, Date.now(), locale),
          })}
        </Text>
        {reason && <Text size="small">{t("acting.reason", { reason })}</Text>}
      </Alert>
      {decision && (
        <Button size="small" variant="secondary" isLoading={isBusy} onClick={() => onRepeat(decision)}>
          {t("acting.finish")}
        </Button>
      )}
    </div>
  )
}

/** The decision that is repeated; an assignment needs the intent it is for. */
function toDecision({ name, intent_id }: NonNullable<OnchainDepositDetail["action"]>): Decision | null {
  if (name !== "assign") return { action: name }
  return intent_id ? { action: name, intentId: intent_id } : null
}
