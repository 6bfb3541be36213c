import { Alert, Button } from "@medusajs/ui"
import { useTexts } from "../hooks/use-texts"

/** Something could not be loaded, with a way to try again. */
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
