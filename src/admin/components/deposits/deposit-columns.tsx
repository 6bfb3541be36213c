import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainDeposit } from "../../../types/http"
import { depositAmount } from "../../deposits/amount"
import { customerName } from "../../naming/customer-name"
import { describeAssignment } from "../../i18n/deposit-wording"
import type { Translate } from "../../i18n/translate"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { StateBadge } from "./state-badge"

const columns = createDataTableColumnHelper<OnchainDeposit>()

/**
 * Columns of the list of deposits.
 *
 * @param onOpen shows a deposit
 */
export function depositColumns(t: Translate, locale: string, onOpen: (id: string) => void) {
  return [
    columns.accessor("amount", {
      header: t("deposits.column.amount"),
      cell: ({ row: { original } }) => {
        const amount = depositAmount(original, t, locale)
        return (
          <OpenButton
            text={amount}
            label={t("deposits.open", { amount })}
            onOpen={() => onOpen(original.id)}
          />
        )
      },
      minSize: 140,
      maxSize: 220,
    }),
    columns.accessor("assignment_status", {
      header: t("deposits.column.reason"),
      cell: ({ getValue }) => describeAssignment(getValue(), t).title,
      maxSize: 240,
    }),
    columns.accessor("state", {
      header: t("deposits.column.state"),
      cell: ({ getValue }) => <StateBadge state={getValue()} />,
    }),
    columns.accessor("network_name", { header: t("deposits.column.network"), maxSize: 180 }),
    columns.accessor(({ customer }) => customerName(customer, t), {
      id: "customer",
      header: t("deposits.column.customer"),
      maxSize: 220,
    }),
    columns.accessor("observed_at", {
      header: t("deposits.column.received"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("deposits.column.received"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
