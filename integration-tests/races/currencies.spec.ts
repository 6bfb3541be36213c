import { eventually } from "../http/support/eventually"
import type { Shopper } from "../http/support/shopper"
import { storeSuite } from "../http/support/store-suite"
import {
  endGrace,
  expectOneCurrency,
  JPY_AND_USD,
  type Regions,
  sellInJapan,
} from "../http/support/two-currencies"
import { inGroups } from "./racing-orders"
import { lostTransfers, RacingCart, slowTheService } from "./racing-carts"
import { RACES } from "./runs"

/** `RACE_SEED=... RACES=500 npm test -- races currencies` draws the same moves again; their timing is the machine's. */
const SEED = process.env.RACE_SEED ?? String(Date.now())
const AT_ONCE = 5
/** Of fewer, none may become an order. */
const LIVES = Math.max(RACES, 3)
/** Longer than the finality of any transfer here. */
const UNTIL_FINAL_MS = 120_000
/** What a limit of openings a minute would refuse is no interleaving. */
const PLUGIN = { rates: JPY_AND_USD, tuning: { openingsPerMinute: 60_000 } }

storeSuite(
  "carts that change currency, size and provider while they are paid",
  { plugin: PLUGIN, jobs: true },
  (store) => {
    let regions: Regions
    let customers: Shopper[]

    beforeAll(async () => {
      regions = await sellInJapan(store)
      await store.merchant.restock(store.seed, 10_000_000)
    })
    beforeEach(async () => {
      customers = [await store.shopper.signUp(), await store.shopper.signUp()]
      await slowTheService(store)
    })

    it(
      `are captured in full in their currency or not at all, and no transfer is lost, RACES times`,
      async () => {
        const seeds = Array.from({ length: LIVES }, (_, life) => `${SEED}/${life}`)
        for (const group of inGroups(seeds, AT_ONCE)) {
          const carts = await Promise.all(
            group.map((seed) => RacingCart.fill(store, customers, regions, seed))
          )
          await Promise.all(carts.map((cart) => cart.race()))
          await endGrace(store)
          await store.sandbox.advance(UNTIL_FINAL_MS)
          const lives = carts.map(({ moves }, n) => `${group[n]}: ${moves.join(", ")}`)
          // Not until all is quiet: a cart whose money is held may be completed again and again, in vain.
          await eventually(async () => expect(await lostTransfers(store)).toEqual([])).catch(failWith(lives))
          await expectOneCurrency(store).catch(failWith(lives))
        }
        const { rows } = await store.db.raw(
          `SELECT (SELECT count(*)::int FROM "order") AS orders, (SELECT count(*)::int FROM capture) AS captures,
           (SELECT count(*)::int FROM onchain_payment) AS payments,
           (SELECT count(*)::int FROM onchain_payment WHERE state = 'held') AS held,
           (SELECT count(*)::int FROM onchain_deposit) AS deposits,
           (SELECT count(*)::int FROM onchain_payment WHERE unallocated_reason = 'total_not_covered') AS refused`
        )
        process.stdout.write(`carts that change, seed ${SEED}: ${JSON.stringify(rows[0])}\n`)
        expect(rows[0].orders).toBeGreaterThan(0)
      },
      240_000 + LIVES * 40_000
    )
  }
)

/** The seeds are the message of the failure. */
function failWith(lives: readonly string[]) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${SEED}, one of:\n${lives.join("\n")}\n${reason}`, { cause: error })
  }
}
