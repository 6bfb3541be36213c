import { RadioGroup } from "@medusajs/ui"
import type { OnchainAssignmentCandidate, OnchainDepositDetail } from "../../../types/http"
import { describeDifference } from "../../naming/difference"
import { orderName } from "../../naming/order-name"
import { formatDecimal } from "../../format/decimal"
import { formatAge } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"

type CandidateListProps = {
  deposit: OnchainDepositDetail
  value: string | null
  onChange: (intentId: string) => void
}

/** The orders a deposit can pay, one of which has to be chosen. */
export function CandidateList({ deposit, value, onChange }: CandidateListProps) {
  const { t, locale } = useTexts()
  const describe = ({ order, expected_amount: amount, token, created_at }: OnchainAssignmentCandidate) => {
    const facts = {
      amount: `${formatDecimal(amount, locale)} ${token}`,
      age: formatAge(created_at, Date.now(), locale),
    }
    const expected = { amount, token }
    const difference = describeDifference(
      { amount: deposit.amount, token: deposit.token, expected },
      t,
      locale
    )
    if (!order) return `${t("action.candidate", facts)} ${difference}`
    const total = `${formatDecimal(order.total, locale)} ${order.currency_code.toUpperCase()}`
    return `${t("action.candidateTotal", { ...facts, total })} ${difference}`
  }
  return (
    <RadioGroup value={value ?? ""} onValueChange={onChange} aria-label={t("action.orders")}>
      {deposit.candidates.map((candidate) => (
        <RadioGroup.ChoiceBox
          key={candidate.intent_id}
          value={candidate.intent_id}
          label={orderName(candidate.order, t)}
          description={describe(candidate)}
        />
      ))}
    </RadioGroup>
  )
}
