import { Alert } from "@medusajs/ui"
import { toFailure } from "../hooks/action-failure"
import { useTexts } from "../hooks/use-texts"

/** Says that an action about money on its way out was not done, or that nobody knows yet. */
export function ActionFailureAlert({ error }: { error: Error | null }) {
  const { t } = useTexts()
  if (!error) return null
  const { kind, message } = toFailure(error)
  return (
    <Alert variant="error" role="alert">
      {t(`payout.${kind}`, { message })}
    </Alert>
  )
}
