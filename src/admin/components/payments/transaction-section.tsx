import { Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { CustomerLink } from "../customer-link"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"

/** What happened on the chain, and what the payment is called here. */
export function TransactionSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale } = useTexts()
  const copyable = (name: string, value: string | null) => ({
    name,
    value: value === null ? t("detail.unknown") : <Copyable value={value} name={name} />,
  })
  const { network_id: id, network_name: name } = payment
  return (
    <DrawerSection title={t("detail.transaction")}>
      <Facts
        facts={[
          { name: t("detail.received"), value: formatInstant(payment.settled_at, locale) },
          { name: t("detail.customer"), value: <CustomerLink customer={payment.customer} /> },
          {
            name: t("detail.network"),
            value: (
              <Text as="span" size="small" leading="compact" className="break-words">
                {name === id ? id : `${name} (${id})`}
              </Text>
            ),
          },
          copyable(t("detail.hash"), payment.tx_hash),
          copyable(t("payment.id"), payment.id),
          copyable(t("payment.session"), payment.session_id),
        ]}
      />
    </DrawerSection>
  )
}
