import { BookOpen } from "@medusajs/icons"
import { Text, toast } from "@medusajs/ui"
import type {
  OnchainDestination,
  OnchainDestinationAction,
  OnchainDestinationDetail,
  OnchainDestinationListResponse,
  OnchainDestinationResponse,
} from "../../../types/http"
import { usePayouts } from "../api"
import { NewDestination } from "./entry-form"
import { PayoutsNotice } from "../payouts-notice"
import { questionOf, reasonOf, type Step, StepFooter, useDecisions } from "../../ui/action/step-footer"
import { apiPath, useRead } from "../../ui/api"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../../ui/drawer"
import { Age } from "../../ui/facts"
import { shortened } from "../../ui/format"
import { CustomerLink } from "../../ui/links"
import { ListPage, NEW } from "../../ui/list/list-page"
import { NETWORK, one } from "../../ui/list/list-state"
import { type ListSpec, networkColumn, stateColumn } from "../../ui/list/list-table"
import { customerName, networkName } from "../../ui/names"
import { Muted } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import { useTexts } from "../../ui/texts"

const DESTINATIONS: ListSpec<OnchainDestination, OnchainDestinationListResponse> = {
  name: "destinations",
  icon: BookOpen,
  guide: "withdrawals",
  path: apiPath("destinations"),
  rows: ({ destinations }) => destinations,
  order: "-created_at",
  filters: [
    one("state", "field.status", "destinationState.*.name"),
    one("purpose", "field.owner", "destinationPurpose.*"),
    NETWORK,
  ],
  columns: ({ t }) => [
    { id: "label", label: "field.name", opens: ({ label }) => label, maxSize: 240 },
    stateColumn("destinationState"),
    networkColumn(),
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

function DestinationDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: destination, ...reading } = useRead(apiPath("destinations", id), {
    select: (answer: OnchainDestinationResponse) => answer.destination,
  })
  if (!destination) return <DetailPending name="destination" reading={reading} />
  const { state, customer, memo, checksum, last_used_at: lastUsed } = destination
  return (
    <DetailBody
      title={destination.label}
      badge={<StateBadge of="destinationState" state={state} />}
      footer={<Actions destination={destination} />}
    >
      <DrawerSection title="field.status">
        <Text size="small">{t(`destinationState.${state}.sentence`)}</Text>
      </DrawerSection>
      <DrawerSection
        title="field.address"
        facts={[
          ["field.address", destination.address, "exact"],
          ["field.memo", memo ?? t("detail.none"), memo ? "exact" : undefined],
          ["field.network", networkName(destination)],
          [
            "destination.checksum",
            t(checksum === "verified" ? "destination.checksumVerified" : "destination.checksumAbsent"),
          ],
          customer
            ? ["field.customer", <CustomerLink customer={customer} />]
            : ["field.owner", t(`destinationPurpose.${destination.purpose}`)],
          ["destination.sender", destination.is_observed_sender ? t("destination.senderText") : null],
          ["destination.created", destination.created_by ?? t("detail.user")],
          [
            "field.approvedBy",
            destination.approved_at ? (destination.approved_by ?? t("detail.user")) : null,
          ],
          ["destination.lastUsed", lastUsed ? <Age at={lastUsed} /> : t("destination.never")],
          ["destination.id", destination.id, "copy"],
        ]}
      >
        <Muted isSmall>{t("destination.fixed")}</Muted>
      </DrawerSection>
      <HistorySection entries={destination.history} name="destinationHistory" />
    </DetailBody>
  )
}

function Actions({ destination }: { destination: OnchainDestinationDetail }) {
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const { id, label, state, choices, network_name: network, address, memo } = destination
  const decisions = useDecisions<OnchainDestinationResponse>(apiPath("destinations", id))
  const mayPayOut = payouts?.is_on ?? false
  const noMemo = t("destinationAction.approve.noMemo")
  const toStep = (action: OnchainDestinationAction): Step => ({
    label: t(`destinationAction.${action}.button`),
    reason: reasonOf(choices[action], t("action.notPossible")),
    isDangerous: action === "archive",
    question: questionOf(`destinationAction.${action}`, { label, network }, texts, {
      destination: address,
      isFinal: action === "archive",
      warning:
        action === "archive" ? null : memo === null ? noMemo : t("destinationAction.approve.memo", { memo }),
    }),
    run: decisions.post(action, {}, () => toast.success(t(`destinationAction.${action}.done`, { label }))),
  })
  return (
    <StepFooter
      steps={{ approve: toStep("approve"), archive: toStep("archive") }}
      primary={mayPayOut && state === "pending" ? "approve" : null}
      others={mayPayOut && state !== "archived" ? ["archive"] : []}
      decisions={decisions}
    />
  )
}
