import { Channels } from "@medusajs/icons"
import { Text, toast } from "@medusajs/ui"
import type {
  OnchainListedPayoutLeg,
  OnchainPayoutLegListResponse,
  OnchainPayoutLegResponse,
} from "../../types/http"
import { questionOf, StepFooter, useDecisions } from "../ui/action/step-footer"
import { apiPath, useRead } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection } from "../ui/drawer"
import { note } from "../ui/form/entries"
import { formatInstant, formatTokens } from "../ui/format"
import { OrderLink, TextLink } from "../ui/links"
import { ListPage } from "../ui/list/list-page"
import { one } from "../ui/list/list-state"
import { type ListSpec, networkColumn } from "../ui/list/list-table"
import { orderName } from "../ui/names"
import { PAGES, pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { describeLeg, legAmount, LegBadge, legName, legShare } from "./leg"
import { NoteBox } from "./withdrawal-sections"

const SPLITS: ListSpec<OnchainListedPayoutLeg, OnchainPayoutLegListResponse> = {
  name: "splits",
  icon: Channels,
  guide: "withdrawals",
  path: apiPath("payout-legs"),
  refreshMs: 10_000,
  rows: ({ payout_legs }) => payout_legs,
  order: "-created_at",
  filters: [one("phase", "field.status", "legPhase.*.name")],
  columns: (texts) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => legAmount(row, texts) },
    { id: "phase", label: "field.status", show: (row) => <LegBadge leg={row} /> },
    { id: "to", label: "field.to", show: (row) => <bdi>{legName(row, texts.t)}</bdi>, maxSize: 200 },
    {
      id: "share",
      label: "splits.share",
      isAmount: true,
      show: ({ share_bps: bps }) => (bps === null ? null : legShare(bps, texts.locale)),
    },
    {
      id: "order",
      label: "field.order",
      show: ({ order }) => (order ? orderName(order, texts.t) : null),
    },
    networkColumn(),
    { id: "created_at", label: "payment.created", at: (row) => row.created_at },
  ],
}

/** What the provider pays out of invoices by itself. Nothing here moves money. */
export function SplitsPage() {
  return (
    <ListPage section="payouts" param="split_id" spec={SPLITS} detail={(id) => <SplitDetail id={id} />} />
  )
}

function SplitDetail({ id }: { id: string }) {
  const { t, locale, texts } = useTexts()
  const { data: leg, ...reading } = useRead(apiPath("payout-legs", id), {
    select: (answer: OnchainPayoutLegResponse) => answer.payout_leg,
    refreshMs: 10_000,
  })
  if (!leg) return <DetailPending name="split" reading={reading} />
  const { order, share_bps: bps, fee, token, acknowledged: seen } = leg
  return (
    <DetailBody
      title={t("splits.shareOf", { amount: legAmount(leg, texts), name: legName(leg, t) })}
      badge={<LegBadge leg={leg} />}
      footer={<Acknowledgement leg={leg} />}
    >
      <DrawerSection title="field.status">
        <Text size="small">{describeLeg(leg, t)}</Text>
        {leg.waits_for === "gas" && (
          <Text size="small">
            <TextLink to={PAGES.billing}>{t("withdrawal.addGas")}</TextLink>
          </Text>
        )}
        {leg.failure_reason !== null && (
          <Muted>{t("unmatchedPayment.otherReason", { reason: leg.failure_reason })}</Muted>
        )}
        {leg.status !== null && <Muted>{t("withdrawal.gatewayStatus", { status: leg.status })}</Muted>}
        {seen !== null && (
          <NoteBox
            words={t("splits.acknowledged", {
              by: seen.by ?? t("detail.user"),
              when: formatInstant(seen.at, locale),
            })}
            note={seen.note}
          />
        )}
      </DrawerSection>
      <DrawerSection
        title="field.details"
        facts={[
          ["field.order", order ? <OrderLink order={order} /> : t("detail.none")],
          [
            "payment.title",
            <TextLink to={pathTo.payment(leg.payment_id)}>{t("splits.openPayment")}</TextLink>,
          ],
          ["splits.share", bps === null ? null : legShare(bps, locale)],
          ["field.fee", fee === null ? null : formatTokens(fee, token, locale)],
          ["field.network", leg.network_name],
          ["field.address", leg.address, "copy", leg.explorer.address_url],
          ["payment.created", leg.created_at, "at"],
          ["splits.since", leg.status_at, "at"],
          ["field.transaction", leg.tx_hash, "copy", leg.explorer.tx_url],
          ["withdrawal.gatewayId", leg.withdrawal_id, "copy"],
        ]}
      />
    </DetailBody>
  )
}

/** The only thing to decide about a leg: that a person has seen its failure. */
function Acknowledgement({ leg }: { leg: OnchainListedPayoutLeg }) {
  const { t, texts } = useTexts()
  const { post, ...decisions } = useDecisions<OnchainPayoutLegResponse>(apiPath("payout-legs", leg.id))
  const isOpen = leg.phase === "failed" && leg.acknowledged === null
  return (
    <StepFooter
      steps={{
        acknowledge: {
          label: t("splits.acknowledge.button"),
          reason: null,
          question: questionOf("splits.acknowledge", { amount: legAmount(leg, texts) }, texts, {
            isFinal: false,
          }),
          read: leg.status ?? "",
          fields: [note("splits.acknowledge.label", { placeholder: "splits.acknowledge.placeholder" })],
          run: post("acknowledge", { status: leg.status }, () => toast.success(t("splits.acknowledge.done"))),
        },
      }}
      primary={isOpen ? "acknowledge" : null}
      decisions={decisions}
    />
  )
}
