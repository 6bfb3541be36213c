import OnchainAddress from "./models/address"
import OnchainAttempt from "./models/attempt"
import OnchainAttentionNotice from "./models/attention-notice"
import OnchainAuditEntry from "./models/audit-entry"
import OnchainCustomer from "./models/customer"
import OnchainDeposit from "./models/deposit"
import OnchainListReading from "./models/list-reading"
import OnchainOrderRefund from "./models/order-refund"
import OnchainOutbox from "./models/outbox"
import OnchainPageLink from "./models/page-link"
import OnchainPayment from "./models/payment"
import OnchainPaymentClaim from "./models/payment-claim"
import OnchainPayoutDestination from "./models/payout-destination"
import OnchainRecovery from "./models/recovery"
import OnchainRefund from "./models/refund"
import OnchainRefundAddress from "./models/refund-address"
import OnchainReport from "./models/report"
import OnchainReportDifference from "./models/report-difference"
import OnchainReportEntry from "./models/report-entry"
import OnchainSignal from "./models/signal"
import OnchainSyncRun from "./models/sync-run"
import OnchainTransaction from "./models/transaction"
import OnchainWebhookDelivery from "./models/webhook-delivery"
import OnchainWithdrawal from "./models/withdrawal"

/** Medusa generates `listX`, `retrieveX` and `updateX` methods of the service by these names. */
export const models = {
  OnchainAddress,
  OnchainAttempt,
  OnchainAttentionNotice,
  OnchainAuditEntry,
  OnchainCustomer,
  OnchainDeposit,
  OnchainListReading,
  OnchainOrderRefund,
  OnchainOutbox,
  OnchainPageLink,
  OnchainPayment,
  OnchainPaymentClaim,
  OnchainPayoutDestination,
  OnchainRecovery,
  OnchainRefund,
  OnchainRefundAddress,
  OnchainReport,
  OnchainReportDifference,
  OnchainReportEntry,
  OnchainSignal,
  OnchainSyncRun,
  OnchainTransaction,
  OnchainWebhookDelivery,
  OnchainWithdrawal,
}
