import { Text } from "@medusajs/ui"
import type { OnchainDeposit } from "../../../types/http"
import { depositAmount } from "../../deposits/amount"
import { useTexts } from "../../hooks/use-texts"
import { Age } from "../age"
import { StateBadge } from "../deposits/state-badge"
import { TextLink } from "../text-link"

const SHOWN = 5

/** A customer's latest deposits, each a link to its details. */
export function CustomerDeposits({ deposits }: { deposits: OnchainDeposit[] }) {
  const { t, locale } = useTexts()
  return (
    <ul aria-label={t("customer.deposits")} className="flex flex-col gap-y-3 px-6 py-4">
      {deposits.slice(0, SHOWN).map((deposit) => (
        <li key={deposit.id} className="flex items-center justify-between gap-x-4">
          <div className="flex min-w-0 flex-col">
            <TextLink
              to={`/onchain/deposits?deposit_id=${encodeURIComponent(deposit.id)}`}
              className="txt-compact-small-plus truncate"
            >
              {depositAmount(deposit, t, locale)}
            </TextLink>
            <Text size="xsmall" className="text-ui-fg-subtle">
              <Age at={deposit.observed_at} />
            </Text>
          </div>
          <StateBadge state={deposit.state} />
        </li>
      ))}
    </ul>
  )
}
