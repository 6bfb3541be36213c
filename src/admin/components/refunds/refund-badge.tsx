import { StatusBadge } from "@medusajs/ui"
import type { OnchainRefundState } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** Orange waits for a person, blue is on its way, green is done. */
const COLORS = {
  due: "orange",
  quoted: "orange",
  confirmed: "blue",
  sent: "blue",
  done: "green",
} as const satisfies Record<OnchainRefundState, string>

/** How a refund stands, in words. */
export function RefundBadge({ state }: { state: OnchainRefundState }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`refundState.${state}.name`)}
    </StatusBadge>
  )
}
