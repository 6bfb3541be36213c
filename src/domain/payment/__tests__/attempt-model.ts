import { compareAmounts } from "../../../gateway/amount"
import { decideEarlierAttempt, moneyOfAttempt, refuseAttempt } from "../attempt"
import { hasUnsettledMoney, isUndecidedPart } from "../partial-payment"
import { nextState, statusToState, type PaymentResolution, type PaymentState } from "../payment-lifecycle"
import { NO_KNOWN_MONEY } from "./no-known-money"

/** In whole tokens. */
export const PRICE = 10

/** An event in a payment's life. `at` selects one of its attempts. */
export type Step =
  | { do: "open" | "cancel_order" | "capture" | "resolve" }
  | { do: "pay"; at: number; tokens: number }
  | { do: "settle" | "expire" | "reorganise" | "read" | "pay_refund_out"; at: number }

/** `last` is the completing transfer: a reorganization can undo it; earlier money is final. */
type Service = { status: string; received: number; last: number; isFinal: boolean }
type Attempt = {
  service: Service
  state: PaymentState
  gateway_status: string | null
  received_amount: string | null
  openedAt: number
  seenAt: number | null
  owed: string | null
  isRefundBegun: boolean
}

/** A payment with its attempts and their invoices at the service, without a store: decisions only. */
export class PaymentModel {
  readonly attempts: Attempt[] = []
  current = -1
  state: PaymentState | "choosing" = "choosing"
  reason: string | null = null
  resolution: PaymentResolution | null = null
  isOrderCancelled = false
  /**
   * Attempts read as settled and not yet captured or paid back, in order. When the first is taken back, the next one to be read
   * as settled is the first.
   */
  settledInTurn: number[] = []
  captures: { attempt: number; first: number | undefined }[] = []
  private now = 0

  take(step: Step): void {
    this.now += 1
    if (step.do === "open") return this.open()
    if (step.do === "capture") return this.capture()
    if (step.do === "cancel_order") return void (this.isOrderCancelled = true)
    if (step.do === "resolve") return this.resolve()
    if (!("at" in step)) return
    const at = this.attempts.length === 0 ? -1 : step.at % this.attempts.length
    const attempt = this.attempts[at]
    if (!attempt) return
    const { service } = attempt
    if (step.do === "pay" && service.status === "pending") {
      service.received += step.tokens
      service.last = step.tokens
      if (service.received >= PRICE) service.status = "confirming"
    }
    if (step.do === "settle" && service.status === "confirming")
      service.status = service.received > PRICE ? "overpaid" : "paid"
    if (step.do === "expire" && service.status === "pending") service.status = "expired"
    if (step.do === "reorganise" && this.canGoBack(at, attempt))
      Object.assign(service, { status: "pending", received: service.received - service.last, last: 0 })
    if (step.do === "pay_refund_out" && attempt.owed !== null) attempt.isRefundBegun = service.isFinal = true
    if (step.do === "read") this.read(at)
  }

  /** Everything is final, read and decided. */
  end(): void {
    for (const { service } of this.attempts) {
      if (service.status === "confirming") service.status = service.received > PRICE ? "overpaid" : "paid"
      if (service.status === "pending") service.status = "expired"
      service.isFinal = true
    }
    for (let round = 0; round < 3; round++) {
      for (const at of this.attempts.keys()) this.read(at)
      this.capture()
    }
  }

  /** Settled money can be undone only until it is captured or its refund is due. */
  private canGoBack(at: number, { service, state }: Attempt): boolean {
    if (service.status === "confirming") return true
    return service.status.endsWith("paid") && !service.isFinal && (at === this.current || state !== "settled")
  }

  isHeld(at: number): boolean {
    return this.state === "unallocated" && this.current === at
  }

  private open(): void {
    const facts = { isAbandoned: false, isOrderCancelled: this.isOrderCancelled }
    if (this.attempts.length >= 5) return
    const hasPart = this.attempts.some((one) => hasUnsettledMoney(one) && one.owed === null)
    const known = { ...NO_KNOWN_MONEY, hasPart }
    if (refuseAttempt({ ...facts, known, state: this.state, attemptCount: this.attempts.length }) !== null)
      return
    this.attempts.push({
      service: { status: "pending", received: 0, last: 0, isFinal: false },
      ...{ state: "awaiting", gateway_status: "pending", received_amount: null },
      ...{ openedAt: this.now, seenAt: null, owed: null, isRefundBegun: false },
    })
    this.current = this.attempts.length - 1
    this.state = "awaiting"
  }

  private read(at: number): void {
    const attempt = this.attempts[at]
    if (!attempt) return
    const { status, received } = attempt.service
    const from = at === this.current && this.state !== "choosing" ? this.state : attempt.state
    const isCompleted =
      at === this.current && status.endsWith("paid") && isUndecidedPart(this.currentAttempt())
    const next = isCompleted ? "settled" : nextState(from, statusToState(status))
    attempt.gateway_status = status
    attempt.received_amount = received === 0 ? null : String(received)
    attempt.seenAt ??= received > 0 ? this.now : null
    this.noteSettled(at, status.endsWith("paid"))
    if (next !== "captured" && next !== "unallocated") attempt.state = next
    if (at === this.current) this.readCurrent(next)
    else this.follow(at, attempt)
    if (this.state === "captured" || this.state === "unallocated") this.oweOthers()
  }

  private readCurrent(next: PaymentState): void {
    const attempt = this.attempts[this.current]
    const isPart = attempt !== undefined && next === "expired" && hasUnsettledMoney(attempt)
    if (isPart) [this.state, this.reason] = ["unallocated", "partial_payment"]
    else if (next === "settled" && this.isOrderCancelled)
      [this.state, this.reason] = ["unallocated", "order_cancelled"]
    else this.state = next
    if (this.state !== "unallocated") this.reason = null
  }

  private follow(at: number, attempt: Attempt): void {
    const opened = this.attempts[this.current]?.openedAt ?? 0
    const isNews = attempt.seenAt !== null && attempt.seenAt > opened
    const { isRefundBegun } = attempt
    const facts = { ...attempt, isNews, isRefundBegun, isTroubled: false, isGivenUp: this.isOrderCancelled }
    const decision = decideEarlierAttempt(facts, this.currentAttempt())
    if (decision === "owe") this.owe(attempt)
    if (decision !== "take_over") return
    attempt.owed = null
    this.current = at
    this.readCurrent(attempt.state)
  }

  private oweOthers(): void {
    for (const [at, attempt] of this.attempts.entries())
      if (at !== this.current && this.state === "captured") this.owe(attempt)
  }

  private owe(attempt: Attempt): void {
    const owed = moneyOfAttempt({ ...attempt, expected_amount: String(PRICE), implausible_amount: null })
    if (typeof owed === "string" && compareAmounts(owed, attempt.owed ?? "0") > 0) attempt.owed = owed
  }

  private capture(): void {
    if (this.state !== "settled") return
    this.captures.push({ attempt: this.current, first: this.settledInTurn[0] })
    this.state = "captured"
    const captured = this.attempts[this.current]
    if (captured) captured.service.isFinal = true
    this.oweOthers()
  }

  private resolve(): void {
    if (this.state === "unallocated") this.resolution ??= "keep"
  }

  private noteSettled(at: number, isSettled: boolean): void {
    const others = this.settledInTurn.filter((one) => one !== at)
    const isPaidBack = this.attempts[at]?.isRefundBegun === true
    if (!isSettled || isPaidBack) this.settledInTurn = this.settledInTurn[0] === at ? [] : others
    else if (!this.settledInTurn.includes(at)) this.settledInTurn.push(at)
  }

  private currentAttempt() {
    const attempt = this.attempts[this.current]
    if (!attempt || this.state === "choosing") throw new Error("nothing is opened")
    const { gateway_status, received_amount } = attempt
    const { state, reason, resolution } = this
    return { state, gateway_status, received_amount, unallocated_reason: reason, resolution }
  }
}
