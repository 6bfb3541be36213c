import { Button, Text } from "@medusajs/ui"
import { useId } from "react"
import { toFailure } from "../../hooks/action-failure"
import { useRequestValues } from "../../hooks/use-request-values"
import { useRequestWithdrawal } from "../../hooks/use-request-withdrawal"
import { useTexts } from "../../hooks/use-texts"
import { chosenAsset } from "../../withdrawals/chosen-asset"
import { toRequestBody } from "../../withdrawals/request"
import type { OnchainDestination, OnchainPayoutAccessResponse } from "../../../types/http"
import { ActionFailureAlert } from "../action-failure-alert"
import { NoteField } from "../note-field"
import { AmountField } from "./amount-field"
import { AssetField } from "./asset-field"
import { DestinationField } from "./destination-field"

type RequestFormProps = {
  payouts: OnchainPayoutAccessResponse["payouts"]
  destinations: OnchainDestination[]
  /** Shows the withdrawal that was asked for. */
  onDone: (id: string) => void
  onCancel: () => void
}

/** Asks for a withdrawal. It is confirmed on the next screen, with its fee in sight. */
export function RequestForm({ payouts, destinations, onDone, onCancel }: RequestFormProps) {
  const { t } = useTexts()
  const missingId = useId()
  const { values, requestId, change, renew } = useRequestValues()
  const { mutate, error, isPending } = useRequestWithdrawal()
  const destination = destinations.find(({ id }) => id === values.destinationId)
  const assets = payouts.assets.filter(({ network_id }) => network_id === destination?.network_id)
  const asset = chosenAsset(assets, values.assetKey)
  const body = toRequestBody(values, asset, requestId)
  const send = () =>
    body &&
    mutate(body, {
      onSuccess: ({ withdrawal }) => onDone(withdrawal.id),
      // Only a request whose answer is missing is the same one when it is sent again.
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
        <Text size="small" className="text-ui-fg-subtle">
          {t("request.intro")}
        </Text>
        <DestinationField
          destinations={destinations}
          value={values.destinationId}
          onChange={(destinationId) => change({ destinationId, assetKey: "" })}
        />
        {destination && (
          <AssetField assets={assets} value={values.assetKey} onChange={(assetKey) => change({ assetKey })} />
        )}
        {asset && (
          <AmountField
            asset={asset}
            limits={payouts.limits}
            value={values.amount}
            onChange={(amount) => change({ amount })}
          />
        )}
        <NoteField
          label={t("request.note")}
          hint={t("request.noteHint")}
          value={values.note}
          onChange={(note) => change({ note })}
        />
        <ActionFailureAlert error={error} unknown={t("request.unknown")} />
        {!body && (
          <Text id={missingId} size="small" className="text-ui-fg-subtle">
            {t("request.missing")}
          </Text>
        )}
      </div>
      <div className="flex justify-end gap-x-2 border-t px-6 py-4">
        <Button size="small" type="button" variant="secondary" onClick={onCancel}>
          {t("request.cancel")}
        </Button>
        <Button
          size="small"
          type="submit"
          disabled={!body}
          isLoading={isPending}
          aria-describedby={body ? undefined : missingId}
        >
          {t("request.button")}
        </Button>
      </div>
    </form>
  )
}
