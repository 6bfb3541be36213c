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
import type { KnownPaymentState } from "../payment/order/words"
import type { Standing } from "../payment/amount"
import { useTexts } from "./texts"

type Color = "orange" | "red" | "blue" | "green" | "grey" | "purple"

type State =
  | OnchainDepositState
  | Standing
  | KnownPaymentState
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
  revoked: "grey",
  used: "grey",
} as const satisfies Record<State, Color>

/** The groups of words; true where each state has a name and a sentence. */
const SUBJECTS = {
  state: false,
  standing: false,
  paymentState: false,
  paymentStatus: false,
  reportState: false,
  withdrawalState: true,
  destinationState: true,
  refundState: true,
  refundAddressState: true,
  deliveryState: true,
} as const

export const isKnownState = (state: string): state is State => Object.hasOwn(COLORS, state)

/** A state of a later version is shown by its own name. */
export function StateBadge({ of, state }: { of: keyof typeof SUBJECTS; state: string }) {
  const { t } = useTexts()
  const key = `${of}.${state}${SUBJECTS[of] ? ".name" : ""}`
  const words = t(key)
  return (
    <StatusBadge color={isKnownState(state) ? COLORS[state] : "grey"} className="whitespace-nowrap">
      {words === key ? state : words}
    </StatusBadge>
  )
}
