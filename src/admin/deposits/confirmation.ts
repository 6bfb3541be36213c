import type { OnchainAssignmentCandidate, OnchainDepositAction, OnchainDepositDetail } from "../../types/http"
import type { ConfirmationWords } from "../components/confirmation"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"
import { depositAmount } from "./amount"
import { orderName } from "../naming/order-name"

type Question = {
  deposit: Pick<
    OnchainDepositDetail,
    "amount" | "amount_raw" | "token" | "canonical_asset_id" | "network_name" | "from_address"
  >
  action: OnchainDepositAction
  /** The chosen order, for an assignment. */
  candidate: OnchainAssignmentCandidate | undefined
}

/**
 * Says what an action will do.
 *
 * @param locale BCP 47
 * @returns null for an assignment without a chosen order
 */
export function describeConfirmation(
  { deposit, action, candidate }: Question,
  t: Translate,
  locale: string
): ConfirmationWords | null {
  const amount = depositAmount(deposit, t, locale)
  const network = deposit.network_name
  const base = {
    destination: null,
    note: null,
    warning: null,
    isFinal: true,
    button: t(`confirm.${action}.button`),
  }
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
  const expected = `${formatDecimal(candidate.expected_amount, locale)} ${candidate.token}`
  const facts = { amount, order, expected }
  return {
    ...base,
    title: t("confirm.assign.title", facts),
    text: t(candidate.order ? "confirm.assign.order" : "confirm.assign.cart", facts),
  }
}
