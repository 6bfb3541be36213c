import { Heading, StatusBadge, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainBillingWarning } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

const COLORS = { warning: "orange", error: "red" } as const
/** What bites already comes first. */
const ORDER = { error: 0, warning: 1 } as const

/** What bites about the plan, or soon will. */
export function WarningList({ warnings }: { warnings: OnchainBillingWarning[] }) {
  const { t } = useTexts()
  const id = useId()
  if (warnings.length === 0) {
    return (
      <Text size="small" className="px-6 py-4">
        {t("billing.allWell")}
      </Text>
    )
  }
  return (
    <section aria-labelledby={id}>
      <Heading level="h2" id={id} className="px-6 pt-4">
        {t("billing.attention")}
      </Heading>
      <ul className="divide-y">
        {[...warnings]
          .sort((a, b) => ORDER[a.severity] - ORDER[b.severity])
          .map((warning) => (
            <li key={warning.id} className="flex items-start gap-x-4 px-6 py-3">
              <StatusBadge color={COLORS[warning.severity]} className="whitespace-nowrap">
                {t(`billing.severity.${warning.severity}`)}
              </StatusBadge>
              <Text size="small" className="min-w-0 break-words">
                {warning.message}
              </Text>
            </li>
          ))}
      </ul>
    </section>
  )
}
