import { StatusBadge } from "@medusajs/ui"
import type {
  OnchainDelivery,
  OnchainDepositState,
  OnchainDestinationState,
  OnchainPaymentStatusCode,
  OnchainRefundAddressState,
  OnchainRefundState,
  OnchainReportState,
  OnchainWithdrawalState,
} from "../../types/http"
import type words from "../i18n/en.json"
import type { Standing } from "../payment/describe"
import { nameOf, useTexts } from "./texts"

/** Of a check, a warning, an endpoint. */
export const SEVERITY_COLORS = { ok: "green", warning: "orange", error: "red" } as const

type Color = "orange" | "red" | "blue" | "green" | "grey" | "purple"

type State =
  | OnchainDepositState
  | Standing
  | keyof typeof words.paymentState
  | OnchainPaymentStatusCode
  | OnchainWithdrawalState
  | OnchainDestinationState
  | OnchainRefundState
  | OnchainRefundAddressState
  | OnchainDelivery["state"]
  | OnchainReportState

/** Orange waits for a user, red needs a closer look, blue is under way, purple is a debt; green and grey are over. */
const COLORS = {
  in_review: "orange",
  waiting: "orange",
  due_back: "orange",
  unallocated: "orange",
  requested: "orange",
  quoted: "orange",
  awaiting_approval: "orange",
  pending: "orange",
  partially_paid: "orange",
  held: "orange",
  refund_blocked_by_gas: "orange",
  due: "orange",
  proposed: "orange",
  contradicted: "red",
  failed: "red",
  unknown: "red",
  dead: "red",
  refund_pending: "blue",
  applying: "blue",
  awaiting: "blue",
  confirming: "blue",
  settled: "blue",
  sending: "blue",
  sent: "blue",
  confirmed: "blue",
  received: "blue",
  processing: "blue",
  running: "blue",
  open: "blue",
  refund_due: "purple",
  assigned: "green",
  accepted: "green",
  income: "green",
  applied: "green",
  captured: "green",
  completed: "green",
  approved: "green",
  done: "green",
  processed: "green",
  partially_refunded: "grey",
  refunded: "grey",
  kept: "grey",
  opening: "grey",
  expired: "grey",
  cancelled: "grey",
  superseded: "grey",
  refused: "grey",
  archived: "grey",
  ignored: "grey",
  queued: "grey",
  declined: "grey",
  used: "grey",
} as const satisfies Record<State, Color>

/** Keys of the words of each kind of state. */
export type Subject =
  | "state"
  | "standing"
  | "paymentState"
  | "paymentStatus"
  | "reportState"
  | "withdrawalState"
  | "destinationState"
  | "refundState"
  | "refundAddressState"
  | "deliveryState"

const isKnownState = (state: string): state is State => Object.hasOwn(COLORS, state)

export function StateBadge({ of, state }: { of: Subject; state: string }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={isKnownState(state) ? COLORS[state] : "grey"} className="whitespace-nowrap">
      {nameOf(of, state, t)}
    </StatusBadge>
  )
}
