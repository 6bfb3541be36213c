import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainTransaction } from "../../../types/http"
import { aboutName, pageOf } from "../../books/about"
import { directionName, transactionAmount } from "../../books/transaction"
import type { Translate } from "../../i18n/translate"
import { Age } from "../age"
import { Copyable } from "../copyable"
import { TextLink } from "../text-link"

const columns = createDataTableColumnHelper<OnchainTransaction>()

/** Columns of the list of transactions. */
export function transactionColumns(t: Translate, locale: string) {
  return [
    columns.accessor((transaction) => transactionAmount(transaction, t, locale), {
      id: "amount",
      header: t("transactions.column.amount"),
      minSize: 140,
      maxSize: 220,
    }),
    columns.accessor(({ direction }) => directionName(direction, t), {
      id: "direction",
      header: t("transactions.column.direction"),
      maxSize: 120,
    }),
    columns.accessor(({ type }) => type ?? t("detail.unknown"), {
      id: "type",
      header: t("transactions.column.type"),
      maxSize: 160,
    }),
    columns.accessor("network_name", { header: t("transactions.column.network"), maxSize: 140 }),
    columns.accessor("about", {
      header: t("transactions.column.about"),
      cell: ({ getValue }) => {
        const about = getValue()
        if (!about) return "–"
        const page = pageOf(about)
        const name = aboutName(about, t)
        return page === null ? name : <TextLink to={page}>{name}</TextLink>
      },
      maxSize: 160,
    }),
    columns.accessor("tx_hash", {
      header: t("transactions.column.hash"),
      cell: ({ getValue }) => {
        const hash = getValue()
        return hash === null ? "–" : <Copyable value={hash} name={t("transactions.column.hash")} />
      },
      maxSize: 220,
    }),
    columns.accessor("at", {
      header: t("transactions.column.at"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("transactions.column.at"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
