import { RadioGroup } from "@medusajs/ui"
import type { OnchainAssignmentCandidate, OnchainDepositDetail } from "../../types/http"
import { DrawerSection } from "../ui/drawer"
import { formatAge, formatFiat, formatTokens } from "../ui/format"
import { describeDifference, orderName } from "../ui/names"
import { useTexts } from "../ui/texts"

type CandidateSectionProps = {
  deposit: OnchainDepositDetail
  /** Intent of the chosen one. */
  value: string
  onChange: (intentId: string) => void
}

/** The orders that a deposit can pay. A single one is chosen already. */
export function CandidateSection({ deposit, value, onChange }: CandidateSectionProps) {
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
    <DrawerSection title={t("action.orders")}>
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
