import { momentInWords } from "./moment-in-words"
import type { PaymentResolution, PaymentState } from "./payment-lifecycle"

/** Whether a resolution is possible, and if not why, in the operator's words. */
export type Choice = { is_possible: boolean; reason: string | null }

/** What was decided about money that had no order to go to. */
export type Resolved = {
  state: PaymentState
  resolution: PaymentResolution | null
  /** Name or id of who decided; null when that is not known. */
  by: string | null
  at: Date | null
  /** Of the order, such as `#12`; null for other resolutions. */
  order: string | null
}

const POSSIBLE: Choice = { is_possible: true, reason: null }

/** Which resolutions an operator has. @param fiatValue what arrived; null when it is not known */
export function paymentChoices(
  resolved: Resolved,
  fiatValue: string | null
): Record<PaymentResolution, Choice> {
  if (resolved.state !== "unallocated" || resolved.resolution !== null) {
    const reason = resolvedInWords(resolved)
    const ended = { is_possible: false, reason }
    return { apply: ended, refund_due: ended, keep: ended }
  }
  return {
    apply:
      fiatValue === null
        ? {
            is_possible: false,
            reason: "What arrived is not known in this currency, so it cannot pay an order.",
          }
        : POSSIBLE,
    refund_due: POSSIBLE,
    keep: POSSIBLE,
  }
}

/**
 * Says what was decided, by whom and when, for the one who comes second.
 *
 * @example resolvedInWords({ resolution: "keep", by: "ada@example.com", at, ... }) // "ada@example.com kept it on 2026-11-21 at 09:00 UTC."
 */
export function resolvedInWords({ state, resolution, by, at, order }: Resolved): string {
  if (resolution === null) return `It does not wait for a person: it is ${state}.`
  return `${by ?? "Somebody"} ${DONE[resolution](state, order)}${at === null ? "" : ` ${momentInWords(at)}`}.`
}

const DONE: Record<PaymentResolution, (state: PaymentState, order: string | null) => string> = {
  apply: (state, order) =>
    `${state === "captured" ? "applied it to" : "chose to apply it to"} order ${order ?? "?"}`,
  refund_due: () => "recorded it as a refund that is due",
  keep: () => "kept it",
}
