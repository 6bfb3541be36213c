import type { OnchainWithdrawalDetail } from "../../types/http"
import { Worth } from "../finance/worth"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { useTexts } from "../ui/texts"
import { withdrawalAmount } from "./amounts"
import { useWithdrawal } from "./api"
import { MoneySection } from "./money-section"
import { StandingSection } from "./standing-section"
import { WITHDRAWAL_HISTORY_WORDING } from "./state-words"
import { WithdrawalBadge } from "./withdrawal-badge"
import { WithdrawalActions } from "./withdrawal-decision"

export function WithdrawalDetail({ id }: { id: string }) {
  const { locale } = useTexts()
  const { data: withdrawal, ...reading } = useWithdrawal(id)
  if (!withdrawal) return <DetailPending name="withdrawal" reading={reading} />
  return (
    <DetailBody
      title={withdrawalAmount(withdrawal, locale)}
      badge={
        <div className="txt-small flex flex-wrap items-center gap-x-3 gap-y-1">
          <WithdrawalBadge withdrawal={withdrawal} />
          <Worth amount={withdrawal.amount} asset={withdrawal} />
        </div>
      }
      footer={<WithdrawalActions withdrawal={withdrawal} />}
    >
      <StandingSection withdrawal={withdrawal} />
      <MoneySection withdrawal={withdrawal} />
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
    <DrawerSection title={t("field.details")}>
      <Facts
        facts={[
          [t("field.transaction"), withdrawal.tx_hash, "copy", withdrawal.explorer.tx_url],
          [t("field.requestedBy"), withdrawal.requested_by],
          [t("field.confirmedBy"), withdrawal.confirmed_by],
          [t("field.approvedBy"), withdrawal.approved_by],
          [t("withdrawal.gatewayId"), withdrawal.gateway_withdrawal_id, "copy"],
          [t("withdrawal.id"), withdrawal.id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
