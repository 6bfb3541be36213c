import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainRefundDetail } from "../../types/http"
import { usePayouts } from "../payout/api"
import { useRefundAction } from "./api"
import { useTexts } from "../ui/texts"
import { refundAmount } from "./payout"
import { FailureAlert } from "../ui/failure"
import { ActionRow } from "../ui/action-row"
import { Confirmation } from "../ui/confirmation"
import { DrawerSection } from "../ui/drawer"
import { NoteField, TextField } from "../ui/fields"

/** It sends nothing, so it stays where payouts are off. */
export function SettleSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, texts } = useTexts()
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
      <FailureAlert error={error} />
      {isOffered && (
        <ActionRow
          words="refundAction.settle"
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
                title: t("refundAction.settle.question", { amount: refundAmount(refund, texts) }),
                text: t("refundAction.settle.effect"),
                destination: txHash || null,
                note: written,
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
