import { Alert, Button } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDestination, OnchainPayoutAsset } from "../../types/http"
import { SelectField } from "../ui/form/fields"
import { shortened } from "../ui/format"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useCreateDestination } from "./destination/api"
import {
  chainOf,
  type EntryValues,
  firstEntry,
  missingInEntry,
  networksOf,
  toEntryBody,
} from "./destination/entry"
import { EntryInputs } from "./destination/entry-form"

/** In place of a destination's id. */
const NEW_ADDRESS = "new"

type DestinationFieldProps = {
  destinations: OnchainDestination[]
  /** Saved in this form, and not in the list of approved ones yet. */
  added: OnchainDestination | null
  assets: OnchainPayoutAsset[]
  value: string
  onChange: (id: string) => void
  onAdd: (destination: OnchainDestination) => void
}

/** Chooses an address of the book, or saves a new one without leaving the form. */
export function DestinationField({
  destinations,
  added,
  assets,
  value,
  onChange,
  onAdd,
}: DestinationFieldProps) {
  const { t } = useTexts()
  const chosen = destinations.find(({ id }) => id === value)
  const pending = !chosen && added?.id === value ? added : null
  const known = pending ? [...destinations, pending] : destinations
  const options = known.map(({ id, label, network_name, address }) => ({
    value: id,
    label: `${label} · ${network_name} · ${shortened(address, 6, 4)}`,
  }))
  const shown = chosen ?? pending
  return (
    <div className="flex flex-col gap-y-3">
      <SelectField
        label={t("request.destination")}
        placeholder={t("request.choose")}
        options={[...options, { value: NEW_ADDRESS, label: t("request.newAddress") }]}
        value={value}
        onChange={onChange}
      />
      {shown && (
        <code className="txt-small bg-ui-bg-subtle break-all rounded-lg border px-3 py-2 font-mono [font-variant-ligatures:none]">
          {shown.address}
          {shown.memo && ` · ${t("field.memo")} ${shown.memo}`}
        </code>
      )}
      {pending && (
        <Alert variant="info" role="status">
          {t("request.pending", { label: pending.label })}
        </Alert>
      )}
      {value === NEW_ADDRESS && <NewAddress assets={assets} onAdd={onAdd} />}
    </div>
  )
}

type NewAddressProps = { assets: OnchainPayoutAsset[]; onAdd: (destination: OnchainDestination) => void }

function NewAddress({ assets, onAdd }: NewAddressProps) {
  const { t } = useTexts()
  const networks = networksOf(assets)
  const [values, setValues] = useState(() => firstEntry(networks))
  const { mutate, error, isPending, reset } = useCreateDestination()
  const chain = chainOf(networks, values)
  const missing = missingInEntry(values, chain)
  const change = (part: Partial<EntryValues>) => {
    // What the server said was about other values.
    if (error) reset()
    setValues((current) => ({ ...current, ...part }))
  }
  const save = () =>
    mutate(toEntryBody(values, chain, null), { onSuccess: ({ destination }) => onAdd(destination) })
  return (
    <div
      role="group"
      aria-label={t("request.newAddress")}
      className="flex flex-col gap-y-4 rounded-lg border p-4"
    >
      <EntryInputs values={values} networks={networks} error={error} onChange={change} />
      {missing && <Muted>{t(`entry.${missing}`)}</Muted>}
      <Button
        size="small"
        type="button"
        variant="secondary"
        className="self-end"
        disabled={missing !== null}
        isLoading={isPending}
        onClick={save}
      >
        {t("request.addAddress")}
      </Button>
    </div>
  )
}
