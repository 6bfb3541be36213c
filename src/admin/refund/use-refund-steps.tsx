import { toast } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import type {
  OnchainCreateAddressRequestBody,
  OnchainCreatedAddressRequest,
  OnchainCreatedAddressRequestResponse,
  OnchainRefundDetail,
  OnchainRefundResponse,
} from "../../types/http"
import { useCreateDestination, usePayouts } from "../payout/api"
import { isUnchecked, missingInEntry, toEntryBody } from "../payout/destination/entry"
import { questionOf, reasonOf, type Step, useDecisions } from "../ui/action/step-footer"
import { apiPath, useAction } from "../ui/api"
import { type EntryField, exact, note } from "../ui/form/entries"
import { useTexts } from "../ui/texts"
import { proposalFacts } from "./link-section"
import { ASK_CUSTOMER, NEW_ADDRESS, nextStep, preselected, type RefundStep } from "./next-step"
import { firstEntries, type RefundEntries, refundAmount, toQuoteBody } from "./payout"

const DECLINE_FIELDS = [note("field.reason", { hint: "refundStep.decline_address.noteHint" })]

/** Nothing can check the address that the customer entered once; the memo only where there is one. */
const AGAIN_FIELDS = [
  exact("address_again", "entry.addressAgain", { hint: "refundStep.approve_address.againHint" }),
  exact("memo_again", "entry.memoAgain"),
]

const SETTLE_FIELDS = [
  note("refundStep.settle.note", { placeholder: "refundStep.settle.placeholder" }),
  exact("tx_hash", "payout.end.transaction", { hint: "request.noteHint", isOptional: true }),
]

/** What the operator enters about a refund, its next step, and how each step runs. @param isQuotedAtOnce where nothing is to be chosen */
export function useRefundSteps(refund: OnchainRefundDetail, isQuotedAtOnce: boolean) {
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const [entries, setEntries] = useState(() => firstEntries(refund, t))
  const [link, setLink] = useState<OnchainCreatedAddressRequest | null>(null)
  const [pendingLabel, setPendingLabel] = useState<string | null>(null)
  const [isQuoting, setIsQuoting] = useState(false)
  const isToQuote = useRef(isQuotedAtOnce)
  const { post, ...deciding } = useDecisions<OnchainRefundResponse>(apiPath("refunds", refund.id))
  const creation = useCreateDestination()
  const asking = useAction<OnchainCreatedAddressRequestResponse, OnchainCreateAddressRequestBody>((body) => ({
    path: apiPath("refunds", refund.id, "address-requests"),
    body,
  }))
  const { chain, destinations, address_request: request, choices, values } = refund
  const mayPay = payouts?.is_on ?? false
  const isThere =
    entries.to === NEW_ADDRESS ||
    entries.to === ASK_CUSTOMER ||
    destinations.some(({ id }) => id === entries.to)
  const chosen = isThere ? entries.to : ""
  const to = chosen || preselected(refund)
  const next = nextStep(refund, chosen, mayPay)
  const missing = missingInEntry(entries.address, chain)
  const body = toQuoteBody(refund, to, entries)
  const isBusy = deciding.isBusy || creation.isPending || asking.isPending

  const change = (part: Partial<RefundEntries>) => {
    // What the server said was about other values.
    if (part.address && creation.error) creation.reset()
    if (part.to !== undefined) deciding.reset()
    isToQuote.current = false
    setEntries((given) => ({ ...given, ...part }))
  }
  const postQuote = post("quote", body ?? {}, ({ refund: now }) => {
    if (now.withdrawal && !now.withdrawal.quote) toast.info(t("refundStep.quote.waiting"))
  })
  const quote: Step["run"] = (entered, after) => {
    setIsQuoting(true)
    postQuote(entered, {
      onSuccess: () => after?.onSuccess(),
      onSettled: () => {
        setIsQuoting(false)
        after?.onSettled()
      },
    })
  }
  const saveAddress = () =>
    creation.mutate(toEntryBody(entries.address, chain, refund.id), {
      onSuccess: ({ destination: { id, label, state } }) => {
        const isPending = state === "pending"
        setPendingLabel(isPending ? label : null)
        if (!isPending) toast.success(t("refundStep.save_address.done", { label }))
        setEntries((given) => ({ ...given, to: isPending ? "" : id }))
      },
    })
  const askAddress = () =>
    asking.mutate(
      { send: entries.isSent },
      {
        onSuccess: ({ address_request: made }) => {
          setLink(made)
          toast.success(t("refundStep.ask_address.done"))
          setEntries((given) => ({ ...given, to: "" }))
        },
      }
    )

  const unnamed = t("action.notPossible")
  const valueReason = values?.[entries.rate].is_possible === false ? values[entries.rate].reason : null
  const reasonAgainstQuote =
    to === ""
      ? t("refund.chooseFirst")
      : (reasonOf(choices.quote, unnamed) ?? valueReason ?? (body ? null : t("refund.amountFirst")))
  useEffect(() => {
    if (!isToQuote.current || next.primary !== "quote" || reasonAgainstQuote !== null) return
    isToQuote.current = false
    quote()
  })
  const proposal = request?.proposal ?? null
  const amount = refundAmount(refund, texts)
  const step = (name: RefundStep, reason: string | null, run: Step["run"]): Step => ({
    label: t(`refundStep.${name}.button`),
    reason,
    run,
  })
  /** A step that asks first. The question closes when the customer changes the address. */
  const decision = (
    name: "approve_address" | "decline_address" | "settle",
    reason: string | null,
    [path, sent]: [path: string, sent: object],
    fields: readonly EntryField[] = []
  ): Step => ({
    ...step(
      name,
      reason,
      post(path, sent, () => toast.success(t(`refundStep.${name}.done`)))
    ),
    fields,
    read: String(proposal?.revision),
    isDangerous: name === "decline_address",
    question: questionOf(`refundStep.${name}`, { amount }, texts, {
      facts: name === "settle" || !proposal ? [] : proposalFacts(proposal, texts),
      warning:
        name === "approve_address" && proposal?.is_observed_sender ? t("withdrawal.senderWarning") : null,
      isFinal: name === "settle",
    }),
  })
  const requestPath = `address-requests/${request?.id}`
  const steps: Record<RefundStep, Step> = {
    quote: step("quote", reasonAgainstQuote, quote),
    save_address: step("save_address", missing && t(`entry.${missing}`), saveAddress),
    ask_address: {
      ...step("ask_address", reasonOf(choices.ask_address, unnamed), () =>
        // From the menu it is chosen first: a new link ends the earlier one.
        next.primary === "ask_address" ? askAddress() : change({ to: ASK_CUSTOMER })
      ),
      ...(request ? { label: t("refundStep.ask_address.again") } : {}),
    },
    approve_address: decision(
      "approve_address",
      reasonOf(request?.choices.approve, unnamed),
      [`${requestPath}/approve`, { address: proposal?.address, memo: proposal?.memo }],
      isUnchecked(chain) ? AGAIN_FIELDS.slice(0, proposal?.memo ? 2 : 1) : []
    ),
    decline_address: decision(
      "decline_address",
      reasonOf(request?.choices.decline, unnamed),
      [`${requestPath}/decline`, {}],
      DECLINE_FIELDS
    ),
    settle: decision("settle", reasonOf(choices.settle, unnamed), ["settle", {}], SETTLE_FIELDS),
  }
  return {
    ...{ steps, next, entries, change, to, link, pendingLabel, isQuoting, mayPay },
    addressError: creation.error,
    decisions: { isBusy, error: deciding.error ?? asking.error },
  }
}

export type RefundSteps = ReturnType<typeof useRefundSteps>
