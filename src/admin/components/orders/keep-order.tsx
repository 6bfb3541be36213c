import { Alert, Button, Heading, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { OnchainOrderResponse } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { toFailure } from "../../hooks/action-failure"
import { queryKeys } from "../../hooks/query-keys"
import { useTexts } from "../../hooks/use-texts"
import { sdk } from "../../lib/sdk"
import { NoteField } from "../note-field"

/** Of an order that is held for a part of its money: until when, and the button that keeps it. Nothing for others. */
export function KeepOrder({ order }: { order: OnchainOrderResponse["order"] }) {
  const { t, locale } = useTexts()
  const [note, setNote] = useState("")
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation<OnchainOrderResponse, Error, string>({
    mutationFn: (text) =>
      sdk.client.fetch(`/admin/onchain/orders/${encodeURIComponent(order.id)}/keep`, {
        method: "POST",
        body: { note: text },
      }),
    onSuccess: () => toast.success(t("orderPayment.keepDone")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.orderPayments(order.id) }),
  })
  const { kept, payments } = order
  if (kept) {
    const who = kept.by ?? t("acting.somebody")
    return (
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Heading level="h3">{t("orderPayment.keptTitle")}</Heading>
        <Text size="small" className="break-words">
          {t("orderPayment.isKept", { who, when: formatInstant(kept.at, locale) })}
        </Text>
        {kept.note && (
          <blockquote className="txt-small whitespace-pre-wrap break-words border-l-2 pl-3">
            {kept.note}
          </blockquote>
        )}
      </div>
    )
  }
  const until = payments.find(({ hold_until }) => hold_until !== null)?.hold_until
  if (!until) return null
  const failure = error && toFailure(error)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">{t("orderPayment.held")}</Heading>
      <Text size="small">{t("orderPayment.heldText", { until: formatInstant(until, locale) })}</Text>
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      <NoteField
        label={t("orderPayment.keepNote")}
        hint={t("orderPayment.keepHint")}
        value={note}
        onChange={setNote}
      />
      <Button
        size="small"
        variant="secondary"
        className="self-start"
        disabled={note.trim() === ""}
        isLoading={isPending}
        onClick={() => mutate(note.trim())}
      >
        {t("orderPayment.keep")}
      </Button>
    </div>
  )
}
