import type { OnchainAssignmentCandidate, OnchainDepositAction, OnchainDepositDetail } from "../../types/http"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { formatTokens } from "../ui/format"
import { orderName } from "../ui/names"
import type { Texts } from "../ui/texts"
import { depositAmount } from "./amount"

type Question = {
  deposit: Pick<
    OnchainDepositDetail,
    "amount" | "amount_raw" | "token" | "canonical_asset_id" | "network_name" | "from_address"
  >
  action: OnchainDepositAction
  candidate: OnchainAssignmentCandidate | undefined
}

export function describeConfirmation(
  { deposit, action, candidate }: Question,
  texts: Texts
): ConfirmationWords | null {
  const { t, locale } = texts
  const amount = depositAmount(deposit, texts)
  const network = deposit.network_name
  const base = { destination: null, isFinal: true, button: t(`action.${action}.button`) }
  if (action === "accept") {
    return {
      ...base,
      title: t("confirm.accept.title", { amount }),
      text: t("confirm.accept.text", { amount }),
    }
  }
  if (action === "refund") {
    return {
      ...base,
      title: t("confirm.refund.title", { amount }),
      text: t("confirm.refund.text", { amount, network }),
      destination: deposit.from_address,
      warning: t("confirm.refund.exchange"),
    }
  }
  if (!candidate) return null
  const order = orderName(candidate.order, t)
  const expected = formatTokens(candidate.expected_amount, candidate.token, locale)
  const facts = { amount, order, expected }
  return {
    ...base,
    title: t("confirm.assign.title", facts),
    text: t(candidate.order ? "confirm.assign.order" : "confirm.assign.cart", facts),
  }
}
