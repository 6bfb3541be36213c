import { createDataTableColumnHelper } from "@medusajs/ui"
import type { OnchainDelivery } from "../../../types/http"
import { shortened } from "../../format/shortened"
import type { Translate } from "../../i18n/translate"
import { Age } from "../age"
import { OpenButton } from "../open-button"
import { DeliveryBadge } from "./delivery-badge"

const columns = createDataTableColumnHelper<OnchainDelivery>()

/**
 * Columns of the list of webhooks.
 *
 * @param onOpen shows a webhook
 */
export function deliveryColumns(t: Translate, onOpen: (id: string) => void) {
  return [
    columns.accessor("event", {
      header: t("deliveries.column.event"),
      cell: ({ row: { original } }) => (
        <OpenButton
          text={original.event}
          label={t("deliveries.open", { event: original.event })}
          onOpen={() => onOpen(original.id)}
        />
      ),
      minSize: 160,
      maxSize: 240,
    }),
    columns.accessor("state", {
      header: t("deliveries.column.state"),
      cell: ({ getValue }) => <DeliveryBadge state={getValue()} />,
    }),
    columns.accessor("attempts", { header: t("deliveries.column.attempts"), maxSize: 100 }),
    columns.accessor("resource_id", {
      header: t("deliveries.column.resource"),
      cell: ({ getValue }) => {
        const id = getValue()
        return id ? (
          <span className="font-mono" title={id}>
            {shortened(id)}
          </span>
        ) : (
          "–"
        )
      },
      maxSize: 200,
    }),
    columns.accessor("last_error", {
      header: t("deliveries.column.details"),
      cell: ({ getValue }) => {
        const error = getValue()
        return error ? (
          <span className="block truncate" title={error}>
            {error}
          </span>
        ) : (
          "–"
        )
      },
      maxSize: 260,
    }),
    columns.accessor("received_at", {
      header: t("deliveries.column.received"),
      cell: ({ getValue }) => <Age at={getValue()} />,
    }),
  ]
}
