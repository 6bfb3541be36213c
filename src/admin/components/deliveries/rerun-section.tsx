import { Alert, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDelivery } from "../../../types/http"
import { rerunChoice } from "../../deliveries/rerun"
import { toFailure } from "../../hooks/action-failure"
import { useRerun } from "../../hooks/use-delivery"
import { useTexts } from "../../hooks/use-texts"
import { ActionRow } from "../action-row"
import { Confirmation } from "../confirmation"
import { DrawerSection } from "../drawer-section"

/** Has a webhook handled again, after a question. */
export function RerunSection({ delivery }: { delivery: OnchainDelivery }) {
  const { t } = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, error, isPending } = useRerun(delivery.id)
  const failure = error && toFailure(error)
  const confirm = () =>
    mutate(undefined, {
      onSuccess: () => toast.success(t("rerun.done")),
      onSettled: () => setIsAsked(false),
    })
  const words = {
    title: t("rerun.question"),
    text: t("rerun.effect", { event: delivery.event }),
    destination: null,
    note: null,
    warning: t("rerun.safe"),
    isFinal: false,
    button: t("rerun.button"),
  }
  return (
    <DrawerSection title={t("delivery.action")}>
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      <div>
        <ActionRow
          words={{ title: t("rerun.title"), text: t("rerun.text"), button: t("rerun.button") }}
          choice={rerunChoice(delivery, t)}
          onAsk={() => setIsAsked(true)}
        />
      </div>
      <Confirmation
        words={isAsked ? words : null}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setIsAsked(false)}
      />
    </DrawerSection>
  )
}
