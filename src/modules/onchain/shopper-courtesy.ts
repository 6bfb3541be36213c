import { Turns } from "./turns"

/** Who looks at one page looks at the next: a shopper counts as there for this long after an answer. */
const LINGER_MS = 50
/** A store hardly feels so many a second, and half a second is short beside any sender's patience. */
const WEBHOOKS = { paceMs: 5, longestWaitMs: 500 }
/** Working on a delivery takes several times what storing it does. What is stored is safe, and can wait. */
const DELIVERIES = { paceMs: 25, longestWaitMs: 2_000 }

/**
 * Lets shoppers go first while many webhooks come at once.
 *
 * One process answers both. In a burst, each step of a shopper's request would queue behind every webhook that came
 * meanwhile, and behind the work on them. Nobody waits while no shopper is there, and what comes alone never does.
 */
export class ShopperCourtesy {
  private shoppers = 0
  private leftAtMs = -Infinity
  private readonly isThere = () => this.shoppers > 0 || this.clock() - this.leftAtMs < LINGER_MS
  /** Of webhooks that are to be stored. */
  readonly webhooks: Turns
  /** Of stored deliveries that are to be worked on. */
  readonly deliveries: Turns

  /** @param clock milliseconds that never go back */
  constructor(private readonly clock: () => number = () => performance.now()) {
    this.webhooks = new Turns(this.isThere, clock, WEBHOOKS)
    this.deliveries = new Turns(this.isThere, clock, DELIVERIES)
  }

  /** A shopper's request has begun. @returns to be called when it is over, once or more often */
  welcome(): () => void {
    this.shoppers++
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      this.shoppers--
      this.leftAtMs = this.clock()
    }
  }
}
