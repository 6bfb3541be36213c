import { Text } from "@medusajs/ui"
import type { OnchainWithdrawal } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { withdrawalAmount } from "../../withdrawals/figures"
import { Age } from "../age"
import { DrawerSection } from "../drawer-section"
import { TextLink } from "../text-link"
import { WithdrawalBadge } from "../withdrawals/withdrawal-badge"

/** Payouts of a refund that came before its latest one. */
export function EarlierPayouts({ withdrawals }: { withdrawals: OnchainWithdrawal[] }) {
  const { t, locale } = useTexts()
  if (withdrawals.length === 0) return null
  return (
    <DrawerSection title={t("refund.earlier")}>
      <ul className="flex flex-col gap-y-2">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink
              to={`/onchain/withdrawals?withdrawal_id=${encodeURIComponent(withdrawal.id)}`}
              className="txt-compact-small-plus"
            >
              {withdrawalAmount(withdrawal, locale)}
            </TextLink>
            <WithdrawalBadge state={withdrawal.state} />
            <Text as="span" size="small" className="text-ui-fg-subtle">
              <Age at={withdrawal.created_at} />
            </Text>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
