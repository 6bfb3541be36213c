import { Alert, Button, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainContradiction, OnchainReviewResponse } from "../../types/http"
import { formatInstant } from "../format/instant"
import { queryKeys } from "../hooks/query-keys"
import { useTexts } from "../hooks/use-texts"
import { sdk } from "../lib/sdk"
import { ActionFailureAlert } from "./action-failure-alert"

type ContradictionNoticeProps = { paymentId: string; contradiction: OnchainContradiction | null }

/** Says that the provider no longer stands by a payment, and lets a person note that they looked at it. */
export function ContradictionNotice({ paymentId, contradiction }: ContradictionNoticeProps) {
  const { t, locale } = useTexts()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation<OnchainReviewResponse>({
    mutationFn: () =>
      sdk.client.fetch(`/admin/onchain/payments/${encodeURIComponent(paymentId)}/review`, {
        method: "POST",
        body: {},
      }),
    onSuccess: () => toast.success(t("contradiction.done")),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.payments }),
        client.invalidateQueries({ queryKey: queryKeys.out }),
      ]),
  })
  if (contradiction === null) return null
  const { status, at, reviewed } = contradiction
  if (reviewed !== null) {
    const when = formatInstant(reviewed.at, locale)
    return (
      <Text size="small" className="text-ui-fg-subtle break-words">
        {t("contradiction.reviewed", { status, when, who: reviewed.by ?? t("contradiction.someone") })}
      </Text>
    )
  }
  return (
    <div className="flex flex-col items-start gap-y-2">
      <Alert variant="error" className="break-words">
        {t("contradiction.text", { status, when: formatInstant(at, locale) })}
      </Alert>
      <Button size="small" variant="secondary" isLoading={isPending} onClick={() => mutate()}>
        {t("contradiction.button")}
      </Button>
      <ActionFailureAlert error={error} />
    </div>
  )
}
