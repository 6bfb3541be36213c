import { Text } from "@medusajs/ui"
import type { OnchainDepositDetail } from "../../../types/http"
import { assetName } from "../../deposits/amount"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"
import { CustomerLink } from "../customer-link"

/** What happened on the chain. */
export function TransactionSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t, locale } = useTexts()
  const copyable = (name: string, value: string | null) => ({
    name,
    value: value === null ? t("detail.unknown") : <Copyable value={value} name={name} />,
  })
  const network = `${deposit.network_name} (${deposit.network_id})`
  const asset = deposit.canonical_asset_id ?? assetName(deposit, t)
  return (
    <DrawerSection title={t("detail.transaction")}>
      <Facts
        facts={[
          { name: t("detail.received"), value: formatInstant(deposit.observed_at, locale) },
          { name: t("detail.customer"), value: <CustomerLink customer={deposit.customer} /> },
          {
            name: t("detail.network"),
            value: (
              <Text as="span" size="small" leading="compact" className="break-words">
                {deposit.network_name === deposit.network_id ? deposit.network_id : network}
              </Text>
            ),
          },
          copyable(t("detail.asset"), asset),
          copyable(t("detail.hash"), deposit.tx_hash),
          copyable(t("detail.from"), deposit.from_address),
          copyable(t("detail.to"), deposit.to_address),
          copyable(t("detail.id"), deposit.id),
        ]}
      />
    </DrawerSection>
  )
}
