import { Alert, RadioGroup, Text } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainAssignmentCandidate,
  OnchainDepositAction,
  OnchainDepositDetail,
  OnchainDepositResponse,
  OnchainDepositState,
} from "../../types/http"
import { DepositActions } from "./deposit-actions"
import { assetName, depositAmount, describeAssignment, reasonSentence } from "./describe"
import { LinkSection } from "./link-section"
import { Worth } from "../finance/worth"
import { apiPath, busyRefresh, useRead } from "../ui/api"
import { ComparisonTable } from "../ui/comparison-table"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { identified } from "../ui/facts"
import { formatAge, formatDecimal, formatFiat, formatTokens } from "../ui/format"
import { CustomerLink, OrderLink } from "../ui/links"
import { describeDifference, networkName, orderName } from "../ui/names"
import { Strong } from "../ui/prose"
import { ProviderAnswer } from "../ui/provider-answer"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"

const BUSY: readonly OnchainDepositState[] = ["processing", "refund_pending"]

type DepositDetailProps = {
  id: string
  /** What the operator has chosen before it opened. */
  first?: OnchainDepositAction | null
}

export function DepositDetail({ id, first }: DepositDetailProps) {
  const { t, texts } = useTexts()
  const { data: deposit, ...reading } = useRead(apiPath("deposits", id), {
    select: (answer: OnchainDepositResponse) => answer.deposit,
    refreshMs: (answer) => busyRefresh(answer !== undefined && BUSY.includes(answer.deposit.state)),
  })
  const [picked, setPicked] = useState("")
  if (!deposit) return <DetailPending name="deposit" reading={reading} />
  const [only, ...others] = deposit.candidates
  const intentId = picked === "" && only && others.length === 0 ? only.intent_id : picked
  const chosen = deposit.candidates.find((candidate) => candidate.intent_id === intentId)
  const heading = { amount: depositAmount(deposit, texts), network: deposit.network_name }
  const { explorer } = deposit
  const unknown = t("detail.unknown")
  return (
    <DetailBody
      title={t("deposit.heading", heading)}
      badge={
        <div className="txt-small flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge of="state" state={deposit.state} />
          {deposit.token !== null && (
            <Worth amount={deposit.amount} asset={{ ...deposit, token: deposit.token }} />
          )}
        </div>
      }
      footer={<DepositActions deposit={deposit} chosen={chosen} first={first} />}
    >
      <SituationSection deposit={deposit} chosen={chosen} />
      <LinkSection deposit={deposit} />
      {deposit.state === "in_review" && (
        <CandidateSection deposit={deposit} value={intentId} onChange={setPicked} />
      )}
      <DrawerSection
        title="field.transaction"
        facts={[
          ["field.received", deposit.observed_at, "at"],
          ["field.customer", <CustomerLink customer={deposit.customer} />],
          ["field.network", networkName(deposit)],
          [
            "deposit.providerReason",
            deposit.mismatch && describeAssignment(deposit.assignment_status, t).title,
          ],
          ["deposit.asset", deposit.canonical_asset_id ?? assetName(deposit, t), "copy"],
          identified("field.transaction", deposit.tx_hash, unknown, explorer.tx_url),
          identified("list.from", deposit.from_address, unknown),
          // Often a reusable address, which is never offered for copying unconfirmed.
          ["field.to", deposit.to_address ?? unknown, "exact", deposit.to_address && explorer.address_url],
          ["deposit.id", deposit.id, "copy"],
        ]}
      />
      <HistorySection entries={deposit.history} name="history" />
    </DetailBody>
  )
}

type DepositProps = { deposit: OnchainDepositDetail }

type SituationSectionProps = DepositProps & { chosen: OnchainAssignmentCandidate | undefined }

function SituationSection({ deposit, chosen }: SituationSectionProps) {
  const { t, locale, texts } = useTexts()
  const { assigned_to: target, action, state } = deposit
  const reported = deposit.reported_state ?? state
  const expected =
    deposit.expected ??
    (chosen && { ...chosen, amount: chosen.expected_amount, network_name: deposit.network_name })
  const unknown = expected ? t("detail.unknown") : "–"
  return (
    <DrawerSection title="field.reason">
      <Text size="small">{state === "income" ? t("deposit.income") : reasonSentence(deposit, texts)}</Text>
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
      {state !== "income" && (
        <ComparisonTable
          rows={[
            [
              "field.amount",
              expected?.amount ? formatDecimal(expected.amount, locale) : unknown,
              formatDecimal(deposit.amount ?? deposit.amount_raw, locale),
            ],
            ["field.token", expected?.token ?? unknown, assetName(deposit, t)],
            ["field.network", expected?.network_name ?? unknown, deposit.network_name],
            ["field.order", expected?.order ? <OrderLink order={expected.order} /> : t("detail.none"), "–"],
          ]}
          conclusion={expected ? describeDifference({ ...deposit, expected }, texts) : undefined}
        />
      )}
      {target?.order && (
        <Text size="small">
          {t(deposit.state === "assigned" ? "deposit.paid" : "deposit.chosen")}{" "}
          <OrderLink order={target.order} className="underline" />
        </Text>
      )}
      {!deposit.is_confirmed && (
        <Alert variant="warning">
          {t(reported === "unknown" ? "deposit.unlisted" : "deposit.unconfirmed", {
            state: reported === "unknown" ? t("detail.unknown") : t(`state.${reported}`),
          })}
        </Alert>
      )}
      {deposit.state === "in_review" && deposit.last_error && (
        <Alert variant="warning">{t("detail.lastError", { error: deposit.last_error })}</Alert>
      )}
      <ProviderAnswer answer={deposit.provider_answer} />
    </DrawerSection>
  )
}

type CandidateSectionProps = {
  deposit: OnchainDepositDetail
  /** Intent of the chosen one. */
  value: string
  onChange: (intentId: string) => void
}

/** The orders that a deposit can pay. A single one is chosen already. */
function CandidateSection({ deposit, value, onChange }: CandidateSectionProps) {
  const { t, locale, texts } = useTexts()
  const describe = ({ order, expected_amount: amount, token, created_at }: OnchainAssignmentCandidate) => {
    const facts = {
      amount: formatTokens(amount, token, locale),
      age: formatAge(created_at, Date.now(), locale),
    }
    const arrived = { amount: deposit.amount, token: deposit.token, expected: { amount, token } }
    const difference = describeDifference(arrived, texts)
    if (!order) return `${t("action.candidate", facts)} ${difference}`
    const total = formatFiat(order.total, order.currency_code, locale)
    return `${t("action.candidateTotal", { ...facts, total })} ${difference}`
  }
  if (deposit.candidates.length === 0) return null
  return (
    <DrawerSection title="action.orders">
      <RadioGroup value={value} onValueChange={onChange} aria-label={t("action.orders")}>
        {deposit.candidates.map((candidate) => (
          <RadioGroup.ChoiceBox
            key={candidate.intent_id}
            value={candidate.intent_id}
            label={orderName(candidate.order, t)}
            description={describe(candidate)}
          />
        ))}
      </RadioGroup>
    </DrawerSection>
  )
}
