import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainUnallocatedPayment } from "../../../types/http"
import type { Translate } from "../../i18n/translate"
import { describeUnallocated } from "../../i18n/unallocated-wording"
import { customerName } from "../../naming/customer-name"
import { orderName } from "../../naming/order-name"
import { paymentAmount } from "../../payments/amount"
import { standingOf } from "../../payments/standing"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { StandingBadge } from "./standing-badge"

const columns = createDataTableColumnHelper<OnchainUnallocatedPayment>()

/**
 * Columns of the list of payments without an order.
 *
 * @param onOpen shows a payment
 */
export function paymentColumns(t: Translate, locale: string, onOpen: (id: string) => void) {
  return [
    columns.accessor("received_amount", {
      header: t("payments.column.amount"),
      cell: ({ row: { original } }) => {
        const amount = paymentAmount(original, t, locale)
        return (
          <OpenButton
            text={amount}
            label={t("payments.open", { amount })}
            onOpen={() => onOpen(original.id)}
          />
        )
      },
      minSize: 140,
      maxSize: 220,
    }),
    columns.accessor("reason", {
      header: t("payments.column.reason"),
      cell: ({ getValue }) => describeUnallocated(getValue(), t).title,
      maxSize: 200,
    }),
    columns.accessor((payment) => standingOf(payment), {
      id: "standing",
      header: t("payments.column.standing"),
      cell: ({ getValue }) => <StandingBadge standing={getValue()} />,
    }),
    columns.accessor(({ order }) => (order ? orderName(order, t) : t("payments.noOrder")), {
      id: "order",
      header: t("payments.column.order"),
      maxSize: 140,
    }),
    columns.accessor("network_name", { header: t("payments.column.network"), maxSize: 140 }),
    columns.accessor(({ customer }) => customerName(customer, t), {
      id: "customer",
      header: t("payments.column.customer"),
      maxSize: 220,
    }),
    columns.accessor("settled_at", {
      header: t("payments.column.settled"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("payments.column.settled"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
