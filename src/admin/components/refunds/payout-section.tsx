import { Button, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainRefundDetail } from "../../../types/http"
import { usePayouts } from "../../hooks/use-payouts"
import { useRefundAction } from "../../hooks/use-refund"
import { useTexts } from "../../hooks/use-texts"
import { missingForQuote, NO_CHOICE, type PayoutChoice, toQuoteBody } from "../../refunds/payout"
import { ActionFailureAlert } from "../action-failure-alert"
import { ActionRow } from "../action-row"
import { DrawerSection } from "../drawer-section"
import { AddressEntry } from "./address-entry"
import { DestinationChoice } from "./destination-choice"
import { SenderCard } from "./sender-card"
import { ValueChoice } from "./value-choice"

/** Who can be paid where, how much that is, and the way to the quote. For refunds that are due. */
export function PayoutSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t } = useTexts()
  const { data: payouts } = usePayouts()
  const [choice, setChoice] = useState<PayoutChoice>(NO_CHOICE)
  const [entry, setEntry] = useState<"empty" | "sender" | null>(null)
  const { mutate, error, isPending } = useRefundAction(refund.id)
  const { observed_sender: sender, destinations } = refund
  const isOn = payouts?.is_on ?? false
  // One that was archived meanwhile is not chosen any more.
  const isThere = destinations.some(({ id }) => id === choice.destinationId)
  const current: PayoutChoice = isThere ? choice : { ...choice, destinationId: "" }
  const missing = missingForQuote(refund, current)
  const change = (part: Partial<PayoutChoice>) => setChoice((given) => ({ ...given, ...part }))
  const ask = () =>
    mutate(
      { action: "quote", body: toQuoteBody(refund, current) },
      {
        onSuccess: ({ refund: now }) => {
          setChoice(NO_CHOICE)
          if (now.withdrawal?.quote) toast.success(t("refundAction.quote.done"))
          else toast.info(t("refundAction.quote.waiting"))
        },
      }
    )

  const isOpen = isOn && refund.state === "due"
  const isSenderKnown = sender !== null && refund.state === "due"
  if (!error && !isOpen && !isSenderKnown) return null
  return (
    <DrawerSection title={t("refund.payOut")}>
      <ActionFailureAlert error={error} />
      {isSenderKnown && <SenderCard sender={sender} onUse={isOpen ? () => setEntry("sender") : null} />}
      {isOpen && entry === null && (
        <>
          <DestinationChoice
            refund={refund}
            value={current.destinationId}
            onChange={(destinationId) => change({ destinationId })}
          />
          <Button
            size="small"
            variant="secondary"
            type="button"
            className="self-start"
            onClick={() => setEntry("empty")}
          >
            {t("refund.addDestination")}
          </Button>
        </>
      )}
      {isOpen && entry !== null && (
        <AddressEntry
          key={entry}
          refund={refund}
          isSender={entry === "sender"}
          onClose={() => setEntry(null)}
        />
      )}
      {isOpen && (
        <>
          <ValueChoice refund={refund} choice={current} onChange={change} />
          <Text size="small" className="text-ui-fg-subtle">
            {t("refund.feeHint")}
          </Text>
          <ActionRow
            words={{
              title: t("refundAction.quote.title"),
              text: t("refundAction.quote.text"),
              button: t("refundAction.quote.button"),
            }}
            choice={refund.choices.quote}
            missing={missing && t(`refundAction.quote.${missing}`)}
            isBusy={isPending}
            onAsk={ask}
          />
        </>
      )}
    </DrawerSection>
  )
}
