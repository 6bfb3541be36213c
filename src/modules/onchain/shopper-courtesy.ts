/** So many at once are handled as they come; a store does not feel them. */
const UNHELD = 2
/** Longest time a webhook is held: short beside any sender's patience. */
const LONGEST_HOLD_MS = 100

/**
 * Lets shoppers go first while many webhooks come at once.
 *
 * One process answers both. In a burst, each step of a shopper's request would queue behind every webhook that came
 * meanwhile; a sender that waits a tenth of a second longer notices nothing. Nobody is held while no shopper is there.
 */
export class ShopperCourtesy {
  private shoppers = 0
  private webhooks = 0
  private readonly held = new Set<() => void>()

  /** A shopper's request has begun. @returns to be called when it is over, once or more often */
  welcome(): () => void {
    this.shoppers++
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      this.shoppers--
      this.releaseInTurn()
    }
  }

  /** Handles a webhook, when it is its turn. */
  async handle<T>(work: () => Promise<T>): Promise<T> {
    this.webhooks++
    try {
      if (this.webhooks > UNHELD && this.shoppers > 0) await this.hold()
      return await work()
    } finally {
      this.webhooks--
    }
  }

  private hold(): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer)
        this.held.delete(release)
        resolve()
      }
      const timer = setTimeout(release, LONGEST_HOLD_MS)
      this.held.add(release)
    })
  }

  /** One after another: a shopper who comes meanwhile is not behind all of them. */
  private releaseInTurn(): void {
    const [first] = this.held
    if (this.shoppers > 0 || !first) return
    first()
    setImmediate(() => this.releaseInTurn())
  }
}
