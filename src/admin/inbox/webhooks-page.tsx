import { BellAlert } from "@medusajs/icons"
import type { OnchainDelivery, OnchainDeliveryListResponse } from "../../types/http"
import { apiPath, AREAS } from "../ui/api"
import { shortened } from "../ui/format"
import { ListPage } from "../ui/list/list-page"
import { one, text } from "../ui/list/list-state"
import type { ListSpec } from "../ui/list/list-table"
import { StateBadge } from "../ui/state-badge"
import { DeliveryDetail } from "./delivery-detail"
import { DELIVERY_STATE_WORDING } from "./words"

const DELIVERIES: ListSpec<OnchainDelivery, OnchainDeliveryListResponse> = {
  name: "deliveries",
  icon: BellAlert,
  guide: "webhooks",
  path: apiPath("deliveries"),
  area: AREAS.deliveries,
  rows: ({ deliveries }) => deliveries,
  initial: null,
  order: "-received_at",
  isOrderFixed: true,
  filters: [
    one("state", "field.status", Object.keys(DELIVERY_STATE_WORDING), "deliveryState.*.name"),
    text("event", "field.event", "invoice.paid"),
  ],
  columns: () => [
    { id: "event", label: "field.event", opens: ({ event }) => event, minSize: 160, maxSize: 240 },
    {
      id: "state",
      label: "field.status",
      show: (row) => <StateBadge of="deliveryState" state={row.state} />,
    },
    { id: "attempts", label: "field.attempts", show: ({ attempts }) => attempts, maxSize: 100 },
    {
      id: "resource_id",
      label: "field.about",
      show: ({ resource_id: id }) => (
        <Titled title={id} text={id && shortened(id)} className="font-mono [font-variant-ligatures:none]" />
      ),
      maxSize: 200,
    },
    {
      id: "last_error",
      label: "field.details",
      show: ({ last_error: error }) => <Titled title={error} text={error} className="block truncate" />,
      maxSize: 260,
    },
    { id: "received_at", label: "field.received", at: (row) => row.received_at },
  ],
}

type TitledProps = { title: string | null; text: string | null; className: string }

const Titled = ({ title, text: shown, className }: TitledProps) =>
  title ? (
    <span className={className} title={title}>
      {shown}
    </span>
  ) : (
    "–"
  )

export const WebhooksPage = () => (
  <ListPage
    section="settings"
    param="delivery_id"
    spec={DELIVERIES}
    detail={(id) => <DeliveryDetail id={id} />}
  />
)
