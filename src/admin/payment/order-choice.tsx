import { RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainApplicationCandidate, OnchainUnallocatedPaymentDetail } from "../../types/http"
import { TextField } from "../ui/form/fields"
import { decimalDifference, formatFiat } from "../ui/format"
import { OrderLink } from "../ui/links"
import { orderName } from "../ui/names"
import { Muted } from "../ui/prose"
import type { Texts } from "../ui/texts"
import { useTexts } from "../ui/texts"
import type { ChosenOrder } from "./confirmation"

const OTHER = "other"

/** The order that waits for a second user, that the money was meant for, or else the only one that it can pay. */
export function suggestedOrder({ candidates, order: meant, proposal }: Suggestible): ChosenOrder | null {
  const possible = candidates.filter(({ is_possible }) => is_possible)
  const candidate =
    possible.find(({ order }) => order.id === proposal?.order.id) ??
    possible.find(({ order }) => order.id === meant?.id) ??
    (possible.length === 1 ? possible[0] : undefined)
  return candidate ? { id: candidate.order.id, candidate } : null
}

type Suggestible = Pick<OnchainUnallocatedPaymentDetail, "candidates" | "order" | "proposal">

type OrderChoiceProps = {
  payment: OnchainUnallocatedPaymentDetail
  suggested: ChosenOrder | null
  onChange: (order: ChosenOrder | null) => void
}

export function OrderChoice({ payment, suggested, onChange }: OrderChoiceProps) {
  const { t, texts } = useTexts()
  const { candidates, fiat_value: value, other_customers: others } = payment
  const [choice, setChoice] = useState(suggested?.id ?? "")
  const [text, setText] = useState("")
  const impossible = candidates.filter(({ is_possible }) => !is_possible)

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
              description={describeCandidate(candidate, value, texts)}
            />
          ))}
        <RadioGroup.ChoiceBox value={OTHER} label={t("resolve.other")} description={t("resolve.otherHint")} />
      </RadioGroup>
      {choice === OTHER && (others.reason !== null || others.needs_second_user) && (
        <Muted>{others.reason ?? t("resolve.secondUser")}</Muted>
      )}
      {choice === OTHER && (
        <TextField
          label={t("resolve.otherLabel")}
          placeholder="order_…"
          value={text}
          onChange={(given) => {
            setText(given)
            pick(readOrderId(given))
          }}
        />
      )}
      {impossible.length > 0 && (
        <ul aria-label={t("resolve.impossible")} className="flex flex-col gap-y-1">
          {impossible.map((candidate) => (
            <li key={candidate.order.id}>
              <Muted>
                <OrderLink order={candidate.order} className="underline" />: {t("action.notPossible")}{" "}
                {describeCandidate(candidate, value, texts)}
              </Muted>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function describeCandidate(
  { order, is_possible, is_other_customer, reason }: OnchainApplicationCandidate,
  value: string | null,
  { t, locale }: Texts
): string {
  const whose = is_other_customer ? `${t("resolve.otherCustomer")} ` : ""
  const inWords = (amount: string) => formatFiat(amount, order.currency_code, locale)
  const sums = { outstanding: inWords(order.outstanding), total: inWords(order.total) }
  const owes = t("resolve.owes", sums)
  if (!is_possible) return reason ?? owes
  const rest = value === null ? null : decimalDifference(order.outstanding, value)
  if (!rest) return whose + owes
  if (rest.sign > 0) return whose + t("resolve.rest", { ...sums, rest: inWords(rest.size) })
  return whose + t("resolve.all", sums)
}

const ORDER_ID = /order_[A-Za-z0-9]+/

/**
 * Finds an order's id in pasted text: the id, or the address of its page. @example
 * readOrderId("https://shop.example/app/orders/order_01ABC?x=1") // "order_01ABC"
 */
export function readOrderId(text: string): string | null {
  return ORDER_ID.exec(text)?.[0] ?? null
}
