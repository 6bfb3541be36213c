import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainBalance,
  OnchainDestination,
  OnchainDestinationListResponse,
  OnchainPayoutAccessResponse,
  OnchainPayoutAsset,
  OnchainPayoutLimit,
  OnchainRequestWithdrawalBody,
  OnchainWithdrawalResponse,
} from "../../types/http"
import { useBalances, useWorth } from "../finance/worth"
import { usePayouts } from "./api"
import { networksOf } from "./destination/entry"
import { EntryInputs, useEntry } from "./destination/entry-form"
import { PayoutsNotice } from "./payouts-notice"
import {
  amountProblem,
  assetKey,
  availableOf,
  byBalance,
  chosenAsset,
  EMPTY_REQUEST,
  limitsOf,
  mostOf,
  newRequestId,
  type RequestValues,
  toRequestBody,
} from "./request"
import { apiPath, toFailure, useAction, useRead } from "../ui/api"
import { DetailPending, DrawerHeading } from "../ui/drawer"
import { FailureAlert, fieldProblem } from "../ui/failure"
import { DecimalField } from "../ui/form/decimal-field"
import { FormFooter, NoteField, SelectField } from "../ui/form/fields"
import { formatDecimal, formatTokens, shortened } from "../ui/format"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"

type RequestFormProps = {
  payouts: OnchainPayoutAccessResponse["payouts"]
  destinations: OnchainDestination[]
  onDone: (id: string) => void
  onCancel: () => void
}

function RequestForm({ payouts, destinations, onDone, onCancel }: RequestFormProps) {
  const { t } = useTexts()
  const [sole, ...others] = destinations
  const { values, requestId, change, renew } = useRequestValues(others.length === 0 ? (sole?.id ?? "") : "")
  const [added, setAdded] = useState<OnchainDestination | null>(null)
  const { data: balances, isError: isUnread } = useBalances()
  const { mutate, error, isPending, reset } = useAction<
    OnchainWithdrawalResponse,
    OnchainRequestWithdrawalBody
  >(
    // Sends no money; the same `request_id` is the same request.
    (given) => ({ path: apiPath("withdrawals"), body: given }),
    ({ withdrawal }) => apiPath("withdrawals", withdrawal.id)
  )
  // One that this form has saved is approved at once where no second user has to.
  const known = added?.state === "approved" ? [added, ...destinations] : destinations
  const destination = known.find(({ id }) => id === values.destinationId)
  const here = payouts.assets.filter(({ network_id }) => network_id === destination?.network_id)
  const assets = byBalance(here, balances?.balances ?? [])
  const asset = chosenAsset(assets, values.assetKey)
  const available = asset && balances ? availableOf(asset, balances.balances) : undefined
  const limits = asset ? limitsOf(asset, payouts.limits) : []
  const most = mostOf(available ?? null, limits)
  const body = destination ? toRequestBody(values, asset, requestId, most) : null
  // What was refused was about the values before.
  const enter = (part: Partial<RequestValues>) => {
    if (error) reset()
    change(part)
  }
  const problem = fieldProblem(error)
  const send = () =>
    body &&
    mutate(body, {
      onSuccess: ({ withdrawal }) => onDone(withdrawal.id),
      // A request without an answer keeps its id, so that sending it again is the same request.
      onError: (failure) => toFailure(failure).kind !== "unknown" && renew(),
    })
  return (
    <form
      className="flex flex-1 flex-col overflow-y-auto"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex flex-1 flex-col gap-y-4 px-6 py-4">
        <PayoutsNotice />
        <Muted>{t("request.intro")}</Muted>
        <DestinationField
          destinations={destinations.some(({ id }) => id === added?.id) ? destinations : known}
          added={added}
          assets={payouts.assets}
          value={values.destinationId}
          onChange={(destinationId) => enter({ destinationId, assetKey: "" })}
          onAdd={(given) => {
            setAdded(given)
            enter({ destinationId: given.id, assetKey: "" })
          }}
        />
        {destination && (
          <AssetField
            assets={assets}
            balances={balances?.balances ?? []}
            value={asset ? assetKey(asset) : ""}
            onChange={(assetKey) => enter({ assetKey })}
          />
        )}
        {asset && (
          <AmountField
            asset={asset}
            limits={limits}
            available={isUnread ? null : available}
            most={most}
            refusal={problem?.field === "amount" ? problem.text : null}
            value={values.amount}
            onChange={(amount) => enter({ amount })}
          />
        )}
        <NoteField
          label={t("field.note")}
          hint={t("request.noteHint")}
          value={values.note}
          onChange={(note) => enter({ note })}
        />
        {problem?.field !== "amount" && <FailureAlert error={error} unknown={t("request.unknown")} />}
        <FormFooter
          cancel={t("confirm.cancel")}
          button={t("payout.quote.button")}
          missing={body ? null : t("request.missing")}
          isBusy={isPending}
          onCancel={onCancel}
        />
      </div>
    </form>
  )
}

const MANY = 100

export function NewWithdrawal({ onDone, onCancel }: { onDone: (id: string) => void; onCancel: () => void }) {
  const { t } = useTexts()
  const payouts = usePayouts()
  const destinations = useRead(apiPath("destinations"), {
    query: { state: "approved", purpose: "treasury", limit: MANY },
    select: (answer: OnchainDestinationListResponse) => answer.destinations,
  })
  if (!payouts.data || !destinations.data) {
    const error = payouts.error ?? destinations.error
    const refetch = () => Promise.all([payouts.refetch(), destinations.refetch()])
    return <DetailPending name="request" reading={{ error, refetch }} />
  }
  return (
    <>
      <DrawerHeading title={t("request.title")} />
      {payouts.data.is_on ? (
        <RequestForm
          payouts={payouts.data}
          destinations={destinations.data}
          onDone={onDone}
          onCancel={onCancel}
        />
      ) : (
        <div className="px-6 py-4">
          <PayoutsNotice />
        </div>
      )}
    </>
  )
}

/** One request id per set of values: a second press is the same request, a changed value a new one. */
function useRequestValues(destinationId: string) {
  const [{ values, requestId }, set] = useState(() => ({
    values: { ...EMPTY_REQUEST, destinationId },
    requestId: newRequestId(),
  }))
  return {
    values,
    requestId,
    change: (part: Partial<RequestValues>) =>
      set((current) => ({ values: { ...current.values, ...part }, requestId: newRequestId() })),
    renew: () => set((current) => ({ ...current, requestId: newRequestId() })),
  }
}

type AmountFieldProps = {
  asset: OnchainPayoutAsset
  limits: OnchainPayoutLimit[]
  /** Decimal in token units; null where it cannot be known, undefined while it is read. */
  available: string | null | undefined
  /** What can be withdrawn now, null while unknown. */
  most: string | null
  /** What the server said about the amount. */
  refusal: string | null
  value: string
  onChange: (amount: string) => void
}

function AmountField({ asset, limits, available, most, refusal, value, onChange }: AmountFieldProps) {
  const { t, locale } = useTexts()
  const worth = useWorth()(value === "" ? null : value, asset)
  const inWords = (amount: string) => formatTokens(amount, asset.token, locale)
  const problem = amountProblem(value, asset.decimals, most)
  const facts = { decimals: asset.decimals ?? 0, amount: inWords(most ?? "0") }
  const hints = [
    ...(worth === null ? [] : [`${worth}.`]),
    ...(typeof available === "string" ? [t("request.available", { amount: inWords(available) })] : []),
    ...(available === null ? [t("request.availableUnknown")] : []),
    ...limits.flatMap(({ network_id, per_withdrawal: each, per_day: day, sent_last_day: used }) => [
      ...(each === null ? [] : [t("request.limitEach", { amount: inWords(each) })]),
      ...(day === null
        ? []
        : [
            t(network_id === null ? "request.limitDayAll" : "request.limitDay", {
              amount: inWords(day),
              used: inWords(used),
            }),
          ]),
    ]),
  ]
  return (
    <DecimalField
      label={t("field.amount")}
      hint={hints.join(" ")}
      problem={problem ? t(`request.${problem}`, facts) : refusal}
      most={most}
      value={value}
      onChange={onChange}
    />
  )
}

type AssetFieldProps = {
  assets: OnchainPayoutAsset[]
  balances: OnchainBalance[]
  value: string
  onChange: (key: string) => void
}

/** Impossible assets are disabled with the reason. */
function AssetField({ assets, balances, value, onChange }: AssetFieldProps) {
  const { t, locale } = useTexts()
  const labelOf = (asset: OnchainPayoutAsset) => {
    const available = balances.length > 0 && asset.is_possible ? availableOf(asset, balances) : null
    return available === null ? asset.token : `${asset.token} · ${formatDecimal(available, locale)}`
  }
  const impossible = assets.filter(({ is_possible }) => !is_possible)
  return (
    <div className="flex flex-col gap-y-2">
      <SelectField
        label={t("field.token")}
        hint={assets.length === impossible.length ? t("request.noAssets") : null}
        placeholder={t("request.choose")}
        options={assets.map((asset) => ({
          value: assetKey(asset),
          label: labelOf(asset),
          isPossible: asset.is_possible,
        }))}
        value={value}
        onChange={onChange}
      />
      {impossible.map((asset) => (
        <Text key={assetKey(asset)} size="small" className="text-ui-fg-subtle">
          {asset.token}: {t("action.notPossible")} {asset.reason}
        </Text>
      ))}
    </div>
  )
}

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
function DestinationField({ destinations, added, assets, value, onChange, onAdd }: DestinationFieldProps) {
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

function NewAddress({ assets, onAdd }: Pick<DestinationFieldProps, "assets" | "onAdd">) {
  const { t } = useTexts()
  const { inputs, missing, isPending, save } = useEntry(networksOf(assets), onAdd)
  return (
    <div
      role="group"
      aria-label={t("request.newAddress")}
      className="flex flex-col gap-y-4 rounded-lg border p-4"
    >
      <EntryInputs {...inputs} />
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
        {t("refundStep.save_address.button")}
      </Button>
    </div>
  )
}
