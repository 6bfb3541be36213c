import { Input, Label, RadioGroup } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { orderName } from "../../naming/order-name"
import { describeCandidate } from "../../payments/candidate"
import type { ChosenOrder } from "../../payments/decision"
import { readOrderId } from "../../payments/order-reference"
import { ImpossibleOrders } from "./impossible-orders"

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

  const pick = (id: string | null) =>
    onChange(id === null ? null : { id, candidate: candidates.find(({ order }) => order.id === id) ?? null })
  const choose = (given: string) => {
    setChoice(given)
    pick(given === OTHER ? readOrderId(text) : given)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <RadioGroup value={choice} onValueChange={choose} aria-label={t("resolve.orders")}>
        {candidates
          .filter(({ is_possible }) => is_possible)
          .map((candidate) => (
            <RadioGroup.ChoiceBox
              key={candidate.order.id}
              value={candidate.order.id}
              label={orderName(candidate.order, t)}
              description={describeCandidate(candidate, value, t, locale)}
            />
          ))}
        <RadioGroup.ChoiceBox value={OTHER} label={t("resolve.other")} description={t("resolve.otherHint")} />
      </RadioGroup>
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
              pick(readOrderId(target.value))
            }}
          />
        </div>
      )}
      <ImpossibleOrders payment={payment} />
    </div>
  )
}
