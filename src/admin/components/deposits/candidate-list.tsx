import { RadioGroup } from "@medusajs/ui"
import type { OnchainAssignmentCandidate } from "../../../types/http"
import { orderName } from "../../deposits/order-name"
import { formatDecimal } from "../../format/decimal"
import { formatAge } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"

type CandidateListProps = {
  candidates: OnchainAssignmentCandidate[]
  value: string | null
  onChange: (intentId: string) => void
}

/** The orders a deposit can pay, one of which has to be chosen. */
export function CandidateList({ candidates, value, onChange }: CandidateListProps) {
  const { t, locale } = useTexts()
  const describe = ({ order, expected_amount, token, created_at }: OnchainAssignmentCandidate) => {
    const facts = {
      amount: `${formatDecimal(expected_amount, locale)} ${token}`,
      age: formatAge(created_at, Date.now(), locale),
    }
    if (!order) return t("action.candidate", facts)
    const total = `${formatDecimal(order.total, locale)} ${order.currency_code.toUpperCase()}`
    return t("action.candidateTotal", { ...facts, total })
  }
  return (
    <RadioGroup value={value ?? ""} onValueChange={onChange} aria-label={t("action.orders")}>
      {candidates.map((candidate) => (
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
