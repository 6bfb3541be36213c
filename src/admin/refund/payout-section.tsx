import { Alert, Button, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainRefundDetail, OnchainRefundRate, OnchainRefundValue } from "../../types/http"
import { usePayouts } from "../payout/api"
import { EMPTY_ENTRY } from "../payout/destination/entry"
import { EntryForm } from "../payout/destination/entry-form"
import { amountProblem } from "../payout/request"
import { ActionRow } from "../ui/action-row"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { RadioField, TextField } from "../ui/fields"
import { formatAge, formatDecimal, formatTokens } from "../ui/format"
import { customerName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useRefundAction } from "./api"
import type { PayoutChoice } from "./payout"
import { missingForQuote, needsAmount, NO_CHOICE, toQuoteBody } from "./payout"

export function PayoutSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t } = useTexts()
  const { data: payouts } = usePayouts()
  const [choice, setChoice] = useState<PayoutChoice>(NO_CHOICE)
  const [entry, setEntry] = useState<"empty" | "sender" | null>(null)
  const { mutate, error, isPending } = useRefundAction(refund.id)
  const { observed_sender: sender, destinations } = refund
  const isOn = payouts?.is_on ?? false
  // An archived destination is no longer chosen.
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
      <FailureAlert error={error} />
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
          <Muted>{t("refund.feeHint")}</Muted>
          <ActionRow
            words="refundAction.quote"
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

type SenderCardProps = {
  sender: NonNullable<OnchainRefundDetail["observed_sender"]>
  /** Null for those who cannot add an address. */
  onUse: (() => void) | null
}

/** Offered with a warning and never preselected: it may be an exchange. */
function SenderCard({ sender, onUse }: SenderCardProps) {
  const { t } = useTexts()
  return (
    <section aria-label={t("refund.sender")} className="flex flex-col gap-y-2 rounded-lg border p-3">
      <Strong>{t("refund.sender")}</Strong>
      <code className="txt-small break-all font-mono">
        {sender.address}
        {sender.memo !== null && ` · ${t("refund.senderMemo", { memo: sender.memo })}`}
      </code>
      <Muted isSmall>{t("refund.senderDeposit")}</Muted>
      <Alert variant="warning">{t("refund.senderWarning")}</Alert>
      {sender.destination_state === "approved" && <Text size="small">{t("refund.senderKnown")}</Text>}
      {sender.destination_state === "pending" && <Text size="small">{t("refund.senderPending")}</Text>}
      {sender.destination_id === null && onUse && (
        <Button size="small" variant="secondary" type="button" className="self-start" onClick={onUse}>
          {t("refund.useSender")}
        </Button>
      )}
    </section>
  )
}

type AddressEntryProps = {
  refund: OnchainRefundDetail
  /** Whether to start with the sender's address. */
  isSender: boolean
  onClose: () => void
}

function AddressEntry({ refund, isSender, onClose }: AddressEntryProps) {
  const { t } = useTexts()
  const { id, observed_sender: sender, customer, network_id, network_name, chain } = refund
  return (
    <section aria-label={t("entry.refundTitle")} className="rounded-lg border p-3">
      <EntryForm
        initial={{
          ...EMPTY_ENTRY,
          label: customer ? customerName(customer, t) : "",
          networkId: network_id,
          ...(isSender && sender ? { address: sender.address, memo: sender.memo ?? "" } : {}),
        }}
        networks={[{ id: network_id, name: network_name, chain }]}
        refund={{ refundId: id, sender }}
        onDone={({ state }) => {
          toast.success(t(state === "pending" ? "refund.addedPending" : "refund.added"))
          onClose()
        }}
        onCancel={onClose}
      >
        <Strong>{t("entry.refundTitle")}</Strong>
      </EntryForm>
    </section>
  )
}

type DestinationChoiceProps = { refund: OnchainRefundDetail; value: string; onChange: (id: string) => void }

/** None is chosen beforehand. */
function DestinationChoice({ refund, value, onChange }: DestinationChoiceProps) {
  const { t } = useTexts()
  const { destinations, network_name: network } = refund
  return (
    <RadioField
      label={t("refund.destination")}
      hint={t("refund.destinationHint", { network })}
      options={destinations.map(({ id, label, address, memo, is_observed_sender: isSender }) => ({
        value: id,
        className: "break-all",
        label,
        description: [
          address,
          ...(memo ? [t("refund.senderMemo", { memo })] : []),
          ...(isSender ? [t("destination.senderText")] : []),
        ].join(" · "),
      }))}
      value={value}
      onChange={onChange}
    >
      {destinations.length === 0 && <Muted>{t("refund.noDestinations", { network })}</Muted>}
    </RadioField>
  )
}

type ValueChoiceProps = {
  refund: OnchainRefundDetail
  choice: PayoutChoice
  onChange: (part: Partial<PayoutChoice>) => void
}

const RATES: OnchainRefundRate[] = ["payment", "today"]

function ValueChoice({ refund, choice, onChange }: ValueChoiceProps) {
  const { t, locale } = useTexts()
  const { values, token, currency_code } = refund
  if (needsAmount(refund)) {
    const problem = amountProblem(choice.tokenAmount, null)
    return (
      <TextField
        label={t("refund.tokenAmount", { token })}
        hint={t("refund.tokenAmountHint")}
        problem={problem && t(`request.${problem}`, { decimals: 0 })}
        isDecimal
        value={choice.tokenAmount}
        onChange={(text) => onChange({ tokenAmount: text.trim() })}
      />
    )
  }
  if (!values) return null
  const describe = (value: OnchainRefundValue) => {
    if (!value.is_possible || value.token_amount === null) {
      return `${t("action.notPossible")} ${value.reason ?? ""}`.trim()
    }
    const words = t("refund.rateText", {
      amount: formatTokens(value.token_amount, token, locale),
      rate: formatDecimal(value.rate, locale),
      currency: currency_code.toUpperCase(),
      token,
      source: value.rate_source,
      age: formatAge(value.rate_at, Date.now(), locale),
    })
    return [words, ...(value.note === null ? [] : [value.note])].join(" ")
  }
  return (
    <RadioField
      label={t("refund.rate")}
      options={RATES.map((rate) => ({
        value: rate,
        disabled: !values[rate].is_possible,
        label: t(rate === "payment" ? "refund.ratePayment" : "refund.rateToday"),
        description: describe(values[rate]),
      }))}
      value={choice.rate}
      onChange={(rate) => onChange({ rate })}
    />
  )
}
