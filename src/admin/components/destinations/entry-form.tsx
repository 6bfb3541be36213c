import { Button, Text } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import type { OnchainDestinationDetail } from "../../../types/http"
import {
  type EntryNetwork,
  type EntryValues,
  missingInEntry,
  type RefundEntry,
  toEntryBody,
} from "../../destinations/entry"
import { useCreateDestination } from "../../hooks/use-destination"
import { useTexts } from "../../hooks/use-texts"
import { ActionFailureAlert } from "../action-failure-alert"
import { SelectField } from "../select-field"
import { TextField } from "../text-field"
import { AddressField } from "./address-field"
import { MemoField } from "./memo-field"

type EntryFormProps = {
  initial: EntryValues
  /** One when it is fixed already. */
  networks: EntryNetwork[]
  /** When it is the address of a customer who is owed money. */
  refund: RefundEntry | null
  onDone: (destination: OnchainDestinationDetail) => void
  onCancel: () => void
  children?: ReactNode
}

/** Adds an address to the book. The server validates it; its words are shown as they come. */
export function EntryForm({ initial, networks, refund, onDone, onCancel, children }: EntryFormProps) {
  const { t } = useTexts()
  const missingId = useId()
  const [values, setValues] = useState(initial)
  const { mutate, error, isPending, reset } = useCreateDestination()
  const chain = networks.find(({ id }) => id === values.networkId)?.chain ?? null
  const missing = missingInEntry(values, chain)
  const change = (part: Partial<EntryValues>) => {
    // What the server said was about other values.
    if (error) reset()
    setValues((current) => ({ ...current, ...part }))
  }
  const send = () => {
    if (missing || isPending) return
    mutate(toEntryBody(values, chain, refund), { onSuccess: ({ destination }) => onDone(destination) })
  }
  return (
    <form
      className="flex flex-col gap-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {children}
      <TextField
        label={t("entry.label")}
        hint={t("entry.labelHint")}
        maxLength={100}
        value={values.label}
        onChange={(label) => change({ label })}
      />
      {networks.length > 1 && (
        <SelectField
          label={t("entry.network")}
          placeholder={t("entry.choose")}
          options={networks.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.networkId}
          onChange={(networkId) => change({ networkId })}
        />
      )}
      <AddressField
        value={values.address}
        onChange={(address) => change({ address })}
        onSplit={({ address, memo }) => change({ address, memo, hasNoMemo: false })}
      />
      <MemoField chain={chain} memo={values.memo} hasNoMemo={values.hasNoMemo} onChange={change} />
      <ActionFailureAlert error={error} unknown={t("entry.unknown")} />
      {missing && (
        <Text id={missingId} size="small" className="text-ui-fg-subtle">
          {t(`entry.${missing}`)}
        </Text>
      )}
      <div className="flex justify-end gap-x-2">
        <Button size="small" type="button" variant="secondary" onClick={onCancel}>
          {t("entry.cancel")}
        </Button>
        <Button
          size="small"
          type="submit"
          disabled={missing !== null}
          isLoading={isPending}
          aria-describedby={missing ? missingId : undefined}
        >
          {t("entry.button")}
        </Button>
      </div>
    </form>
  )
}
