import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainWithdrawal } from "../../../types/http"
import type { Translate } from "../../i18n/translate"
import { withdrawalAmount } from "../../withdrawals/figures"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { WithdrawalBadge } from "./withdrawal-badge"

const columns = createDataTableColumnHelper<OnchainWithdrawal>()

/**
 * Columns of the list of withdrawals.
 *
 * @param onOpen shows a withdrawal
 */
export function withdrawalColumns(t: Translate, locale: string, onOpen: (id: string) => void) {
  return [
    columns.accessor("amount", {
      header: t("withdrawals.column.amount"),
      cell: ({ row: { original } }) => {
        const amount = withdrawalAmount(original, locale)
        return (
          <OpenButton
            text={amount}
            label={t("withdrawals.open", { amount })}
            onOpen={() => onOpen(original.id)}
          />
        )
      },
      minSize: 140,
      maxSize: 220,
    }),
    columns.accessor("state", {
      header: t("withdrawals.column.state"),
      cell: ({ getValue }) => <WithdrawalBadge state={getValue()} />,
    }),
    columns.accessor("kind", {
      header: t("withdrawals.column.kind"),
      cell: ({ getValue }) => t(`withdrawals.kind.${getValue()}`),
      maxSize: 120,
    }),
    columns.accessor(({ destination }) => destination.label, {
      id: "destination",
      header: t("withdrawals.column.destination"),
      maxSize: 200,
    }),
    columns.accessor("network_name", { header: t("withdrawals.column.network"), maxSize: 140 }),
    columns.accessor(({ requested_by: by }) => by ?? t("acting.somebody"), {
      id: "by",
      header: t("withdrawals.column.by"),
      maxSize: 200,
    }),
    columns.accessor("created_at", {
      header: t("withdrawals.column.requested"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("withdrawals.column.requested"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
