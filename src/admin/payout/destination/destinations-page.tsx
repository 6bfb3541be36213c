import { BookOpen } from "@medusajs/icons"
import type { OnchainDestination, OnchainDestinationListResponse } from "../../../types/http"
import { apiPath, AREAS } from "../../ui/api"
import { shortened } from "../../ui/format"
import { ListPage, NEW } from "../../ui/list/list-page"
import { NETWORK, one } from "../../ui/list/list-state"
import type { ListSpec } from "../../ui/list/list-table"
import { customerName } from "../../ui/names"
import { StateBadge } from "../../ui/state-badge"
import { usePayouts } from "../api"
import { PayoutsNotice } from "../payouts-notice"
import { DestinationDetail } from "./destination-detail"
import { NewDestination } from "./entry-form"

const DESTINATIONS: ListSpec<OnchainDestination, OnchainDestinationListResponse> = {
  name: "destinations",
  icon: BookOpen,
  guide: "withdrawals",
  path: apiPath("destinations"),
  area: [...AREAS.out, "destinations"],
  rows: ({ destinations }) => destinations,
  initial: null,
  order: "-created_at",
  filters: [
    one("state", "field.status", ["pending", "approved", "archived"], "destinationState.*.name"),
    one("purpose", "field.owner", ["treasury", "refund"], "destinationPurpose.*"),
    NETWORK,
  ],
  columns: ({ t }) => [
    { id: "label", label: "field.name", opens: ({ label }) => label, maxSize: 240 },
    {
      id: "state",
      label: "field.status",
      show: (row) => <StateBadge of="destinationState" state={row.state} />,
    },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 140 },
    {
      id: "address",
      label: "field.address",
      show: ({ address }) => (
        <span className="font-mono [font-variant-ligatures:none]">{shortened(address)}</span>
      ),
      maxSize: 220,
    },
    {
      id: "purpose",
      label: "field.owner",
      show: ({ purpose, customer }) =>
        customer ? customerName(customer, t) : t(`destinationPurpose.${purpose}`),
      maxSize: 220,
    },
    { id: "created_at", label: "destinations.added", at: (row) => row.created_at },
  ],
}

export function DestinationsPage() {
  const { data: payouts } = usePayouts()
  return (
    <ListPage
      section="payouts"
      param="destination_id"
      spec={DESTINATIONS}
      notice={<PayoutsNotice />}
      newButton={payouts?.is_on && "destinations.new"}
      detail={(id, { open, close }) =>
        id === NEW ? <NewDestination onDone={open} onCancel={close} /> : <DestinationDetail id={id} />
      }
    />
  )
}
