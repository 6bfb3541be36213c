import { Input, Label, RadioGroup } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainApplicationCandidate, OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { decimalDifference } from "../../format/decimal"
import { formatFiat } from "../../format/fiat"
import { useTexts } from "../../hooks/use-texts"
import { orderName } from "../../naming/order-name"
import type { ChosenOrder } from "../../payments/decision"
import { readOrderId } from "../../payments/order-reference"

const OTHER = "other"

type OrderChoiceProps = {
  payment: OnchainUnallocatedPaymentDetail
  onChange: (order: ChosenOrder | null) => void
}

/** The orders a payment can be applied to, one of which has to be chosen, or another that the operator names. */
export function OrderChoice({ payment, onChange }: OrderChoiceProps) {
  const { t, locale } = useTexts()
  const [choice, setChoice] = useState("")
  const [text, setText] = useState("")
  const inputId = useId()
  const { candidates, fiat_value: value } = payment

  const name = (given: string) => {
    const id = readOrderId(given)
    onChange(id === null ? null : { id, candidate: candidates.find(({ order }) => order.id === id) ?? null })
  }
  const choose = (given: string) => {
    setChoice(given)
    if (given === OTHER) name(text)
    else onChange({ id: given, candidate: candidates.find(({ order }) => order.id === given) ?? null })
  }
  const describe = ({ order, is_possible, reason }: OnchainApplicationCandidate) => {
    const owes = t("resolve.owes", {
      outstanding: formatFiat(order.outstanding, order.currency_code, locale),
      total: formatFiat(order.total, order.currency_code, locale),
    })
    if (!is_possible) return `${owes} ${t("action.notPossible")} ${reason ?? ""}`.trim()
    const rest = value === null ? null : decimalDifference(order.outstanding, value)
    if (!rest) return owes
    if (rest.sign <= 0) return `${owes} ${t("resolve.all")}`
    return `${owes} ${t("resolve.rest", { rest: formatFiat(rest.size, order.currency_code, locale) })}`
  }
  return (
    <RadioGroup value={choice} onValueChange={choose} aria-label={t("resolve.orders")}>
      {candidates.map((candidate) => (
        <RadioGroup.ChoiceBox
          key={candidate.order.id}
          value={candidate.order.id}
          disabled={!candidate.is_possible}
          label={orderName(candidate.order, t)}
          description={describe(candidate)}
        />
      ))}
      <RadioGroup.ChoiceBox value={OTHER} label={t("resolve.other")} description={t("resolve.otherHint")} />
      {choice === OTHER && (
        <div className="flex flex-col gap-y-1">
          <Label htmlFor={inputId} size="small">
            {t("resolve.otherLabel")}
          </Label>
          <Input
            id={inputId}
            size="small"
            placeholder="order_…"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              name(target.value)
            }}
          />
        </div>
      )}
    </RadioGroup>
  )
}
