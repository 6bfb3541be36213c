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
import type { ConfirmationWords } from "../../ui/action/confirmation"
import { questionOf, reasonOf, type Step, StepFooter, useDecisions } from "../../ui/action/step-footer"
import { apiPath, useRead } from "../../ui/api"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../../ui/drawer"
import { Age, Facts } from "../../ui/facts"
import { shortened } from "../../ui/format"
import { CustomerLink } from "../../ui/links"
import { ListPage, NEW } from "../../ui/list/list-page"
import { NETWORK, one } from "../../ui/list/list-state"
import { type ListSpec, networkColumn, stateColumn } from "../../ui/list/list-table"
import { customerName, networkName } from "../../ui/names"
import { Muted } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import { type Texts, useTexts } from "../../ui/texts"

const DESTINATIONS: ListSpec<OnchainDestination, OnchainDestinationListResponse> = {
  name: "destinations",
  icon: BookOpen,
  guide: "withdrawals",
  path: apiPath("destinations"),
  rows: ({ destinations }) => destinations,
  initial: null,
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
  return (
    <DetailBody
      title={destination.label}
      badge={<StateBadge of="destinationState" state={destination.state} />}
      footer={<Actions destination={destination} />}
    >
      <DrawerSection title={t("field.status")}>
        <Text size="small">{t(`destinationState.${destination.state}.sentence`)}</Text>
      </DrawerSection>
      <FactsSection destination={destination} />
      <HistorySection entries={destination.history} name="destinationHistory" />
    </DetailBody>
  )
}

type DestinationProps = { destination: OnchainDestinationDetail }

function FactsSection({ destination }: DestinationProps) {
  const { t } = useTexts()
  const { customer, last_used_at: lastUsed, is_observed_sender: isSender } = destination
  const isVerified = destination.checksum === "verified"
  return (
    <DrawerSection title={t("field.address")}>
      <Facts
        facts={[
          [t("field.address"), destination.address, "exact"],
          [t("field.memo"), destination.memo ?? t("detail.none"), destination.memo ? "exact" : undefined],
          [t("field.network"), networkName(destination)],
          [
            t("destination.checksum"),
            t(isVerified ? "destination.checksumVerified" : "destination.checksumAbsent"),
          ],
          customer
            ? [t("field.customer"), <CustomerLink customer={customer} />]
            : [t("field.owner"), t(`destinationPurpose.${destination.purpose}`)],
          [t("destination.sender"), isSender ? t("destination.senderText") : null],
          [t("destination.created"), destination.created_by ?? t("detail.user")],
          [
            t("field.approvedBy"),
            destination.approved_at ? (destination.approved_by ?? t("detail.user")) : null,
          ],
          [t("destination.lastUsed"), lastUsed ? <Age at={lastUsed} /> : t("destination.never")],
          [t("destination.id"), destination.id, "copy"],
        ]}
      />
      <Muted isSmall>{t("destination.fixed")}</Muted>
    </DrawerSection>
  )
}

function Actions({ destination }: DestinationProps) {
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const { id, label, state, choices } = destination
  const decisions = useDecisions<OnchainDestinationResponse>(apiPath("destinations", id))
  const mayPayOut = payouts?.is_on ?? false
  const toStep = (action: OnchainDestinationAction): Step => ({
    label: t(`destinationAction.${action}.button`),
    reason: reasonOf(choices[action], t("action.notPossible")),
    isDangerous: action === "archive",
    question: describeDestinationConfirmation(destination, action, texts),
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

function describeDestinationConfirmation(
  destination: Pick<OnchainDestination, "label" | "network_name" | "address" | "memo">,
  action: OnchainDestinationAction,
  texts: Texts
): ConfirmationWords {
  const { label, network_name: network, address, memo } = destination
  const noMemo = texts.t("destinationAction.approve.noMemo")
  return questionOf(`destinationAction.${action}`, { label, network }, texts, {
    destination: address,
    isFinal: action === "archive",
    ...(action === "archive"
      ? {}
      : { warning: memo === null ? noMemo : texts.t("destinationAction.approve.memo", { memo }) }),
  })
}
