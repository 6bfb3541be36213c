import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDestinationAction, OnchainDestinationDetail } from "../../../types/http"
import { describeDestinationConfirmation } from "../../destinations/confirmation"
import { offeredDestinationActions } from "../../destinations/offered-actions"
import { useDestinationAction } from "../../hooks/use-destination"
import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { ActionFailureAlert } from "../action-failure-alert"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"

/** Approving and archiving, each with its reason when it cannot be done. */
export function DecisionSection({ destination }: { destination: OnchainDestinationDetail }) {
  const { t } = useTexts()
  const { data: payouts } = usePayouts()
  const [asked, setAsked] = useState<OnchainDestinationAction | null>(null)
  const { mutate, error, isPending } = useDestinationAction(destination.id)
  const { label, choices } = destination
  const actions = offeredDestinationActions(destination.state, payouts?.is_on ?? false)
  const send = (action: OnchainDestinationAction) =>
    mutate(action, {
      onSuccess: () => toast.success(t(`destinationAction.${action}.done`, { label })),
      onSettled: () => setAsked(null),
    })

  if (!error && actions.length === 0) return null
  return (
    <DrawerSection title={t("detail.decision")}>
      <ActionFailureAlert error={error} />
      <div className="divide-y">
        {actions.map((action) => (
          <ActionRow
            key={action}
            words={{
              title: t(`destinationAction.${action}.title`),
              text: t(`destinationAction.${action}.text`),
              button: t(`destinationAction.${action}.button`),
            }}
            choice={choices[action]}
            onAsk={() => setAsked(action)}
          />
        ))}
      </div>
      <Confirmation
        words={asked && describeDestinationConfirmation(destination, asked, t)}
        isDangerous={asked === "archive"}
        isBusy={isPending}
        onConfirm={() => asked && send(asked)}
        onCancel={() => setAsked(null)}
      />
    </DrawerSection>
  )
}
