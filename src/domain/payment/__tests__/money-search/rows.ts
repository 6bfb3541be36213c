import { keptOf } from "./checks"
import { rowEvents, type RowEvent } from "./events"
import { isFinal, keyForOrder } from "./order"
import { competitionOf } from "./resolve"
import { Numbered } from "./search"
import { copyPayment, keyOfRows, mustHave, rowOf, type Payment, type World } from "./world"

/** What the other payment of the order looks like to the rules, and whether the order is cancelled. */
export type Scene = number

type Known = {
  payment: Payment
  /** All that the rules of the other payment see of it. */
  look: number
  kept: number
  /** All that a cancellation for being unpaid sees of it. */
  orderLook: number | null
  events: readonly RowEvent[] | null
  /** By attempt, whether an overdue order reads it no more. */
  areFinal: readonly boolean[] | null
  /** What became of them, by scene and change. */
  done: Map<Scene, Map<string, number>>
}

/** Our rows of a payment and Medusa's, by number. Each change of the same rows is computed once. */
export class Rows {
  private readonly known: Known[] = []
  private readonly numbers = new Map<string, number>()
  /** A payment for each look. */
  private readonly looks = new Numbered<Payment>()
  private readonly orderLooks = new Numbered<null>()

  at(number: number): Known {
    return mustHave(this.known[number])
  }

  sceneOf(other: number, isCancelled: boolean): Scene {
    return this.at(other).look * 2 + Number(isCancelled)
  }

  /**
   * @param key of the change, which is always the same change
   * @returns the rows after it; -1 where it could not happen
   */
  after(number: number, scene: Scene, key: string, change: (world: World) => unknown): number {
    const { done, payment } = this.at(number)
    let changes = done.get(scene)
    if (changes === undefined) done.set(scene, (changes = new Map()))
    const known = changes.get(key)
    if (known !== undefined) return known
    const world = this.worldOf(payment, scene)
    const after = change(world) === false ? -1 : this.numberOf(world.own)
    changes.set(key, after)
    return after
  }

  /** A world that can be changed. */
  worldOf(payment: Payment, scene: Scene): World {
    return {
      own: copyPayment(payment),
      other: this.looks.at(scene >>> 1),
      isOrderCancelled: (scene & 1) === 1,
    }
  }

  numberOf(payment: Payment): number {
    const key = keyOfRows(payment)
    const number = this.numbers.get(key)
    if (number !== undefined) return number
    const { captured, applied, refunded } = payment
    const look = [captured, applied, refunded, ...Object.values(competitionOf(payment))].join()
    this.numbers.set(key, this.known.length)
    return (
      this.known.push({
        ...{ payment, look: this.looks.numberOf(look, payment), kept: keptOf(payment) },
        ...{ orderLook: null, events: null, areFinal: null, done: new Map() },
      }) - 1
    )
  }

  eventsOf(number: number): readonly RowEvent[] {
    const known = this.at(number)
    return (known.events ??= rowEvents(known.payment))
  }

  isFinal(number: number, attempt: number): boolean {
    const known = this.at(number)
    known.areFinal ??= known.payment.attempts.map((_, at) => isFinal(rowOf(known.payment, at)))
    return known.areFinal[attempt] === true
  }

  orderLookOf(number: number): number {
    const known = this.at(number)
    return (known.orderLook ??= this.orderLooks.numberOf(keyForOrder(known.payment), null))
  }
}
