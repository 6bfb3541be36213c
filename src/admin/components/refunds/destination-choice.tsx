import { Hint, Label, RadioGroup, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainRefundDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

type DestinationChoiceProps = { refund: OnchainRefundDetail; value: string; onChange: (id: string) => void }

/** The customer's addresses that a refund can go to, in full. None is chosen beforehand. */
export function DestinationChoice({ refund, value, onChange }: DestinationChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  const { destinations, network_name: network } = refund
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" id={id}>
        {t("refund.destination")}
      </Label>
      <Hint>{t("refund.destinationHint", { network })}</Hint>
      {destinations.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("refund.noDestinations", { network })}
        </Text>
      )}
      <RadioGroup value={value} onValueChange={onChange} aria-labelledby={id}>
        {destinations.map((destination) => (
          <RadioGroup.ChoiceBox
            key={destination.id}
            value={destination.id}
            className="break-all"
            label={destination.label}
            description={[
              destination.address,
              ...(destination.memo ? [t("refund.senderMemo", { memo: destination.memo })] : []),
              ...(destination.is_observed_sender ? [t("destination.senderText")] : []),
            ].join(" · ")}
          />
        ))}
      </RadioGroup>
    </div>
  )
}
