import { EXPECTED } from "./checks"
import { type Limits, type Price, PRICES } from "./events"
import { Payments } from "./payments"
import { isWithin, spend, type State, States, type System } from "./search"
import { mustHave } from "./world"

/** One of everything, for two sessions with two attempts each. */
export const ALL: Limits = {
  sessions: 2,
  transfers: 3,
  reversals: 1,
  kills: 1,
  reads: 1,
  refunds: 1,
  deletions: 1,
}

const COSTS: Record<Price, number> = {
  ...{ nothing: 0, transfers: spend(1), reversals: spend(0, 1), kills: spend(0, 0, 1) },
  ...{ reads: spend(0, 0, 0, 1), refunds: spend(0, 0, 0, 0, 1) },
  // Each session can be deleted once.
  deletions: 0,
}

/** So many times everybody does all they can, before that is called a livelock. */
const PATIENCE = 8

/** Two payments of an order, by number, and whether the order is cancelled. */
type Order = { one: number; other: number; isCancelled: boolean }

/** A step, and where its text is: that of an event of a session, or, where it has no price, of the order. */
type Reach = (
  one: number,
  other: number,
  spent: number,
  session: number,
  price: Price | null,
  at: number
) => void

/** Stories of an order's money: what holds in every state, and that every state has a good end. */
export function moneySystem(limits: Limits, payments = new Payments()): System {
  return new MoneySystem(limits, payments)
}

class MoneySystem implements System {
  readonly start: State
  private readonly limit
  private readonly prices
  /** Orders that end well: most stories end alike. */
  private readonly good = new States()

  constructor(
    private readonly limits: Limits,
    private readonly payments: Payments
  ) {
    const { transfers, reversals, kills, reads, refunds } = limits
    this.limit = spend(transfers, reversals, kills, reads, refunds)
    this.prices = PRICES.filter((price) => price === "nothing" || limits[price] > 0).map((price) => ({
      price,
      cost: COSTS[price],
    }))
    // An order is placed and unpaid; two sessions can pay it, and nothing is chosen in either.
    this.start = { one: payments.unpaid * 2, other: payments.unpaid * 2, spent: 0 }
  }

  stepsFrom(state: State, reach: Reach): void {
    const { one, other, isCancelled } = orderOf(state.one, state.other)
    const flag = Number(isCancelled)
    for (const { price, cost } of this.prices) {
      const spent = state.spent + cost
      if (!isWithin(spent, this.limit)) continue
      const ofOne = this.payments.stepsOf(one, other, isCancelled, price)
      for (let at = 0; at < ofOne.length; at++)
        reach((ofOne[at] ?? 0) * 2 + flag, state.other, spent, 0, price, at)
      if (this.limits.sessions === 1 || one === other) continue
      const ofOther = this.payments.stepsOf(other, one, isCancelled, price)
      for (let at = 0; at < ofOther.length; at++)
        reach(state.one, (ofOther[at] ?? 0) * 2 + flag, spent, 1, price, at)
    }
    this.stepsOfOrder({ one, other, isCancelled }, (order, at, cost = 0) => {
      const spent = state.spent + cost
      if (isWithin(spent, this.limit)) reach(...numbersOf(order), spent, 0, null, at)
    })
  }

  private stepsOfOrder(order: Order, reach: (after: Order, line: number, cost?: number) => void): void {
    if (order.isCancelled) return reach(this.both("close", order), 4)
    reach({ ...this.both("cancel", order), isCancelled: true }, 0)
    reach({ ...this.both("cancelUnanswered", order), isCancelled: true }, 1, COSTS.kills)
    reach(this.followUpOverdue(order, "in time"), 2)
    reach(this.followUpOverdue(order, "hold over"), 3)
  }

  textOf(state: State, step: number): string {
    const { one, other, isCancelled } = orderOf(state.one, state.other)
    const lines: (() => string)[] = []
    this.stepsFrom(state, (_one, _other, _spent, session, price, at) => {
      const [own, rival] = session === 0 ? [one, other] : [other, one]
      lines.push(() =>
        price === null
          ? mustHave(LINES[at])
          : `session ${session + 1}${this.payments.textOf(own, rival, isCancelled, price, at)}`
      )
    })
    return mustHave(lines[step])()
  }

  findProblem(one: number, other: number): string | null {
    const order = orderOf(one, other)
    return this.findBreach(order) ?? this.findBadEnd(order)
  }

  /** What holds in every state. @returns the rule that is broken, or null */
  private findBreach({ one, other }: Order): string | null {
    const [left, right] = [this.payments.at(one), this.payments.at(other)]
    const kept = this.payments.keptOf(one) + this.payments.keptOf(other)
    if (kept > EXPECTED) return `the order was captured twice: Medusa keeps $${kept} of $${EXPECTED}`
    return named(left.breach, right.breach)
  }

  /**
   * Lets the chain, the gateway, our workers and the operator do all that is left, until nothing changes: the end of every story.
   *
   * @returns what is wrong with the end, or null
   */
  private findBadEnd(order: Order): string | null {
    let end = order
    const passed: [number, number][] = []
    for (let round = 0; round <= PATIENCE; round++) {
      const [one, other] = numbersOf(end)
      const isGood = this.good.has(one, other, 0)
      const [left, right] = passed.at(-1) ?? []
      const isAtRest = left === one && right === other
      const problem = isAtRest && !isGood ? this.judgeEnd(end) : null
      if (problem) return problem
      if (isGood || isAtRest) {
        for (const known of passed) if (!this.good.has(...known, 0)) this.good.add(...known, 0)
        return null
      }
      passed.push([one, other])
      end = this.doAllThatIsLeft(end)
    }
    return "it never comes to rest"
  }

  private doAllThatIsLeft(order: Order): Order {
    const finished = this.each("finish", order)
    const followed = finished.isCancelled
      ? this.both("close", finished)
      : this.followUpOverdue(finished, "hold over")
    return this.each("decideAll", followed)
  }

  private judgeEnd(order: Order): string | null {
    const breach = this.findBreach(order)
    if (breach) return `in the end ${breach}`
    return named(this.payments.endProblemOf(order.one), this.payments.endProblemOf(order.other))
  }

  /** As `cancel-unpaid-order.ts` does: it polls first, and cancels what no money is meant for. */
  private followUpOverdue(order: Order, time: "in time" | "hold over"): Order {
    const queued = this.both("queuePart", this.each("checkOverdue", order))
    if (!this.payments.isToBeCancelled(queued.one, queued.other, time)) return queued
    return { ...this.both("close", this.both("cancel", queued)), isCancelled: true }
  }

  /** One payment after the other, which sees what became of the first. */
  private each(what: Parameters<Payments["inScene"]>[0], { one, other, isCancelled }: Order): Order {
    const first = this.payments.inScene(what, one, other, isCancelled)
    return { one: first, other: this.payments.inScene(what, other, first, isCancelled), isCancelled }
  }

  private both(what: Parameters<Payments["alone"]>[0], { one, other, isCancelled }: Order): Order {
    return { one: this.payments.alone(what, one), other: this.payments.alone(what, other), isCancelled }
  }
}

const LINES = [
  "the merchant cancels the order",
  "the merchant cancels the order, and the process dies before its refund",
  "the order is overdue",
  "the order is overdue, and any hold for a part is over",
  "the job closes the cancelled order",
]

const named = (first: string | null, second: string | null): string | null =>
  first !== null ? `session 1${first}` : second !== null ? `session 2${second}` : null

/** The last bit of both numbers says whether the order is cancelled. */
const orderOf = (one: number, other: number): Order => ({
  one: one >>> 1,
  other: other >>> 1,
  isCancelled: (one & 1) === 1,
})

function numbersOf({ one, other, isCancelled }: Order): [number, number] {
  const flag = Number(isCancelled)
  return [one * 2 + flag, other * 2 + flag]
}
