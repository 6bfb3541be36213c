import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainCreatedAddressRequest, OnchainRefundDetail } from "../../types/http"
import { usePayouts } from "../payout/api"
import { useCreateDestination } from "../payout/destination/api"
import { missingInEntry, toEntryBody } from "../payout/destination/entry"
import { useTexts } from "../ui/texts"
import { type RefundDecision, useAskAddress, useRefundAction } from "./api"
import { ASK_CUSTOMER, NEW_ADDRESS, nextStep, preselected, type RefundStep } from "./next-step"
import { firstEntries, type RefundEntries, toQuoteBody } from "./payout"

/** What the operator enters about a refund, its next step, and how each step runs. */
export function useRefundSteps(refund: OnchainRefundDetail) {
  const { t } = useTexts()
  const { data: payouts } = usePayouts()
  const [entries, setEntries] = useState(() => firstEntries(refund, t))
  const [link, setLink] = useState<OnchainCreatedAddressRequest | null>(null)
  const [pendingLabel, setPendingLabel] = useState<string | null>(null)
  const [isQuoting, setIsQuoting] = useState(false)
  const action = useRefundAction(refund.id)
  const creation = useCreateDestination()
  const asking = useAskAddress(refund.id)
  const { chain, destinations, address_request: request, choices, values } = refund
  const mayPay = payouts?.is_on ?? false
  const isThere =
    entries.to === NEW_ADDRESS ||
    entries.to === ASK_CUSTOMER ||
    destinations.some(({ id }) => id === entries.to)
  const chosen = isThere ? entries.to : ""
  const to = chosen || preselected(refund)
  const missing = missingInEntry(entries.address, chain)
  const body = toQuoteBody(refund, to, entries)

  const change = (part: Partial<RefundEntries>) => {
    // What the server said was about other values.
    if (part.address && creation.error) creation.reset()
    if (part.to !== undefined) action.reset()
    setEntries((given) => ({ ...given, ...part }))
  }
  const decide = (decision: RefundDecision, words: string | null, onSettled?: () => void) =>
    action.mutate(decision, { onSuccess: () => void (words && toast.success(words)), onSettled })
  const quote = () => {
    if (!body) return
    setIsQuoting(true)
    action.mutate(
      { action: "quote", body },
      {
        onSuccess: ({ refund: now }) => {
          if (now.withdrawal && !now.withdrawal.quote) toast.info(t("refundStep.quote.waiting"))
        },
        onSettled: () => setIsQuoting(false),
      }
    )
  }
  const saveAddress = () =>
    creation.mutate(toEntryBody(entries.address, chain, { refundId: refund.id, sender: null }), {
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
  const valueReason = values?.[entries.rate].is_possible === false ? values[entries.rate].reason : null
  /** Why a step cannot be taken now; null when it can. */
  const reasonAgainst = (step: RefundStep): string | null => {
    const reasonOf = (choice: { is_possible: boolean; reason: string | null } | undefined) =>
      !choice || choice.is_possible ? null : (choice.reason ?? t("action.notPossible"))
    switch (step) {
      case "quote":
        if (to === "") return t("refund.chooseFirst")
        return reasonOf(choices.quote) ?? valueReason ?? (body ? null : t("refund.amountFirst"))
      case "save_address":
        return missing && t(`entry.${missing}`)
      case "ask_address":
        return reasonOf(choices.ask_address)
      case "approve_address":
        return reasonOf(request?.choices.approve)
      case "decline_address":
        return reasonOf(request?.choices.decline)
      case "settle":
        return reasonOf(choices.settle)
    }
  }

  return {
    ...{ entries, change, to, link, pendingLabel, isQuoting, mayPay, reasonAgainst },
    ...{ quote, saveAddress, askAddress, decide },
    next: nextStep(refund, chosen, mayPay),
    addressError: creation.error,
    error: action.error ?? asking.error,
    isBusy: action.isPending || creation.isPending || asking.isPending,
  }
}

export type RefundSteps = ReturnType<typeof useRefundSteps>
