import { Alert, Button } from "@medusajs/ui"
import { toFailure } from "./api"
import { useTexts } from "./texts"

type FailureAlertProps = {
  error: Error | null
  /** What to do when no answer came and the page does not show what happened. */
  unknown?: string
}

export function FailureAlert({ error, unknown }: FailureAlertProps) {
  const { t } = useTexts()
  if (!error) return null
  const { kind, message } = toFailure(error)
  return (
    <Alert variant="error" role="alert">
      {kind === "unknown" && unknown ? unknown : t(`failure.${kind}`, { message })}
    </Alert>
  )
}

/**
 * What the server says about one field of a form.
 *
 * @returns null for an error of another kind
 * @example fieldProblem(refusal("address: expected an address")) // { field: "address", text: "Expected an address" }
 */
export function fieldProblem(error: Error | null): { field: string; text: string } | null {
  if (!error || toFailure(error).kind !== "refused") return null
  const [, field, first = "", rest = ""] =
    /^(?:Invalid request: )?([a-z_]+): (.)(.*)$/s.exec(error.message) ?? []
  return field === undefined ? null : { field, text: `${first.toUpperCase()}${rest}` }
}

export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-col items-start gap-y-3 px-6 py-4" role="alert">
      <Alert variant="error" className="w-full">
        {text}
      </Alert>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t("failure.retry")}
      </Button>
    </div>
  )
}
