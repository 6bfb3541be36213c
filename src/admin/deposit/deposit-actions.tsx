import { toast } from "@medusajs/ui"
import type {
  OnchainAssignmentCandidate,
  OnchainDepositAction,
  OnchainDepositDetail,
  OnchainDepositResponse,
} from "../../types/http"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { questionOf, reasonOf, type Step, StepFooter, useDecisions } from "../ui/action/step-footer"
import { apiPath } from "../ui/api"
import { formatTokens } from "../ui/format"
import { orderName } from "../ui/names"
import { type Texts, useTexts } from "../ui/texts"
import { depositAmount, isUnsupported } from "./describe"

type DepositActionsProps = {
  deposit: OnchainDepositDetail
  /** The order that it would be assigned to. */
  chosen: OnchainAssignmentCandidate | undefined
  /** Asked at once, where it is possible. */
  first?: OnchainDepositAction | null
}

/** For the footer: the next step by what is known, the other ones behind "…". */
export function DepositActions({ deposit, chosen, first = null }: DepositActionsProps) {
  const { t, texts } = useTexts()
  const decisions = useDecisions<OnchainDepositResponse>(apiPath("deposits", deposit.id))
  const { choices, state, action } = deposit
  const order = orderName(chosen?.order ?? null, t)
  const facts = { amount: depositAmount(deposit, texts), order }
  const runOf = (name: OnchainDepositAction, intentId: string | null | undefined) =>
    decisions.post(name, name === "assign" ? { intent_id: intentId } : {}, () =>
      toast.success(t(`action.${name}.done`, facts))
    )
  const toStep = (name: OnchainDepositAction): Step => ({
    label: name === "assign" && chosen ? t("action.assign.to", { order }) : t(`action.${name}.button`),
    reason:
      reasonOf(choices[name], t("action.notPossible")) ??
      (name === "assign" && !chosen ? t("action.assign.choose") : null),
    isDangerous: name === "refund",
    question: describeConfirmation(deposit, name, chosen, texts),
    run: runOf(name, chosen?.intent_id),
  })
  if (state === "in_review") {
    const primary = primaryOf(deposit, chosen)
    const { application } = deposit
    const meant = { amount: facts.amount, order: orderName(application?.order ?? null, t) }
    const apply: Step = {
      label: t("action.apply.to", meant),
      reason: reasonOf(choices.accept, t("action.notPossible")),
      question: questionOf("action.apply", meant, texts, {
        ...(deposit.mismatch === "too_little" ? { text: t("action.apply.part", meant) } : {}),
      }),
      run: decisions.post("apply", { order_id: application?.order.id }, ({ deposit: now }) =>
        toast.success(t(`action.apply.${now.state === "accepted" ? "done" : "later"}`, meant))
      ),
    }
    const steps = { assign: toStep("assign"), apply, accept: toStep("accept"), refund: toStep("refund") }
    const others = (["assign", "apply", "accept", "refund"] as const).filter(
      (name) => name !== primary && (name !== "apply" || application?.is_possible)
    )
    return (
      <StepFooter
        steps={steps}
        primary={primary}
        others={others}
        first={first && steps[first].reason === null ? first : null}
        decisions={decisions}
      />
    )
  }
  const isStarted = state === "processing" && action && (action.name !== "assign" || action.intent_id)
  const repeat = {
    label: t("processing.repeat"),
    reason: null,
    run: action ? runOf(action.name, action.intent_id) : () => undefined,
  }
  return <StepFooter steps={{ repeat }} primary={isStarted ? "repeat" : null} decisions={decisions} />
}

export const ACTIONS = ["assign", "accept", "refund"] as const satisfies OnchainDepositAction[]

type Decidable = Pick<
  OnchainDepositDetail,
  "choices" | "is_supported" | "assignment_status" | "mismatch" | "application"
>

/** Money that can pay its order does. What cannot be accepted, cannot pay its order or may not be withdrawable goes back. */
export function primaryOf(
  { choices, application, ...deposit }: Decidable,
  chosen: OnchainAssignmentCandidate | undefined
): OnchainDepositAction | "apply" {
  if (choices.assign.is_possible && chosen) return "assign"
  if (choices.accept.is_possible && application?.is_possible) return "apply"
  const isAccepted = choices.accept.is_possible && deposit.mismatch === null && !isUnsupported(deposit)
  return isAccepted || !choices.refund.is_possible ? "accept" : "refund"
}

type Asked = Pick<
  OnchainDepositDetail,
  | ("amount" | "amount_raw" | "token" | "canonical_asset_id" | "network_name" | "from_address")
  | ("is_supported" | "assignment_status")
>

export function describeConfirmation(
  deposit: Asked,
  action: OnchainDepositAction,
  candidate: OnchainAssignmentCandidate | undefined,
  texts: Texts
): ConfirmationWords | null {
  const { t, locale } = texts
  const facts = { amount: depositAmount(deposit, texts), network: deposit.network_name }
  if (action === "accept") {
    const warning = isUnsupported(deposit) ? t("action.accept.unsupported") : null
    return questionOf("action.accept", facts, texts, { warning })
  }
  if (action === "refund") {
    const more = { destination: deposit.from_address, warning: t("action.refund.exchange") }
    return questionOf("action.refund", facts, texts, more)
  }
  if (!candidate) return null
  const expected = formatTokens(candidate.expected_amount, candidate.token, locale)
  const all = { ...facts, order: orderName(candidate.order, t), expected }
  return questionOf(
    "action.assign",
    all,
    texts,
    candidate.order ? {} : { text: t("action.assign.cart", all) }
  )
}
