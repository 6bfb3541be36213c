import type { OnchainRefundDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { CustomerLink } from "../customer-link"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"
import { OrderLink } from "../order-link"

/** What a refund is about, and what it is called. */
export function FactsSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, locale } = useTexts()
  const { order, done_at: doneAt, network_id: id, network_name: name } = refund
  const copyable = (what: string, value: string) => ({
    name: what,
    value: <Copyable value={value} name={what} />,
  })
  return (
    <DrawerSection title={t("refund.facts")}>
      <Facts
        facts={[
          { name: t("refund.kind"), value: t(`refundKind.${refund.kind}`) },
          { name: t("refund.order"), value: order ? <OrderLink order={order} /> : t("refunds.noOrder") },
          { name: t("refund.customer"), value: <CustomerLink customer={refund.customer} /> },
          {
            name: t("refund.network"),
            value: <span className="break-words">{name === id ? id : `${name} (${id})`}</span>,
          },
          { name: t("refund.since"), value: formatInstant(refund.created_at, locale) },
          ...(doneAt ? [{ name: t("refund.done"), value: formatInstant(doneAt, locale) }] : []),
          copyable(t("refund.id"), refund.id),
          copyable(t("refund.payment"), refund.payment_id),
        ]}
      />
    </DrawerSection>
  )
}
