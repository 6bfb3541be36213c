import { Alert } from "@medusajs/ui"
import type { OnchainDestination } from "../../../types/http"
import { shortened } from "../../format/shortened"
import { useTexts } from "../../hooks/use-texts"
import { SelectField } from "../select-field"
import { TextLink } from "../text-link"

type DestinationFieldProps = {
  destinations: OnchainDestination[]
  value: string
  onChange: (id: string) => void
}

/** Where money goes: one of the approved destinations, shown in full once it is chosen. */
export function DestinationField({ destinations, value, onChange }: DestinationFieldProps) {
  const { t } = useTexts()
  const chosen = destinations.find(({ id }) => id === value)
  if (destinations.length === 0) {
    return (
      <Alert variant="info">
        {t("request.noDestinations")}{" "}
        <TextLink to="/onchain/destinations" className="underline">
          {t("menu.destinations")}
        </TextLink>
      </Alert>
    )
  }
  return (
    <div className="flex flex-col gap-y-2">
      <SelectField
        label={t("request.destination")}
        hint={t("request.destinationHint")}
        placeholder={t("request.choose")}
        options={destinations.map(({ id, label, network_name, address }) => ({
          value: id,
          label: `${label} · ${network_name} · ${shortened(address, 6, 4)}`,
        }))}
        value={value}
        onChange={onChange}
      />
      {chosen && (
        <code className="txt-small bg-ui-bg-subtle break-all rounded-lg border px-3 py-2 font-mono">
          {chosen.address}
          {chosen.memo && ` · ${t("withdrawal.memo")} ${chosen.memo}`}
        </code>
      )}
    </div>
  )
}
