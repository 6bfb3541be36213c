import { StatusBadge } from "@medusajs/ui"
import { useTexts } from "../../hooks/use-texts"
import type { Standing } from "../../payments/standing"

/** Orange waits for a person, blue for the server; purple is a debt that stays; green and grey are done. */
const COLORS = {
  waiting: "orange",
  due_back: "orange",
  applying: "blue",
  applied: "green",
  refund_due: "purple",
  kept: "grey",
} as const satisfies Record<Standing, string>

/** How a payment without an order stands, in words. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[standing]} className="whitespace-nowrap">
      {t(`standing.${standing}`)}
    </StatusBadge>
  )
}
