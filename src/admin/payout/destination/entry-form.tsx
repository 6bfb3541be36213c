import { Alert, Button, Checkbox, Label, Text, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainDestinationDetail } from "../../../types/http"
import { DetailPending, DrawerHeading } from "../../ui/drawer"
import { FailureAlert, fieldProblem } from "../../ui/failure"
import { FormFooter, SelectField, TextField } from "../../ui/form/fields"
import { useTexts } from "../../ui/texts"
import { useCreateDestination, usePayouts } from "../api"
import { PayoutsNotice } from "../payouts-notice"
import type { EntryNetwork, EntryValues } from "./entry"
import { chainOf, firstEntry, hasMemos, isUnchecked, missingInEntry, networksOf, toEntryBody } from "./entry"
import { splitMuxed } from "./muxed"

/** What is typed for a new address of the merchant, and how it is saved. */
export function useEntry(networks: EntryNetwork[], onDone: (destination: OnchainDestinationDetail) => void) {
  const [values, setValues] = useState(() => firstEntry(networks))
  const { mutate, error, isPending, reset } = useCreateDestination()
  const chain = chainOf(networks, values)
  const missing = missingInEntry(values, chain)
  const onChange = (part: Partial<EntryValues>) => {
    // What the server said was about other values.
    if (error) reset()
    setValues((current) => ({ ...current, ...part }))
  }
  const save = () => {
    if (missing || isPending) return
    mutate(toEntryBody(values, chain, null), { onSuccess: ({ destination }) => onDone(destination) })
  }
  return { inputs: { values, networks, error, onChange }, missing, isPending, save }
}

type EntryFormProps = {
  networks: EntryNetwork[]
  onDone: (destination: OnchainDestinationDetail) => void
  onCancel: () => void
}

function EntryForm({ networks, onDone, onCancel }: EntryFormProps) {
  const { t } = useTexts()
  const { inputs, missing, isPending, save } = useEntry(networks, onDone)
  return (
    <form
      className="flex flex-col gap-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <EntryInputs {...inputs} />
      <FormFooter
        cancel={t("confirm.cancel")}
        button={t("entry.button")}
        missing={missing && t(`entry.${missing}`)}
        isBusy={isPending}
        onCancel={onCancel}
      />
    </form>
  )
}

type EntryInputsProps = {
  values: EntryValues
  networks: EntryNetwork[]
  /** Of the last attempt to save it. */
  error: Error | null
  onChange: (part: Partial<EntryValues>) => void
}

export function EntryInputs({ values, networks, error, onChange }: EntryInputsProps) {
  const { t } = useTexts()
  const [wasTrimmed, setWasTrimmed] = useState(false)
  const chain = chainOf(networks, values)
  const muxed = splitMuxed(values.address)
  const problem = fieldProblem(error)
  const of = (field: string) => (problem?.field === field ? problem.text : null)
  const isBesideField = problem !== null && FIELDS.has(problem.field)
  const again = (name: "addressAgain" | "memoAgain", field: string) => ({
    label: t(`entry.${name}`),
    problem: of(field),
    isExact: true,
    value: values[name],
    onChange: (text: string) =>
      onChange(name === "memoAgain" ? { memoAgain: text.trim() } : { addressAgain: text.trim() }),
  })
  return (
    <>
      <TextField
        label={t("field.name")}
        hint={t("entry.labelHint")}
        maxLength={100}
        problem={of("label")}
        value={values.label}
        onChange={(label) => onChange({ label })}
      />
      {(networks.length > 1 || of("network_id")) && (
        <SelectField
          label={t("field.network")}
          placeholder={t("request.choose")}
          options={networks.map(({ id, name }) => ({ value: id, label: name }))}
          problem={of("network_id")}
          value={values.networkId}
          onChange={(networkId) => onChange({ networkId })}
        />
      )}
      <div className="flex flex-col gap-y-2">
        <TextField
          label={t("field.address")}
          hint={wasTrimmed ? t("entry.trimmed") : null}
          problem={of("address") ?? (hasMemos(chain) ? null : of("memo"))}
          isExact
          value={values.address}
          onChange={(given) => {
            // The server reports spaces within the address.
            setWasTrimmed(given.trim() !== given)
            onChange({ address: given.trim() })
          }}
        />
        {values.address && (
          <code className="txt-small bg-ui-bg-subtle break-all rounded-lg border px-3 py-2">
            {values.address}
          </code>
        )}
        {muxed && (
          <Alert variant="warning">
            <Text size="small">{t("entry.muxed")}</Text>
            <code className="txt-small break-all font-mono [font-variant-ligatures:none]">
              {muxed.address} · {t("field.memo")} {muxed.memo}
            </code>
            <Button
              size="small"
              type="button"
              variant="secondary"
              className="mt-2"
              onClick={() => onChange({ ...muxed, hasNoMemo: false })}
            >
              {t("entry.useMuxed")}
            </Button>
          </Alert>
        )}
      </div>
      {hasMemos(chain) && <MemoField values={values} problem={of("memo")} onChange={onChange} />}
      {isUnchecked(chain) && (
        <>
          <TextField {...again("addressAgain", "address_again")} hint={t("entry.againHint")} />
          {values.memo && <TextField {...again("memoAgain", "memo_again")} />}
        </>
      )}
      {!isBesideField && <FailureAlert error={error} unknown={t("entry.unknown")} />}
    </>
  )
}

const FIELDS = new Set(["label", "network_id", "address", "memo", "address_again", "memo_again"])

type MemoFieldProps = Pick<EntryInputsProps, "values" | "onChange"> & { problem: string | null }

function MemoField({ values: { memo, hasNoMemo }, problem, onChange }: MemoFieldProps) {
  const { t } = useTexts()
  const id = useId()
  const hintId = useId()
  return (
    <div className="flex flex-col gap-y-3">
      <TextField
        label={t("field.memo")}
        hint={t("entry.memoHint")}
        problem={problem}
        isExact
        value={memo}
        onChange={(text) => onChange({ memo: text.trim(), ...(text.trim() ? { hasNoMemo: false } : {}) })}
      />
      <div className="flex items-start gap-x-2">
        <Checkbox
          id={id}
          checked={hasNoMemo}
          aria-describedby={hintId}
          onCheckedChange={(isTicked) =>
            onChange({ hasNoMemo: isTicked === true, ...(isTicked === true ? { memo: "" } : {}) })
          }
        />
        <div className="flex flex-col">
          <Label htmlFor={id} size="small">
            {t("entry.noMemo")}
          </Label>
          <p id={hintId} className="txt-small text-ui-fg-subtle">
            {t("entry.noMemoHint")}
          </p>
        </div>
      </div>
    </div>
  )
}

export function NewDestination({ onDone, onCancel }: { onDone: (id: string) => void; onCancel: () => void }) {
  const { t } = useTexts()
  const { data: payouts, error, refetch } = usePayouts()
  if (!payouts) return <DetailPending name="entry" reading={{ error, refetch }} />
  const networks = networksOf(payouts.assets)
  return (
    <>
      <DrawerHeading title={t("entry.title")} />
      <div className="flex-1 overflow-y-auto px-6 py-4">
        {payouts.is_on ? (
          <EntryForm
            networks={networks}
            onDone={({ id, label, state }) => {
              toast.success(t(state === "pending" ? "entry.donePending" : "entry.done", { label }))
              onDone(id)
            }}
            onCancel={onCancel}
          />
        ) : (
          <PayoutsNotice />
        )}
      </div>
    </>
  )
}
