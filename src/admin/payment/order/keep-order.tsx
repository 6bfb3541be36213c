import { Button, Heading, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainOrderResponse } from "../../../types/http"
import { FailureAlert } from "../../ui/failure"
import { NoteField } from "../../ui/form/fields"
import { formatInstant } from "../../ui/format"
import { useTexts } from "../../ui/texts"
import { useKeepOrder } from "../api"

/** Keeps an order that is paid in part, or says who kept it. */
export function KeepOrder({ order }: { order: OnchainOrderResponse["order"] }) {
  const { t, locale } = useTexts()
  const [note, setNote] = useState("")
  const { mutate, error, isPending } = useKeepOrder(order.id)
  const { kept, payment_details } = order
  if (kept) {
    const facts = { who: kept.by ?? t("detail.user"), when: formatInstant(kept.at, locale) }
    return (
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Heading level="h3">{t("orderPayment.keptTitle")}</Heading>
        <Text size="small" className="break-words">
          {t("orderPayment.isKept", facts)}
        </Text>
        {kept.note && (
          <blockquote className="txt-small whitespace-pre-wrap break-words border-s-2 ps-3">
            <bdi>{kept.note}</bdi>
          </blockquote>
        )}
      </div>
    )
  }
  const until = payment_details.find(({ hold_until }) => hold_until !== null)?.hold_until
  if (!until) return null
  const keep = () => mutate(note.trim(), { onSuccess: () => toast.success(t("orderPayment.keepDone")) })
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">{t("orderPayment.held")}</Heading>
      <Text size="small">{t("orderPayment.heldText", { until: formatInstant(until, locale) })}</Text>
      <FailureAlert error={error} />
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
        onClick={keep}
      >
        {t("orderPayment.keep")}
      </Button>
    </div>
  )
}
