import { Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainDestination,
  OnchainDestinationAction,
  OnchainDestinationDetail,
  OnchainDestinationState,
} from "../../../types/http"
import { ActionFooter } from "../../ui/action/action-footer"
import type { ConfirmationWords } from "../../ui/action/confirmation"
import { Confirmation } from "../../ui/action/confirmation"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../../ui/drawer"
import { Age, Facts } from "../../ui/facts"
import { CustomerLink } from "../../ui/links"
import { networkName } from "../../ui/names"
import { Muted } from "../../ui/prose"
import { StateBadge } from "../../ui/state-badge"
import type { Translate } from "../../ui/texts"
import { useTexts } from "../../ui/texts"
import { usePayouts } from "../api"
import { useDestination, useDestinationAction } from "./api"
import { DESTINATION_HISTORY_WORDING } from "./words"

export function DestinationDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: destination, ...reading } = useDestination(id)
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
      <HistorySection
        entries={destination.history}
        name="destinationHistory"
        wording={DESTINATION_HISTORY_WORDING}
      />
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
  const { t } = useTexts()
  const { data: payouts } = usePayouts()
  const [asked, setAsked] = useState<OnchainDestinationAction | null>(null)
  const { mutate, error, isPending } = useDestinationAction(destination.id)
  const { label, choices } = destination
  const actions = offeredDestinationActions(destination.state, payouts?.is_on ?? false)
  const send = (action: OnchainDestinationAction) =>
    mutate(action, {
      onSuccess: () => toast.success(t(`destinationAction.${action}.done`, { label })),
      onSettled: () => setAsked(null),
    })
  const toItem = (action: OnchainDestinationAction) => ({
    label: t(`destinationAction.${action}.button`),
    isDisabled: !choices[action].is_possible,
    reason: choices[action].reason,
    isDangerous: action === "archive",
    onSelect: () => setAsked(action),
  })
  return (
    <>
      <ActionFooter
        primary={actions.includes("approve") ? toItem("approve") : null}
        others={actions.filter((action) => action !== "approve").map(toItem)}
        error={error}
      />
      <Confirmation
        words={asked && describeDestinationConfirmation(destination, asked, t)}
        isDangerous={asked === "archive"}
        isBusy={isPending}
        onConfirm={() => asked && send(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

export function describeDestinationConfirmation(
  destination: Pick<OnchainDestination, "label" | "network_name" | "address" | "memo">,
  action: OnchainDestinationAction,
  t: Translate
): ConfirmationWords {
  const { label, network_name: network, address, memo } = destination
  const words = {
    title: t(`destinationAction.${action}.question`, { label }),
    text: t(`destinationAction.${action}.effect`, { network }),
    destination: address,
    isFinal: action === "archive",
    button: t(`destinationAction.${action}.button`),
  }
  if (action === "archive") return words
  return {
    ...words,
    warning:
      memo === null ? t("destinationAction.approve.noMemo") : t("destinationAction.approve.memo", { memo }),
  }
}

const STEPS = {
  pending: ["approve", "archive"],
  approved: ["archive"],
  archived: [],
} as const satisfies Record<OnchainDestinationState, readonly OnchainDestinationAction[]>

/** The server decides whether each is possible. */
export function offeredDestinationActions(
  state: OnchainDestinationState,
  mayPayOut: boolean
): OnchainDestinationAction[] {
  return mayPayOut ? [...STEPS[state]] : []
}
