import { StatusBadge } from "@medusajs/ui"
import type { OnchainReportState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

const COLORS = {
  queued: "grey",
  running: "blue",
  done: "green",
  failed: "red",
} as const satisfies Record<OnchainReportState, string>

/** How a report stands, in words. */
export function ReportBadge({ state }: { state: OnchainReportState }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`reportState.${state}`)}
    </StatusBadge>
  )
}
