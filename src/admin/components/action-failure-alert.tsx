import { Alert } from "@medusajs/ui"
import { toFailure } from "../hooks/action-failure"
import { useTexts } from "../hooks/use-texts"

type ActionFailureAlertProps = {
  error: Error | null
  /** What to do when no answer came, where the page does not show by itself what happened. */
  unknown?: string
}

/** Says that an action about money on its way out was not done, or that nobody knows yet. */
export function ActionFailureAlert({ error, unknown }: ActionFailureAlertProps) {
  const { t } = useTexts()
  if (!error) return null
  const { kind, message } = toFailure(error)
  return (
    <Alert variant="error" role="alert">
      {kind === "unknown" && unknown ? unknown : t(`payout.${kind}`, { message })}
    </Alert>
  )
}
