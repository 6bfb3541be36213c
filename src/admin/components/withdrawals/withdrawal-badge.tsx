import { StatusBadge } from "@medusajs/ui"
import type { OnchainWithdrawalState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** Orange waits for a person, red for a person who has to look closely, blue for the service; green and grey are over. */
const COLORS = {
  requested: "orange",
  quoted: "orange",
  awaiting_approval: "orange",
  sending: "blue",
  sent: "blue",
  completed: "green",
  failed: "red",
  refused: "grey",
  cancelled: "grey",
  unclear: "red",
} as const satisfies Record<OnchainWithdrawalState, string>

/** How a withdrawal stands, in words. */
export function WithdrawalBadge({ state }: { state: OnchainWithdrawalState }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`withdrawalState.${state}.name`)}
    </StatusBadge>
  )
}
