import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainRefund } from "../../../types/http"
import type { Translate } from "../../i18n/translate"
import { customerName } from "../../naming/customer-name"
import { orderName } from "../../naming/order-name"
import { refundAmount } from "../../refunds/amount"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { RefundBadge } from "./refund-badge"

const columns = createDataTableColumnHelper<OnchainRefund>()

/**
 * Columns of the list of refunds.
 *
 * @param onOpen shows a refund
 */
export function refundColumns(t: Translate, locale: string, onOpen: (id: string) => void) {
  return [
    columns.accessor("fiat_amount", {
      header: t("refunds.column.amount"),
      cell: ({ row: { original } }) => {
        const amount = refundAmount(original, t, locale)
        return (
          <OpenButton
            text={amount}
            label={t("refunds.open", { amount })}
            onOpen={() => onOpen(original.id)}
          />
        )
      },
      minSize: 140,
      maxSize: 220,
    }),
    columns.accessor("state", {
      header: t("refunds.column.state"),
      cell: ({ getValue }) => <RefundBadge state={getValue()} />,
    }),
    columns.accessor("kind", {
      header: t("refunds.column.kind"),
      cell: ({ getValue }) => t(`refundKind.${getValue()}`),
      maxSize: 200,
    }),
    columns.accessor(({ order }) => (order ? orderName(order, t) : t("refunds.noOrder")), {
      id: "order",
      header: t("refunds.column.order"),
      maxSize: 140,
    }),
    columns.accessor(({ customer }) => customerName(customer, t), {
      id: "customer",
      header: t("refunds.column.customer"),
      maxSize: 220,
    }),
    columns.accessor("network_name", { header: t("refunds.column.network"), maxSize: 140 }),
    columns.accessor("created_at", {
      header: t("refunds.column.created"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("refunds.column.created"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
