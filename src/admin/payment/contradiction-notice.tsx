import { Alert, Button, toast } from "@medusajs/ui"
import type { OnchainContradiction } from "../../types/http"
import { FailureAlert } from "../ui/failure"
import { formatInstant } from "../ui/format"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useContradictionReview } from "./api"
import { GATEWAY_STATUS_WORDING } from "./status-words"
import { nameOf } from "./words"

type ContradictionNoticeProps = { paymentId: string; contradiction: OnchainContradiction | null }

export function ContradictionNotice({ paymentId, contradiction }: ContradictionNoticeProps) {
  const { t, locale } = useTexts()
  const { mutate, isPending, error } = useContradictionReview(paymentId)
  if (contradiction === null) return null
  const { at, reviewed } = contradiction
  const status = nameOf("gatewayStatus", GATEWAY_STATUS_WORDING, contradiction.status, t)
  if (reviewed !== null) {
    const when = formatInstant(reviewed.at, locale)
    return (
      <Muted>{t("contradiction.reviewed", { status, when, who: reviewed.by ?? t("detail.user") })}</Muted>
    )
  }
  const review = () => mutate(undefined, { onSuccess: () => toast.success(t("contradiction.done")) })
  return (
    <div className="flex flex-col items-start gap-y-2">
      <Alert variant="error" className="[overflow-wrap:anywhere]">
        {t("contradiction.text", { status, when: formatInstant(at, locale) })}
      </Alert>
      <Button size="small" variant="secondary" isLoading={isPending} onClick={review}>
        {t("contradiction.button")}
      </Button>
      <FailureAlert error={error} />
    </div>
  )
}
