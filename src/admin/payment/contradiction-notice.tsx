import { Alert, Button, toast } from "@medusajs/ui"
import type { OnchainContradiction, OnchainPaymentDetail, OnchainReviewResponse } from "../../types/http"
import { apiPath, useAction } from "../ui/api"
import { FailureAlert } from "../ui/failure"
import { formatInstant } from "../ui/format"
import { Muted } from "../ui/prose"
import { nameOf, useTexts } from "../ui/texts"

/** What a user has to know beside the status of a payment. */
export function PaymentNotices({ payment }: { payment: OnchainPaymentDetail }) {
  const { t, locale } = useTexts()
  const { id, contradiction, list_incomplete_since: since } = payment
  return (
    <>
      <ContradictionNotice paymentId={id} contradiction={contradiction} />
      {since !== null && (
        <Alert variant="warning">
          {t("payment.listIncomplete", { since: formatInstant(since, locale) })}
        </Alert>
      )}
    </>
  )
}

type ContradictionNoticeProps = { paymentId: string; contradiction: OnchainContradiction | null }

export function ContradictionNotice({ paymentId, contradiction }: ContradictionNoticeProps) {
  const { t, locale } = useTexts()
  const { mutate, isPending, error } = useAction<OnchainReviewResponse>(() => ({
    path: apiPath("payments", paymentId, "review"),
  }))
  if (contradiction === null) return null
  const { at, reviewed } = contradiction
  const status = nameOf("gatewayStatus", contradiction.status, t)
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
