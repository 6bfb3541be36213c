import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainRefundDetail } from "../../../types/http"
import { usePayouts } from "../../hooks/use-payouts"
import { useRefundAction } from "../../hooks/use-refund"
import { useTexts } from "../../hooks/use-texts"
import { refundAmount } from "../../refunds/amount"
import { ActionFailureAlert } from "../action-failure-alert"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"
import { NoteField } from "../note-field"
import { TextField } from "../text-field"

/**
 * Notes that a refund was paid by other means. It sends nothing, so it stays where payouts are off, if the server says so;
 * why it is not possible is told only to those who may move money out.
 */
export function SettleSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, locale } = useTexts()
  const { data: payouts } = usePayouts()
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, error, isPending } = useRefundAction(refund.id)
  const isOffered = refund.state === "due" && (refund.choices.settle.is_possible || payouts?.is_on === true)
  if (!error && !isOffered) return null
  const written = note.trim()
  const txHash = hash.trim()
  const send = () =>
    mutate(
      { action: "settle", body: { note: written, ...(txHash ? { tx_hash: txHash } : {}) } },
      {
        onSuccess: () => toast.success(t("refundAction.settle.done")),
        onSettled: () => setIsAsked(false),
      }
    )
  return (
    <DrawerSection title={t("refund.settled")}>
      <ActionFailureAlert error={error} />
      {isOffered && (
        <ActionRow
          words={{
            title: t("refundAction.settle.title"),
            text: t("refundAction.settle.text"),
            button: t("refundAction.settle.button"),
          }}
          choice={refund.choices.settle}
          missing={written ? null : t("refundAction.settle.missing")}
          onAsk={() => setIsAsked(true)}
        >
          <NoteField
            label={t("refundAction.settle.label")}
            placeholder={t("refundAction.settle.placeholder")}
            value={note}
            onChange={setNote}
          />
          <TextField
            label={t("refundAction.settle.hash")}
            hint={t("refundAction.settle.hashHint")}
            isExact
            value={hash}
            onChange={setHash}
          />
        </ActionRow>
      )}
      <Confirmation
        words={
          isAsked
            ? {
                title: t("refundAction.settle.question", { amount: refundAmount(refund, t, locale) }),
                text: t("refundAction.settle.effect"),
                destination: txHash || null,
                note: written,
                warning: null,
                isFinal: true,
                button: t("refundAction.settle.button"),
              }
            : null
        }
        isBusy={isPending}
        onConfirm={send}
        onCancel={() => setIsAsked(false)}
      />
    </DrawerSection>
  )
}
