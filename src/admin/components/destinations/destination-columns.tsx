import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainDestination } from "../../../types/http"
import { shortened } from "../../format/shortened"
import type { Translate } from "../../i18n/translate"
import { customerName } from "../../naming/customer-name"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { DestinationBadge } from "./destination-badge"

const columns = createDataTableColumnHelper<OnchainDestination>()

/**
 * Columns of the address book.
 *
 * @param onOpen shows a destination
 */
export function destinationColumns(t: Translate, onOpen: (id: string) => void) {
  return [
    columns.accessor("label", {
      header: t("destinations.column.label"),
      cell: ({ row: { original } }) => (
        <OpenButton
          text={original.label}
          label={t("destinations.open", { label: original.label })}
          onOpen={() => onOpen(original.id)}
        />
      ),
      minSize: 140,
      maxSize: 240,
    }),
    columns.accessor("state", {
      header: t("destinations.column.state"),
      cell: ({ getValue }) => <DestinationBadge state={getValue()} />,
    }),
    columns.accessor("network_name", { header: t("destinations.column.network"), maxSize: 140 }),
    columns.accessor("address", {
      header: t("destinations.column.address"),
      cell: ({ getValue }) => <span className="font-mono">{shortened(getValue())}</span>,
      maxSize: 220,
    }),
    columns.accessor(
      ({ purpose, customer }) => (customer ? customerName(customer, t) : t(`destinationPurpose.${purpose}`)),
      { id: "purpose", header: t("destinations.column.purpose"), maxSize: 220 }
    ),
    columns.accessor("created_at", {
      header: t("destinations.column.created"),
      cell: ({ getValue }) => <Age at={getValue()} />,
      enableSorting: true,
      sortLabel: t("destinations.column.created"),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    }),
  ]
}
