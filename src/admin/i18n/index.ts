import type {
  OnchainDelivery,
  OnchainDepositState,
  OnchainPaymentSentenceCode,
  OnchainPaymentStatusCode,
  OnchainRefundAddressState,
  OnchainRefundKind,
  OnchainRefundState,
  OnchainReportDifferenceKind,
  OnchainReportState,
  OnchainSetupCode,
  OnchainSetupStepId,
  OnchainWebhookTestResult,
  OnchainWithdrawalState,
  OnchainWithdrawalWait,
} from "../../types/http"
import type { RefundSituation } from "../refund/next-step"
import words from "./en.json"
import menu from "./menu.json"

/** Each code that the API answers has words. */
words satisfies {
  deliveryState: Named<OnchainDelivery["state"]>
  state: Record<OnchainDepositState, string>
  paymentSentence: Record<OnchainPaymentSentenceCode, string>
  paymentStatus: Record<OnchainPaymentStatusCode, string>
  refundAddressState: Named<OnchainRefundAddressState>
  refundKind: Record<OnchainRefundKind, string>
  refundSituation: Record<RefundSituation, string>
  refundState: Named<OnchainRefundState>
  differenceKind: Record<OnchainReportDifferenceKind, string>
  reportState: Record<OnchainReportState, string>
  setup: {
    code: Partial<Record<OnchainSetupCode, string>>
    step: Record<OnchainSetupStepId, string>
    test: { result: Record<OnchainWebhookTestResult, string> }
  }
  withdrawalState: Named<OnchainWithdrawalState>
  withdrawalWait: Record<OnchainWithdrawalWait, string>
}
type Named<Code extends string> = Record<Code, { name: string; sentence: string }>

/** Keys are what a translation replaces. */
export const en = { menu: menu.en, ...words }

/** The sidebar is there before a language is loaded, so the menu comes with the bundle in all of them. */
export default {
  en: { onchain: en },
  de: { onchain: { menu: menu.de } },
  ar: { onchain: { menu: menu.ar } },
}
