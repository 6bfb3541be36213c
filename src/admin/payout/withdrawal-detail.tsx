import type { OnchainWithdrawalDetail } from "../../types/http"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { withdrawalAmount } from "./amounts"
import { useWithdrawal } from "./api"
import { WITHDRAWAL_HISTORY_WORDING } from "./state-words"
import { MoneySection } from "./money-section"
import { StandingSection } from "./standing-section"
import { DecisionSection } from "./withdrawal-decision"

export function WithdrawalDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: withdrawal, ...reading } = useWithdrawal(id)
  if (!withdrawal) return <DetailPending name="withdrawal" reading={reading} />
  const heading = {
    amount: withdrawalAmount(withdrawal, locale),
    destination: withdrawal.destination.label,
  }
  return (
    <DetailBody
      title={t("withdrawal.heading", heading)}
      badge={<StateBadge of="withdrawalState" state={withdrawal.state} />}
    >
      <StandingSection withdrawal={withdrawal} />
      <MoneySection withdrawal={withdrawal} />
      <DecisionSection withdrawal={withdrawal} />
      <FactsSection withdrawal={withdrawal} />
      <HistorySection
        entries={withdrawal.history}
        name="withdrawalHistory"
        wording={WITHDRAWAL_HISTORY_WORDING}
      />
    </DetailBody>
  )
}

function FactsSection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t } = useTexts()
  return (
    <DrawerSection title={t("field.transaction")}>
      <Facts
        facts={[
          [t("field.requestedBy"), withdrawal.requested_by],
          [t("field.confirmedBy"), withdrawal.confirmed_by],
          [t("field.approvedBy"), withdrawal.approved_by],
          [t("withdrawal.hash"), withdrawal.tx_hash, "copy", withdrawal.explorer.tx_url],
          [t("withdrawal.gatewayId"), withdrawal.gateway_withdrawal_id, "copy"],
          [t("withdrawal.id"), withdrawal.id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
