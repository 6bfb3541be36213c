import type { Benchmark } from "./benchmark"
import { acceptedThenKilled } from "./benchmarks/accepted-then-killed"
import { acknowledgements } from "./benchmarks/acknowledgements"
import { adminLists } from "./benchmarks/admin-lists"
import { buildAndBoot } from "./benchmarks/build-and-boot"
import { checkouts } from "./benchmarks/checkouts"
import { clientOverhead } from "./benchmarks/client-overhead"
import { depositListPage } from "./benchmarks/deposit-list-page"
import { liveUpdates } from "./benchmarks/live-updates"
import { inboxClaim } from "./benchmarks/inbox-claim"
import { memoryAfterADay } from "./benchmarks/memory-after-a-day"
import { paymentListPage } from "./benchmarks/payment-list-page"
import { reconciledPayments } from "./benchmarks/reconciled-payments"
import { sandboxLoad } from "./benchmarks/sandbox-load"
import { sandboxStart } from "./benchmarks/sandbox-start"
import { sessionOpening } from "./benchmarks/session-opening"
import { signatureVerification } from "./benchmarks/signature-verification"
import { webhookBurst } from "./benchmarks/webhook-burst"
import { webhooksOff } from "./benchmarks/webhooks-off"
import { webhookToCapture } from "./benchmarks/webhook-to-capture"

/** Every benchmark in run order: those without a store first, the one that kills it last. */
export const benchmarks: Benchmark[] = [
  signatureVerification,
  clientOverhead,
  sandboxStart,
  sandboxLoad,
  depositListPage,
  paymentListPage,
  adminLists,
  inboxClaim,
  reconciledPayments,
  webhookToCapture,
  sessionOpening,
  checkouts,
  liveUpdates,
  acknowledgements,
  webhookBurst,
  webhooksOff,
  memoryAfterADay,
  buildAndBoot,
  acceptedThenKilled,
]
