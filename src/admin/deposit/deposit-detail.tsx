import { Alert, Text } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDepositDetail } from "../../types/http"
import { Worth } from "../finance/worth"
import { ComparisonTable } from "../ui/comparison-table"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatAge, formatDecimal, formatInstant } from "../ui/format"
import { CustomerLink, OrderLink } from "../ui/links"
import { describeDifference, networkName } from "../ui/names"
import { Strong } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { assetName, depositAmount } from "./amount"
import { useDeposit } from "./api"
import { CandidateSection } from "./candidate-section"
import { DepositActions } from "./deposit-actions"
import { LinkSection } from "./link-section"
import { describeAssignment, HISTORY_WORDING } from "./words"

export function DepositDetail({ id }: { id: string }) {
  const texts = useTexts()
  const { data: deposit, ...reading } = useDeposit(id)
  const [picked, setPicked] = useState("")
  if (!deposit) return <DetailPending name="deposit" reading={reading} />
  const [only, ...others] = deposit.candidates
  const intentId = picked === "" && only && others.length === 0 ? only.intent_id : picked
  const chosen = deposit.candidates.find((candidate) => candidate.intent_id === intentId)
  const heading = { amount: depositAmount(deposit, texts), network: deposit.network_name }
  return (
    <DetailBody
      title={texts.t("deposit.heading", heading)}
      badge={
        <div className="txt-small flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge of="state" state={deposit.state} />
          {deposit.token !== null && (
            <Worth amount={deposit.amount} asset={{ ...deposit, token: deposit.token }} />
          )}
        </div>
      }
      footer={<DepositActions deposit={deposit} chosen={chosen} />}
    >
      <SituationSection deposit={deposit} />
      <LinkSection deposit={deposit} />
      {deposit.state === "in_review" && (
        <CandidateSection deposit={deposit} value={intentId} onChange={setPicked} />
      )}
      <TransactionSection deposit={deposit} />
      <HistorySection entries={deposit.history} name="history" wording={HISTORY_WORDING} />
    </DetailBody>
  )
}

type DepositProps = { deposit: OnchainDepositDetail }

function SituationSection({ deposit }: DepositProps) {
  const { t, locale } = useTexts()
  const { assigned_to: target, action, state } = deposit
  return (
    <DrawerSection title={t("deposit.why")}>
      <Text size="small">{describeAssignment(deposit.assignment_status, t).sentence}</Text>
      {state === "processing" && action && (
        <Alert variant="info">
          <Strong>{t("processing.title")}</Strong>
          <Text size="small">
            {t("processing.text", {
              who: action.by ?? t("detail.user"),
              action: t(`action.${action.name}.button`),
              age: formatAge(action.at, Date.now(), locale),
            })}
          </Text>
          {deposit.last_error && (
            <Text size="small">{t("detail.lastError", { error: deposit.last_error })}</Text>
          )}
        </Alert>
      )}
      {deposit.expected && <Comparison deposit={deposit} expected={deposit.expected} />}
      {target?.order && (
        <Text size="small">
          {t(deposit.state === "assigned" ? "deposit.paid" : "deposit.chosen")}{" "}
          <OrderLink order={target.order} className="underline" />
        </Text>
      )}
      {!deposit.is_confirmed && (
        <Alert variant="warning">
          {t(deposit.reported_state === "unknown" ? "deposit.unlisted" : "deposit.unconfirmed", {
            state: t(`state.${deposit.reported_state ?? deposit.state}`),
          })}
        </Alert>
      )}
      {deposit.state === "in_review" && deposit.last_error && (
        <Alert variant="warning">{t("detail.lastError", { error: deposit.last_error })}</Alert>
      )}
    </DrawerSection>
  )
}

function Comparison({
  deposit,
  expected,
}: DepositProps & { expected: NonNullable<OnchainDepositDetail["expected"]> }) {
  const { t, locale, texts } = useTexts()
  const unknown = t("detail.unknown")
  const { amount, token, order } = expected
  return (
    <ComparisonTable
      columns={[t("detail.expected"), t("detail.arrived")]}
      rows={[
        [
          t("field.amount"),
          amount === null ? unknown : formatDecimal(amount, locale),
          formatDecimal(deposit.amount ?? deposit.amount_raw, locale),
        ],
        [t("field.token"), token ?? unknown, assetName(deposit, t)],
        [t("field.order"), order ? <OrderLink order={order} /> : t("detail.none"), "–"],
      ]}
      conclusion={describeDifference(deposit, texts)}
    />
  )
}

function TransactionSection({ deposit }: DepositProps) {
  const { t, locale } = useTexts()
  const unknown = t("detail.unknown")
  const { explorer } = deposit
  return (
    <DrawerSection title={t("field.transaction")}>
      <Facts
        facts={[
          [t("field.received"), formatInstant(deposit.observed_at, locale)],
          [t("field.customer"), <CustomerLink customer={deposit.customer} />],
          [t("field.network"), networkName(deposit)],
          [t("deposit.asset"), deposit.canonical_asset_id ?? assetName(deposit, t), "copy"],
          [
            t("field.transaction"),
            deposit.tx_hash ?? unknown,
            deposit.tx_hash ? "copy" : undefined,
            explorer.tx_url,
          ],
          [t("deposit.from"), deposit.from_address ?? unknown, deposit.from_address ? "copy" : undefined],
          [
            t("field.to"),
            deposit.to_address ?? unknown,
            deposit.to_address ? "copy" : undefined,
            explorer.address_url,
          ],
          [t("deposit.id"), deposit.id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
