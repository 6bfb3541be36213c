import fc from "fast-check"
import type { Invoice } from "../../gateway/contract"
import {
  canMove,
  nextState,
  PAYMENT_STATES,
  statusToState,
  type PaymentState,
} from "../payment/payment-lifecycle"
import {
  decideSettlement,
  findMismatch,
  type SessionFacts,
  type SettlementDecision,
} from "../payment/settlement"
import { expectedPayment, paidInvoice } from "./settlement-samples"

/** What the service knows: one invoice, which only time and its payer change. */
type Service = { status: string }

/** What outlives a process: our row, its events in the outbox, Medusa's order and captures. */
type Store = {
  state: PaymentState
  isAnnounced: boolean
  isOrderCancelled: boolean
  isSessionDeleted: boolean
  captures: number
  /** Every move the row has made. */
  moves: [PaymentState, PaymentState][]
}

/** The cuts at which a process can be killed while it settles: after the read, the record, the capture. */
const CUTS = ["read", "recorded", "captured", "finished"] as const
type Cut = (typeof CUTS)[number]

class World {
  readonly service: Service = { status: "pending" }
  readonly store: Store = {
    state: "awaiting",
    isAnnounced: false,
    isOrderCancelled: false,
    isSessionDeleted: false,
    captures: 0,
    moves: [],
  }
  /** Invoices that were read and not acted on yet: another process may act meanwhile. */
  readonly inFlight: Invoice[] = []

  /** A webhook or a poll reads the canonical invoice; acting on it may come much later. */
  read(): void {
    this.inFlight.push({ ...paidInvoice, status: this.service.status })
  }

  /** Acts on what was read, however old it is by now, up to where the process is killed. */
  act(which: number, cut: Cut): void {
    const invoice = this.inFlight.splice(which % Math.max(1, this.inFlight.length), 1)[0]
    if (!invoice || cut === "read") return
    this.record(invoice)
    if (cut === "recorded") return
    const decision = decideSettlement(invoice, { ...expectedPayment, state: this.store.state }, this.facts())
    this.carryOut(decision, cut)
  }

  /** As `PaymentStore.record` does: one guarded write. */
  private record(invoice: Invoice): void {
    const next = nextState(this.store.state, statusToState(invoice.status))
    const mismatch = next === "settled" ? findMismatch(invoice, expectedPayment) : null
    this.move(mismatch && next !== this.store.state ? "unallocated" : next)
  }

  /** As the settlement does under its lock. The order is looked at again right before it is captured. */
  private carryOut(decision: SettlementDecision, cut: Cut): void {
    if (decision.kind === "unallocated") this.move("unallocated")
    if (decision.kind === "capture_order") this.store.captures++
    if (cut === "captured") return
    if (decision.kind === "capture_order" || decision.kind === "record_captured") this.move("captured")
  }

  private move(to: PaymentState): void {
    const from = this.store.state
    if (from === to) return
    this.store.moves.push([from, to])
    this.store.state = to
    if (to === "captured" || to === "unallocated") this.store.isAnnounced = true
  }

  facts(): SessionFacts {
    const { captures, isSessionDeleted, isOrderCancelled } = this.store
    return {
      session: captures > 0 ? "captured" : isSessionDeleted ? "deleted" : "alive",
      order: isSessionDeleted ? null : { id: "order_1", isCancelled: isOrderCancelled },
      cart: null,
      isPaidOtherwise: false,
      isCapturedOtherwise: false,
      misfit: null,
      isRefundDue: false,
    }
  }
}

type Step = (world: World) => void
const anyStep: fc.Arbitrary<{ name: string; run: Step }> = fc.oneof(
  { weight: 3, arbitrary: named("webhook", (world) => world.read()) },
  { weight: 3, arbitrary: named("poll", (world) => world.read()) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(5), fc.constantFrom<Cut>(...CUTS))
      .map(([which, cut]) => ({ name: `act until ${cut}`, run: (world: World) => world.act(which, cut) })),
  },
  named("the order is cancelled", ({ store }) => {
    // Core refuses nothing here: a captured order can be cancelled, and its refund is due then.
    store.isOrderCancelled = true
  }),
  named("the session is deleted", ({ store }) => {
    store.isSessionDeleted ||= store.captures === 0
  }),
  named("a transfer is seen", ({ service }) => {
    if (service.status === "pending") service.status = "confirming"
  }),
  named("a reorganisation", ({ service }) => {
    if (service.status === "confirming") service.status = "pending"
  }),
  named("the invoice is final", ({ service }) => {
    if (service.status === "confirming" || service.status === "expired") service.status = "paid"
  }),
  named("the invoice expires", ({ service }) => {
    if (service.status === "pending") service.status = "expired"
  }),
  named("the service uses a word of its own", ({ service }) => {
    if (service.status === "pending") service.status = "on_hold"
    else if (service.status === "on_hold") service.status = "pending"
  })
)

function named(name: string, run: Step): fc.Arbitrary<{ name: string; run: Step }> {
  return fc.constant({ name, run })
}

/** Then nothing more happens, and one check after another is finished, as reconciliation does. */
function comeToRest(world: World): void {
  while (world.inFlight.length > 0) world.act(0, "finished")
  for (let check = 0; check < 3; check++) {
    world.read()
    world.act(0, "finished")
  }
}

const interleavings = fc.array(anyStep, { maxLength: 40 })

test("whatever comes in whatever order, and is killed wherever, the payment moves along edges and is captured once at most", () => {
  fc.assert(
    fc.property(interleavings, (steps) => {
      const world = new World()
      for (const { run } of steps) {
        run(world)
        expect(PAYMENT_STATES).toContain(world.store.state)
        expect(world.store.captures).toBeLessThanOrEqual(1)
      }
      for (const [from, to] of world.store.moves)
        expect([from, to, canMove(from, to)]).toEqual([from, to, true])
    }),
    { numRuns: 5_000 }
  )
})

test("in the end, money that the service reports as paid is captured or held for review, never both, and reported", () => {
  fc.assert(
    fc.property(interleavings, (steps) => {
      const world = new World()
      for (const { run } of steps) run(world)
      comeToRest(world)
      const { state, captures, isAnnounced } = world.store
      if (world.service.status === "paid") {
        expect(["captured", "unallocated"]).toContain(state)
        expect(isAnnounced).toBe(true)
      } else {
        expect(captures).toBe(0)
        expect(["captured", "unallocated", "settled"]).not.toContain(state)
      }
      expect(captures).toBe(state === "captured" ? 1 : 0)
    }),
    { numRuns: 5_000 }
  )
})

test("an order that was cancelled before its money was final is never captured", () => {
  fc.assert(
    fc.property(interleavings, (steps) => {
      const world = new World()
      for (const { run } of steps) {
        const capturesBefore = world.store.captures
        const wasCancelled = world.store.isOrderCancelled || world.store.isSessionDeleted
        run(world)
        if (wasCancelled) expect(world.store.captures).toBe(capturesBefore)
      }
    }),
    { numRuns: 2_000 }
  )
})
