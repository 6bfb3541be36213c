import { Alert, Text } from "@medusajs/ui"
import type { OnchainDelivery } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** What went wrong the last time. Beside a webhook that is done it is a note of how it ended, and no error. */
export function LastError({ delivery: { state, last_error: text } }: { delivery: OnchainDelivery }) {
  const { t } = useTexts()
  if (!text) return null
  if (state === "processed" || state === "ignored") {
    return (
      <Text size="small" className="text-ui-fg-subtle break-words">
        {text}
      </Text>
    )
  }
  return (
    <Alert variant={state === "dead" ? "error" : "warning"} className="break-words">
      {t("delivery.lastError", { error: text })}
    </Alert>
  )
}
