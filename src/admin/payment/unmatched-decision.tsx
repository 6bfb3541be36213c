import { ArchiveBox, ArrowUturnLeft } from "@medusajs/icons"
import { Alert, Button, RadioGroup, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainApplicationCandidate,
  OnchainUnallocatedPaymentDetail,
  OnchainUnallocatedPaymentResponse,
} from "../../types/http"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { questionOf, reasonOf, type Step, StepFooter, useDecisions } from "../ui/action/step-footer"
import { apiPath } from "../ui/api"
import { DrawerSection } from "../ui/drawer"
import { FailureAlert } from "../ui/failure"
import { note } from "../ui/form/entries"
import { TextField } from "../ui/form/fields"
import { decimalDifference, formatAge, formatFiat } from "../ui/format"
import { OrderLink } from "../ui/links"
import { orderName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { type Texts, useTexts } from "../ui/texts"
import { paymentAmount, standingOf } from "./describe"

const OTHER = "other"

/** Only the server knows an order whose id was entered. */
type ChosenOrder = { id: string; candidate: OnchainApplicationCandidate | null }

/** The order that waits for a second user, that the money was meant for, or else the only one that it can pay. */
function suggestedOrder({ candidates, order: meant, proposal }: Suggestible): ChosenOrder | null {
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

function OrderChoice({ payment, suggested, onChange }: OrderChoiceProps) {
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
      <RadioGroup value={choice} onValueChange={choose} aria-label={t("action.orders")}>
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

type Payment = OnchainUnallocatedPaymentDetail

const PATHS = { apply: "apply", refund_due: "refund-due", keep: "keep" } as const

type PaymentAction = keyof typeof PATHS

/** What an operator is about to decide about money without an order. The server lets one decision stand. */
export function useDecision(payment: Payment) {
  const { t, texts } = useTexts()
  const [order, setOrder] = useState<ChosenOrder | null>(() => suggestedOrder(payment))
  const { post, ...decisions } = useDecisions<OnchainUnallocatedPaymentResponse>(
    apiPath("unallocated-payments", payment.id)
  )
  const standing = standingOf(payment)
  const runOf = (action: PaymentAction, body: object) =>
    post(PATHS[action], body, ({ payment: now }) => {
      const facts = {
        amount: paymentAmount(now, texts),
        order: now.resolution?.order ? orderName(now.resolution.order, t) : t("unmatchedPayment.anOrder"),
      }
      if (action === "apply" && now.resolution === null) toast.success(t("resolve.apply.proposed"))
      else if (standingOf(now) === "applying") toast.success(t("resolve.apply.started", facts))
      else toast.success(t(`resolve.${action}.done`, facts))
    })
  const isWaiting = standing === "waiting" || standing === "due_back"
  return { ...decisions, order, setOrder, runOf, standing, isWaiting }
}

type DecisionProps = { payment: Payment; decision: ReturnType<typeof useDecision> }

/** That the last decision failed, is still being executed, or needs a second user. */
export function DecisionNotice({ payment, decision }: DecisionProps) {
  const { t, locale } = useTexts()
  const { error, standing, runOf, isBusy } = decision
  const { resolution, proposal } = payment
  const isApplying = standing === "applying" && resolution !== null
  if (!error && !isApplying && !proposal) return null
  const target = resolution?.order ?? null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <FailureAlert error={error} />
      {proposal && (
        <Alert variant="info">
          {t("unmatchedPayment.proposed", {
            who: proposal.by ?? t("detail.user"),
            order: orderName(proposal.order, t),
            age: formatAge(proposal.at, Date.now(), locale),
          })}
        </Alert>
      )}
      {isApplying && (
        // Trying again sends the same request under the same key.
        <div className="flex flex-col items-start gap-y-3">
          <Alert variant="info" className="w-full">
            <Strong>{t("unmatchedPayment.applying")}</Strong>
            <Text size="small">
              {t("unmatchedPayment.applyingText", {
                who: resolution.by ?? t("detail.user"),
                order: target ? orderName(target, t) : t("unmatchedPayment.anOrder"),
                age: formatAge(resolution.at, Date.now(), locale),
              })}
            </Text>
            {payment.last_error && (
              <Text size="small">{t("detail.lastError", { error: payment.last_error })}</Text>
            )}
          </Alert>
          {target && (
            <Button
              size="small"
              variant="secondary"
              isLoading={isBusy}
              onClick={() => runOf("apply", { order_id: target.id })()}
            >
              {t("unmatchedPayment.tryNow")}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export function DecisionOrders({ payment, decision }: DecisionProps) {
  const { t } = useTexts()
  const { apply } = payment.choices
  return (
    <DrawerSection title="resolve.apply.button">
      {apply.is_possible ? (
        <OrderChoice payment={payment} suggested={decision.order} onChange={decision.setOrder} />
      ) : (
        <Muted>{apply.reason ?? t("action.notPossible")}</Muted>
      )}
    </DrawerSection>
  )
}

export function DecisionFooter({ payment, decision }: DecisionProps) {
  const { t, texts } = useTexts()
  const { choices } = payment
  const { order, runOf, isBusy } = decision
  const toStep = (action: PaymentAction, body: object = {}): Step => ({
    label: t(`resolve.${action}.button`),
    reason: reasonOf(choices[action], t("action.notPossible")),
    question: describePaymentConfirmation(payment, action, order, texts),
    run: runOf(action, body),
  })
  const steps = {
    apply: order
      ? toStep("apply", { order_id: order.id })
      : { ...toStep("apply"), reason: t("action.assign.choose") },
    refund_due: { ...toStep("refund_due"), icon: <ArrowUturnLeft /> },
    keep: { ...toStep("keep"), icon: <ArchiveBox />, fields: [KEEP_NOTE] },
  }
  const isApply = choices.apply.is_possible
  return (
    <StepFooter
      steps={steps}
      primary={isApply ? "apply" : "refund_due"}
      others={isApply ? ["refund_due", "keep"] : ["keep"]}
      // The notice shows what failed.
      decisions={{ isBusy, error: null }}
    />
  )
}

const KEEP_NOTE = note("field.note", { placeholder: "field.reason" })

type Asked = Pick<
  OnchainUnallocatedPaymentDetail,
  "reason" | "expected_amount" | "received_amount" | "token" | "fiat_value" | "currency_code"
>

/** @param order the chosen one, when it is to be applied */
export function describePaymentConfirmation(
  payment: Asked,
  action: PaymentAction,
  order: ChosenOrder | null,
  texts: Texts
): ConfirmationWords {
  const amount = paymentAmount(payment, texts)
  const not = { warning: texts.t(`resolve.${action}.not`) }
  if (action !== "apply" || order === null) return questionOf(`resolve.${action}`, { amount }, texts, not)
  const name = orderName(order.candidate?.order ?? { id: order.id, display_id: null }, texts.t)
  const facts = { amount, order: name }
  return questionOf("resolve.apply", facts, texts, {
    ...not,
    text: describeApplication(payment, order, facts, texts),
  })
}

function describeApplication(
  payment: Asked,
  { candidate }: ChosenOrder,
  named: Record<string, string>,
  { t, locale }: Texts
): string {
  if (!candidate || payment.fiat_value === null) return t("resolve.apply.named")
  const { outstanding, currency_code: currency } = candidate.order
  const facts = {
    ...named,
    outstanding: formatFiat(outstanding, currency, locale),
    value: formatFiat(payment.fiat_value, payment.currency_code, locale),
  }
  const rest = decimalDifference(outstanding, payment.fiat_value)
  if (!rest || rest.sign <= 0) return t("resolve.apply.text", facts)
  return t("resolve.apply.part", { ...facts, rest: formatFiat(rest.size, currency, locale) })
}
