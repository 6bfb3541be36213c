import { StatusBadge } from "@medusajs/ui"
import type { OnchainDepositState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** Orange waits for a person, blue for the service; green and grey are done. */
const COLORS = {
  in_review: "orange",
  acting: "blue",
  assigned: "green",
  accepted: "green",
  refund_pending: "blue",
  refunded: "grey",
} as const satisfies Record<OnchainDepositState, string>

/** How a deposit stands, in words. */
export function StateBadge({ state }: { state: OnchainDepositState }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`state.${state}`)}
    </StatusBadge>
  )
}
