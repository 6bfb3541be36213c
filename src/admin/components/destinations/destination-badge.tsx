import { StatusBadge } from "@medusajs/ui"
import type { OnchainDestinationState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** Orange waits for a person; green can be used, grey cannot any more. */
const COLORS = {
  pending: "orange",
  approved: "green",
  archived: "grey",
} as const satisfies Record<OnchainDestinationState, string>

/** How a destination stands, in words. */
export function DestinationBadge({ state }: { state: OnchainDestinationState }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`destinationState.${state}.name`)}
    </StatusBadge>
  )
}
