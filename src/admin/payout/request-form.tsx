import { Text } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainDestination,
  OnchainPayoutAccessResponse,
  OnchainPayoutAsset,
  OnchainPayoutLimit,
} from "../../types/http"
import { useBalances } from "../finance/api"
import { useWorth } from "../finance/worth"
import { toFailure } from "../ui/api"
import { DetailPending, DrawerHeading } from "../ui/drawer"
import { DecimalField } from "../ui/form/decimal-field"
import { FailureAlert, fieldProblem } from "../ui/failure"
import { FormFooter, NoteField, SelectField } from "../ui/form/fields"
import { formatTokens } from "../ui/format"
import { Muted } from "../ui/prose"
import type { Translate } from "../ui/texts"
import { useTexts } from "../ui/texts"
import { usePayouts, useRequestWithdrawal } from "./api"
import { DestinationField } from "./destination-field"
import { useTreasuryDestinations } from "./destination/api"
import { PayoutsNotice } from "./payouts-notice"
import type { RequestValues } from "./request"
import {
  amountProblem,
  assetKey,
  availableOf,
  chosenAsset,
  EMPTY_REQUEST,
  limitsOf,
  mostOf,
  newRequestId,
  toRequestBody,
} from "./request"

type RequestFormProps = {
  payouts: OnchainPayoutAccessResponse["payouts"]
  destinations: OnchainDestination[]
  onDone: (id: string) => void
  onCancel: () => void
}

function RequestForm({ payouts, destinations, onDone, onCancel }: RequestFormProps) {
  const { t } = useTexts()
  const { values, requestId, change, renew } = useRequestValues()
  const [added, setAdded] = useState<OnchainDestination | null>(null)
  const { mutate, error, isPending } = useRequestWithdrawal()
  // One that this form has saved is approved at once where no second user has to.
  const known = added?.state === "approved" ? [added, ...destinations] : destinations
  const destination = known.find(({ id }) => id === values.destinationId)
  const assets = payouts.assets.filter(({ network_id }) => network_id === destination?.network_id)
  const asset = chosenAsset(assets, values.assetKey)
  const body = destination ? toRequestBody(values, asset, requestId) : null
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
          onChange={(destinationId) => change({ destinationId, assetKey: "" })}
          onAdd={(given) => {
            setAdded(given)
            change({ destinationId: given.id, assetKey: "" })
          }}
        />
        {destination && (
          <AssetField assets={assets} value={values.assetKey} onChange={(assetKey) => change({ assetKey })} />
        )}
        {asset && (
          <AmountField
            asset={asset}
            limits={payouts.limits}
            refusal={problem?.field === "amount" ? problem.text : null}
            value={values.amount}
            onChange={(amount) => change({ amount })}
          />
        )}
        <NoteField
          label={t("field.note")}
          hint={t("request.noteHint")}
          value={values.note}
          onChange={(note) => change({ note })}
        />
        {problem?.field !== "amount" && <FailureAlert error={error} unknown={t("request.unknown")} />}
        <FormFooter
          cancel={t("confirm.cancel")}
          button={t("request.button")}
          missing={body ? null : t("request.missing")}
          isBusy={isPending}
          onCancel={onCancel}
        />
      </div>
    </form>
  )
}

type NewWithdrawalProps = { onDone: (id: string) => void; onCancel: () => void }

export function NewWithdrawal({ onDone, onCancel }: NewWithdrawalProps) {
  const { t } = useTexts()
  const payouts = usePayouts()
  const destinations = useTreasuryDestinations()
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
function useRequestValues() {
  const [{ values, requestId }, set] = useState(() => ({ values: EMPTY_REQUEST, requestId: newRequestId() }))
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
  /** What the server said about the amount. */
  refusal: string | null
  value: string
  onChange: (amount: string) => void
}

function AmountField({ asset, limits, refusal, value, onChange }: AmountFieldProps) {
  const { t, locale } = useTexts()
  const { data: balances, isError } = useBalances()
  const worth = useWorth()(value === "" ? null : value, asset)
  const inWords = (amount: string) => formatTokens(amount, asset.token, locale)
  const problem = amountProblem(value, asset.decimals)
  const available = balances && availableOf(asset, balances.balances)
  const counted = limitsOf(asset, limits)
  const hints = [
    ...(worth === null ? [] : [`${worth}.`]),
    ...(typeof available === "string" ? [t("request.available", { amount: inWords(available) })] : []),
    ...(isError || available === null ? [t("request.availableUnknown")] : []),
    ...counted.flatMap((limit) => limitWords(limit, inWords, t)),
  ]
  return (
    <DecimalField
      label={t("field.amount")}
      hint={hints.join(" ")}
      problem={problem ? t(`request.${problem}`, { decimals: asset.decimals ?? 0 }) : refusal}
      most={mostOf(available ?? null, counted)}
      value={value}
      onChange={onChange}
    />
  )
}

function limitWords(
  { network_id, per_withdrawal: each, per_day: day, sent_last_day: used }: OnchainPayoutLimit,
  inWords: (amount: string) => string,
  t: Translate
): string[] {
  const perDay = network_id === null ? "request.limitDayAll" : "request.limitDay"
  return [
    ...(each === null ? [] : [t("request.limitEach", { amount: inWords(each) })]),
    ...(day === null ? [] : [t(perDay, { amount: inWords(day), used: inWords(used) })]),
  ]
}

type AssetFieldProps = { assets: OnchainPayoutAsset[]; value: string; onChange: (key: string) => void }

/** Impossible assets are disabled with the reason. */
function AssetField({ assets, value, onChange }: AssetFieldProps) {
  const { t } = useTexts()
  const impossible = assets.filter(({ is_possible }) => !is_possible)
  return (
    <div className="flex flex-col gap-y-2">
      <SelectField
        label={t("field.token")}
        hint={assets.length === impossible.length ? t("request.noAssets") : null}
        placeholder={t("request.choose")}
        options={assets.map((asset) => ({
          value: assetKey(asset),
          label: asset.token,
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
