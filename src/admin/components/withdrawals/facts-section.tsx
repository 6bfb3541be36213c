import type { OnchainWithdrawalDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { DrawerSection } from "../drawer-section"
import { type Fact, Facts } from "../facts"

/** Who did what, and what the withdrawal is called here, at the service and on the network. */
export function FactsSection({ withdrawal }: { withdrawal: OnchainWithdrawalDetail }) {
  const { t } = useTexts()
  const person = (name: string, who: string | null): Fact[] =>
    who === null ? [] : [{ name, value: <span className="break-words">{who}</span> }]
  const copyable = (name: string, value: string | null): Fact[] =>
    value === null ? [] : [{ name, value: <Copyable value={value} name={name} /> }]
  return (
    <DrawerSection title={t("withdrawal.transaction")}>
      <Facts
        facts={[
          ...person(t("withdrawal.requestedBy"), withdrawal.requested_by),
          ...person(t("withdrawal.confirmedBy"), withdrawal.confirmed_by),
          ...person(t("withdrawal.approvedBy"), withdrawal.approved_by),
          ...copyable(t("withdrawal.hash"), withdrawal.tx_hash),
          ...copyable(t("withdrawal.gatewayId"), withdrawal.gateway_withdrawal_id),
          ...copyable(t("withdrawal.id"), withdrawal.id),
        ]}
      />
    </DrawerSection>
  )
}
