import { StatusBadge } from "@medusajs/ui"
import type { OnchainWithdrawal, OnchainWithdrawalDetail } from "../../types/http"
import { isYourApproval } from "./decision"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"

/** A row of a list does not say what its reader may do. */
type WithdrawalBadgeProps = {
  withdrawal: Pick<OnchainWithdrawal, "state" | "waits_for"> &
    Partial<Pick<OnchainWithdrawalDetail, "choices">>
}

/** One that waits for gas needs the merchant, unlike others on their way; one that waits for an approval may need its reader. */
export function WithdrawalBadge({ withdrawal: { state, waits_for, choices } }: WithdrawalBadgeProps) {
  const { t } = useTexts()
  const isYours = choices !== undefined && isYourApproval({ state, choices })
  if (waits_for !== "gas" && !isYours) return <StateBadge of="withdrawalState" state={state} />
  return (
    <StatusBadge color="orange" className="whitespace-nowrap">
      {t(isYours ? "withdrawals.yours" : "withdrawals.blocked")}
    </StatusBadge>
  )
}
