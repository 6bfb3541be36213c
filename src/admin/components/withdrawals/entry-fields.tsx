import { Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainWithdrawalAction, OnchainWithdrawalState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import type { DecisionEntries } from "../../withdrawals/decision"
import { NoteField } from "../note-field"
import { TextField } from "../text-field"

type EntryFieldsProps = {
  action: OnchainWithdrawalAction
  state: OnchainWithdrawalState
  entries: DecisionEntries
  onChange: (part: Partial<DecisionEntries>) => void
}

/** What has to be written or chosen before a step; nothing for most steps. */
export function EntryFields({ action, state, entries, onChange }: EntryFieldsProps) {
  const { t } = useTexts()
  switch (action) {
    case "adopt":
      return (
        <TextField
          label={t("payout.adopt.label")}
          value={entries.gatewayWithdrawalId}
          onChange={(gatewayWithdrawalId) => onChange({ gatewayWithdrawalId })}
          isExact
        />
      )
    case "write_off":
      return (
        <>
          <NoteField
            label={t("payout.write_off.label")}
            placeholder={t("payout.write_off.placeholder")}
            value={entries.writeOffNote}
            onChange={(writeOffNote) => onChange({ writeOffNote })}
          />
          <TextField
            label={t("payout.write_off.notThis")}
            hint={t("payout.write_off.notThisHint")}
            value={entries.notThis}
            onChange={(notThis) => onChange({ notThis })}
            isExact
          />
        </>
      )
    case "acknowledge":
      return (
        <NoteField
          label={t("payout.acknowledge.label")}
          placeholder={t("payout.acknowledge.placeholder")}
          value={entries.seenNote}
          onChange={(seenNote) => onChange({ seenNote })}
        />
      )
    case "end":
      return (
        <>
          {state === "unclear" ? (
            <TextField
              label={t("payout.end.transaction")}
              value={entries.txHash}
              onChange={(txHash) => onChange({ txHash })}
              isExact
            />
          ) : (
            <OutcomeChoice outcome={entries.outcome} onChange={(outcome) => onChange({ outcome })} />
          )}
          <NoteField
            label={t("payout.end.label")}
            placeholder={t("payout.end.placeholder")}
            value={entries.endNote}
            onChange={(endNote) => onChange({ endNote })}
          />
        </>
      )
    case "quote":
    case "confirm":
    case "approve":
    case "cancel":
    case "check":
      return null
  }
}

type OutcomeChoiceProps = {
  outcome: DecisionEntries["outcome"]
  onChange: (outcome: DecisionEntries["outcome"]) => void
}

/** Whether money arrived, as a person found out. Nothing is chosen beforehand. */
function OutcomeChoice({ outcome, onChange }: OutcomeChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" id={id}>
        {t("payout.end.outcome")}
      </Label>
      <RadioGroup
        value={outcome}
        onValueChange={(given) => onChange(given === "paid" ? "paid" : "not_paid")}
        aria-labelledby={id}
      >
        {(["paid", "not_paid"] as const).map((value) => (
          <RadioGroup.ChoiceBox
            key={value}
            value={value}
            label={t(`payout.end.${value}.label`)}
            description={t(`payout.end.${value}.text`)}
          />
        ))}
      </RadioGroup>
    </div>
  )
}
