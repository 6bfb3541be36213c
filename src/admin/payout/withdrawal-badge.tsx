import { StatusBadge } from "@medusajs/ui"
import type { OnchainWithdrawal } from "../../types/http"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"

type WithdrawalBadgeProps = { withdrawal: Pick<OnchainWithdrawal, "state" | "waits_for"> }

/** One that waits for gas needs the merchant, unlike others on their way. */
export function WithdrawalBadge({ withdrawal: { state, waits_for } }: WithdrawalBadgeProps) {
  const { t } = useTexts()
  if (waits_for !== "gas") return <StateBadge of="withdrawalState" state={state} />
  return (
    <StatusBadge color="orange" className="whitespace-nowrap">
      {t("withdrawals.blocked")}
    </StatusBadge>
  )
}
