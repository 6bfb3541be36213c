import { decideAll, finalOf, findBreach, findUnbackedPayout, judgeEnd } from "./checks"
import { deathsOf, moves, named, NEW_INVOICE, type Price } from "./events"
import { cancelPayment, closePayment, isToBeCancelled } from "./order"
import { Rows, type Scene } from "./rows"
import { Numbered } from "./search"
import { check, queuePart, settle } from "./settle"
import {
  attemptOf,
  type GatewayInvoice,
  mustHave,
  NO_PAYMENT,
  type Payment,
  type PendingRead,
  stateOf,
  type World,
} from "./world"

/** An invoice as it is at the gateway, and whether our row says what it says. */
type Truth = {
  invoice: GatewayInvoice
  isRead: boolean
  /** All that a check of each attempt sees of it. */
  checks: readonly [string, string]
  /** The same when it was read, and what becomes of it when nothing else happens; by number, once they are known. */
  read: number
  final: number
  moves: readonly Move[] | null
}
type Move = { text: string; price: Price; to: number }

/** What is outside of our rows: the truth about each attempt, and readings that were not acted on yet. */
type Outside = { truths: readonly number[]; reads: readonly PendingRead[]; pending: number }

type Known = {
  rows: number
  outside: number
  breach: string | null
  endProblem: string | null | undefined
  scenes: {
    scene: Scene
    steps: Partial<Record<Price, readonly number[]>>
    done: Partial<Record<Doing, number>>
  }[]
  alone: Partial<Record<keyof typeof ALONE, number>>
}

/** An event of a payment. Its text is a line of a story, after the name of its session. */
type Step = { text: string; after: number }

/** What workers and the operator do to a payment whose rules see the order. */
type Doing = "finish" | "decideAll" | "checkOverdue"

/** Done to a payment alone. */
const ALONE = {
  cancel: (payment) => cancelPayment(payment, true),
  cancelUnanswered: (payment) => cancelPayment(payment, false),
  close: closePayment,
  queuePart,
} satisfies Record<string, (payment: Payment) => void>

/** More rows, truths and lists of pending reads do not occur. */
const MOST = 2 ** 26
const MOST_TRUTHS = 2 ** 12
const MOST_READS = 2 ** 16
/** The list of no pending reads. */
const NONE = 0

/** Every payment that a search has met, by number: its rows, and what is outside of them. */
export class Payments {
  private readonly rows = new Rows()
  private readonly truths = new Numbered<Truth>()
  private readonly outsides: Outside[] = []
  private readonly outsideNumbers = new Map<number, number>()
  private readonly reads = new Numbered<readonly PendingRead[]>()
  private readonly known: Known[] = []
  private readonly numbers = new Map<number, number>()
  private readonly cancellations = new Map<number, boolean>()
  readonly unpaid = this.numberOf(this.rows.numberOf(NO_PAYMENT), [], this.pending([]))

  at(number: number): Known {
    return mustHave(this.known[number])
  }

  keptOf(number: number): number {
    return this.rows.at(this.at(number).rows).kept
  }

  /** The payment after each event that can happen to it next and takes this of a story's budget. */
  stepsOf(number: number, other: number, isCancelled: boolean, price: Price): readonly number[] {
    const { scene, steps } = this.sceneOf(number, other, isCancelled)
    return (steps[price] ??= this.listSteps(number, scene, price).map(({ after }) => after))
  }

  /** @returns the text of one of these events */
  textOf(number: number, other: number, isCancelled: boolean, price: Price, step: number): string {
    const { scene } = this.sceneOf(number, other, isCancelled)
    return mustHave(this.listSteps(number, scene, price)[step]).text
  }

  private listSteps(number: number, scene: Scene, price: Price): Step[] {
    return [
      ...this.stepsOfRows(number, scene, price),
      ...this.stepsOfChain(number, price),
      ...this.stepsOfWorkers(number, scene, price),
    ]
  }

  private stepsOfRows(number: number, scene: Scene, price: Price): Step[] {
    const { rows, outside } = this.at(number)
    const { truths, pending } = this.outsideOf(outside)
    return this.rows.eventsOf(rows).flatMap(({ text, change, isOpening, paysFrom, ...event }, index) => {
      if (event.price !== price) return []
      const changed = this.rows.after(rows, scene, `event ${index}`, change)
      if (changed < 0) return []
      const opened = isOpening ? [...truths, this.truthOf(NEW_INVOICE, false)] : truths
      const after = this.numberOf(changed, opened, pending)
      return [{ text, after: paysFrom === undefined ? after : this.paid(after, paysFrom) }]
    })
  }

  /** A payout that the gateway does not back is a breach. */
  private paid(number: number, attempt: number): number {
    const breach = findUnbackedPayout(this.paymentOf(number), attempt)
    const { rows, outside } = this.at(number)
    const { truths, pending } = this.outsideOf(outside)
    return breach === null
      ? number
      : this.numberOf(this.rows.numberOf({ ...this.rows.at(rows).payment, breach }), truths, pending)
  }

  private stepsOfChain(number: number, price: Price): Step[] {
    const { rows, outside } = this.at(number)
    const { truths, pending } = this.outsideOf(outside)
    return truths.flatMap((truth, attempt) =>
      this.movesOf(truth)
        .filter((move) => move.price === price)
        .map(({ text, to }) => ({
          text: `${named(attempt)}: ${text}`,
          after: this.numberOf(rows, replaced(truths, attempt, to), pending),
        }))
    )
  }

  private stepsOfWorkers(number: number, scene: Scene, price: Price): Step[] {
    const { rows, outside } = this.at(number)
    const { truths, reads, pending } = this.outsideOf(outside)
    const { payment } = this.rows.at(rows)
    const steps: Step[] = []
    for (const [attempt, truth] of truths.entries()) {
      const { invoice } = this.truths.at(truth)
      const { gateway_status } = attemptOf(payment, attempt)
      const what = invoice.status === gateway_status ? "a duplicate webhook or a poll" : "a webhook"
      const text = `${named(attempt)}: ${what} reports ${invoice.status}`
      const isRead = replaced(truths, attempt, this.readOf(truth))
      if (price === "nothing")
        steps.push({ text, after: this.numberOf(this.checked(rows, scene, attempt, truth), isRead, pending) })
      if (price === "kills")
        for (const [cut, left] of this.deathsOf(rows, scene, attempt, truth))
          steps.push({
            text: `${text}, and the process dies (${cut})`,
            after: this.numberOf(left, isRead, pending),
          })
      if (price === "reads") {
        const read = { attempt, invoice, state: stateOf(payment, attempt), current: payment.current }
        steps.push({
          text: `${named(attempt)}: a slow process reads ${invoice.status}, and acts later`,
          after: this.numberOf(rows, truths, this.pending([...reads, read])),
        })
      }
    }
    if (price === "nothing")
      for (const [index, read] of reads.entries()) {
        const { attempt, invoice } = read
        const unread = this.truthOf(this.truths.at(mustHave(truths[attempt])).invoice, false)
        const acted = this.acted(rows, scene, read, mustHave(truths[attempt]))
        steps.push({
          text: `${named(attempt)}: the slow process acts on ${invoice.status}, out of order`,
          after: this.numberOf(
            acted,
            replaced(truths, attempt, unread),
            this.pending(reads.filter((_, at) => at !== index))
          ),
        })
      }
    return steps
  }

  /** @returns the payment after what is done to it */
  inScene(doing: Doing, number: number, other: number, isCancelled: boolean): number {
    const { scene, done } = this.sceneOf(number, other, isCancelled)
    return (done[doing] ??= this[doing](number, scene))
  }

  alone(what: keyof typeof ALONE, number: number): number {
    const { alone, rows, outside } = this.at(number)
    const known = alone[what]
    if (known !== undefined) return known
    const { truths, pending } = this.outsideOf(outside)
    const after = this.rows.after(rows, 0, what, ({ own }) => void ALONE[what](own))
    return (alone[what] = this.numberOf(after, truths, pending))
  }

  isToBeCancelled(one: number, other: number, time: "in time" | "hold over"): boolean {
    const [left, right] = [this.at(one).rows, this.at(other).rows]
    const look = this.rows.orderLookOf(left) * MOST + this.rows.orderLookOf(right)
    const key = look * 2 + Number(time === "in time")
    const known = this.cancellations.get(key)
    if (known !== undefined) return known
    const found = isToBeCancelled([this.rows.at(left).payment, this.rows.at(right).payment], time)
    this.cancellations.set(key, found)
    return found
  }

  endProblemOf(number: number): string | null {
    const known = this.at(number)
    if (known.endProblem === undefined) known.endProblem = judgeEnd(this.paymentOf(number))
    return known.endProblem
  }

  /** The chain, the gateway and our workers do all that is left. */
  private finish(number: number, scene: Scene): number {
    let { rows } = this.at(number)
    const { truths, reads } = this.outsideOf(this.at(number).outside)
    for (const read of reads) rows = this.acted(rows, scene, read, mustHave(truths[read.attempt]))
    const final = truths.map((truth) => this.finalOf(truth))
    for (const [attempt, truth] of final.entries()) rows = this.checked(rows, scene, attempt, truth)
    return this.numberOf(rows, final, NONE)
  }

  private decideAll(number: number, scene: Scene): number {
    const { rows, outside } = this.at(number)
    const { truths, pending } = this.outsideOf(outside)
    const after = this.rows.after(rows, scene, "decideAll", (world) => void decideAll(world))
    return this.numberOf(after, truths, pending)
  }

  /** Before an order is cancelled, its attempts are polled. */
  private checkOverdue(number: number, scene: Scene): number {
    let { rows } = this.at(number)
    const { truths, pending } = this.outsideOf(this.at(number).outside)
    const after = [...truths]
    for (const [attempt, truth] of truths.entries()) {
      if (this.rows.isFinal(rows, attempt)) continue
      rows = this.checked(rows, scene, attempt, truth)
      after[attempt] = this.readOf(truth)
    }
    return this.numberOf(rows, after, pending)
  }

  /** A process reads an invoice, and acts on it. */
  private checked(rows: number, scene: Scene, attempt: number, truth: number): number {
    const { invoice, checks } = this.truths.at(truth)
    return this.rows.after(rows, scene, attempt === 0 ? checks[0] : checks[1], (world) => {
      attemptOf(world.own, attempt).invoice = invoice
      check(world, attempt)
    })
  }

  /** A process acts on what it has read before. */
  private acted(
    rows: number,
    scene: Scene,
    { attempt, invoice, ...seen }: PendingRead,
    truth: number
  ): number {
    const now = this.truths.at(truth).invoice
    const key = `act ${attempt} ${readingOf(invoice)} ${now.status} ${seen.state} ${seen.current}`
    return this.rows.after(rows, scene, key, (world) => {
      attemptOf(world.own, attempt).invoice = now
      settle(world, attempt, { invoice, seen })
    })
  }

  private readonly deaths = new Map<string, [cut: string, rows: number][]>()

  private deathsOf(
    rows: number,
    scene: Scene,
    attempt: number,
    truth: number
  ): [cut: string, rows: number][] {
    const { invoice, checks } = this.truths.at(truth)
    const key = `${rows} ${scene} ${attempt} ${checks[0]}`
    const known = this.deaths.get(key)
    if (known) return known
    const world: World = this.rows.worldOf(this.rows.at(rows).payment, scene)
    attemptOf(world.own, attempt).invoice = invoice
    const found = [...deathsOf(world, attempt)].map(([cut, left]): [string, number] => [
      cut,
      this.rows.numberOf(left),
    ])
    this.deaths.set(key, found)
    return found
  }

  private truthOf(invoice: GatewayInvoice, isRead: boolean): number {
    const reading = readingOf(invoice)
    return this.truths.numberOf(`${Object.values(invoice).join()},${isRead}`, {
      ...{ invoice, isRead, checks: [`check 0 ${reading}`, `check 1 ${reading}`] },
      ...{ read: -1, final: -1, moves: null },
    })
  }

  private readOf(truth: number): number {
    const known = this.truths.at(truth)
    if (known.read < 0) known.read = this.truthOf(known.invoice, true)
    return known.read
  }

  private finalOf(truth: number): number {
    const known = this.truths.at(truth)
    if (known.final < 0) known.final = this.truthOf(finalOf(known.invoice), true)
    return known.final
  }

  private pending(reads: readonly PendingRead[]): number {
    const keys = reads.map(({ attempt, invoice, state, current }) =>
      [attempt, readingOf(invoice), state, current].join()
    )
    return this.reads.numberOf(keys.sort().join(";"), reads)
  }

  private movesOf(truth: number): readonly Move[] {
    const known = this.truths.at(truth)
    return (known.moves ??= moves(known.invoice).map(({ to, ...move }) => ({
      ...move,
      to: this.truthOf(to, false),
    })))
  }

  private paymentOf(number: number): Payment {
    const { rows, outside } = this.at(number)
    const { truths, reads } = this.outsideOf(outside)
    const { payment } = this.rows.at(rows)
    const attempts = payment.attempts.map((attempt, at) => {
      const { invoice, isRead } = this.truths.at(mustHave(truths[at]))
      return { ...attempt, invoice, isRead }
    })
    return { ...payment, attempts, reads: [...reads] }
  }

  private sceneOf(number: number, other: number, isCancelled: boolean): Known["scenes"][number] {
    const { scenes } = this.at(number)
    const scene = this.rows.sceneOf(this.at(other).rows, isCancelled)
    for (const known of scenes) if (known.scene === scene) return known
    const found = { scene, steps: {}, done: {} }
    scenes.push(found)
    return found
  }

  private outsideOf(outside: number): Outside {
    return mustHave(this.outsides[outside])
  }

  private outsideNumberOf(truths: readonly number[], pending: number): number {
    const [first = -1, second = -1] = truths
    if (first >= MOST_TRUTHS - 1 || second >= MOST_TRUTHS - 1 || pending >= MOST_READS)
      throw new Error("there are more truths than the numbers hold")
    const key = ((first + 1) * MOST_TRUTHS + second + 1) * MOST_READS + pending
    const number = this.outsideNumbers.get(key)
    if (number !== undefined) return number
    this.outsideNumbers.set(key, this.outsides.length)
    return this.outsides.push({ truths, pending, reads: this.reads.at(pending) }) - 1
  }

  private numberOf(rows: number, truths: readonly number[], pending: number): number {
    const outside = this.outsideNumberOf(truths, pending)
    const key = rows * MOST + outside
    const number = this.numbers.get(key)
    if (number !== undefined) return number
    this.numbers.set(key, this.known.length)
    this.known.push({ rows, outside, breach: null, endProblem: undefined, scenes: [], alone: {} })
    this.at(this.known.length - 1).breach = findBreach(this.paymentOf(this.known.length - 1))
    return this.known.length - 1
  }
}

const replaced = (list: readonly number[], at: number, value: number): number[] =>
  list.map((one, index) => (index === at ? value : one))

/** All that a process sees of an invoice. */
const readingOf = ({ status, received, most, isSilent }: GatewayInvoice) =>
  `${status} ${received}${most > 0 && !isSilent ? "" : "-"}`
