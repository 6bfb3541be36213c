/** How a payment stands, for the box beside an order. The keys are the states that the server stores. */
export const PAYMENT_STATE_WORDING = {
  opening: "Being opened",
  awaiting: "Waits for the money",
  confirming: "Being confirmed",
  settled: "Settled",
  captured: "Captured",
  expired: "Expired",
  failed: "Failed",
  cancelled: "Cancelled",
  superseded: "Replaced",
  unallocated: "Without an order",
} as const

/** States there are words for. */
export type KnownPaymentState = keyof typeof PAYMENT_STATE_WORDING

/** Whether there are words for a state. A later version of the server may have others. */
export const isKnownPaymentState = (state: string): state is KnownPaymentState =>
  Object.hasOwn(PAYMENT_STATE_WORDING, state)
