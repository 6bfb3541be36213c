import type { OnchainWithdrawalAction, OnchainWithdrawalState } from "../../types/http"
import { useTexts } from "../ui/texts"
import type { DecisionEntries } from "./decision"
import { NoteField, RadioField, TextField } from "../ui/form/fields"

type EntryFieldsProps = {
  action: OnchainWithdrawalAction
  state: OnchainWithdrawalState
  entries: DecisionEntries
  onChange: (part: Partial<DecisionEntries>) => void
}

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
          <OthersField entries={entries} onChange={onChange} />
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
          {state === "unknown" ? (
            <TextField
              label={t("payout.end.transaction")}
              value={entries.txHash}
              onChange={(txHash) => onChange({ txHash })}
              isExact
            />
          ) : (
            <RadioField
              label={t("payout.end.outcome")}
              options={(["paid", "not_paid"] as const).map((value) => ({
                value,
                label: t(`payout.end.${value}.label`),
                description: t(`payout.end.${value}.text`),
              }))}
              value={entries.outcome}
              onChange={(outcome) => onChange({ outcome })}
            />
          )}
          <NoteField
            label={t("payout.end.label")}
            placeholder={t("payout.end.placeholder")}
            value={entries.endNote}
            onChange={(endNote) => onChange({ endNote })}
          />
          {state !== "unknown" && entries.outcome === "not_paid" && (
            <OthersField entries={entries} onChange={onChange} />
          )}
        </>
      )
    default:
      return null
  }
}

/** Withdrawals that the provider lists and that the operator identified as others. */
function OthersField({ entries, onChange }: Pick<EntryFieldsProps, "entries" | "onChange">) {
  const { t } = useTexts()
  return (
    <TextField
      label={t("payout.write_off.notThis")}
      hint={t("payout.write_off.notThisHint")}
      value={entries.notThis}
      onChange={(notThis) => onChange({ notThis })}
      isExact
    />
  )
}
