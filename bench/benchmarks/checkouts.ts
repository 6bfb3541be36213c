import { createCheckout } from "../../demo/shopper/checkout"
import { createJsonApi } from "../../demo/shopper/json-api"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { openStockPayment } from "../orders/placed-order"
import { createRow, type Round } from "../report/row"

const rounds = 5
const checkoutsPerRound = 24
const shoppers = { checkouts_by_1: 1, checkouts_by_8: 8 }
const aim = { of: "ratio", is: ">=", limit: 1 } as const

/**
 * Full checkouts per second, from an empty cart to a placed order: ours with the link to its page, where the shopper chooses a
 * network and the invoice opens, against Medusa's manual provider.
 */
export const checkouts: Benchmark = {
  rows: Object.keys(shoppers),
  async measure({ say, ...bench }) {
    const sides = createSides(await bench.environment())
    const rows = []
    for (const [name, count] of Object.entries(shoppers)) {
      await measureRound(sides, count, 2)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        const { ours, peer } = await measureRound(sides, count, checkoutsPerRound / count)
        measured.push({ ours, peer })
        say(
          `checkouts by ${count}, round ${round} of ${rounds}: ours ${ours.toFixed(1)}/s, peer ${peer.toFixed(1)}/s`
        )
      }
      rows.push(createRow(name, "1/s", aim, measured))
    }
    return rows
  },
}

type Sides = Record<keyof Round, () => Promise<void>>

function createSides({ storeUrl, seed }: Environment): Sides {
  const store = createJsonApi(storeUrl, { "x-publishable-api-key": seed.publishableKey })
  const checkout = createCheckout(store, seed)
  const through = (openPayment: (cartId: string) => Promise<unknown>) => async () => {
    const { id } = await checkout.openCart()
    await openPayment(id)
    await checkout.complete(id)
  }
  return {
    ours: through((cartId) => checkout.openPayment(cartId)),
    peer: through((cartId) => openStockPayment(store, cartId, "pp_system_default")),
  }
}

/**
 * Lets the sides check out in turn, each as many as there are shoppers, so that a slow moment of the machine meets both.
 *
 * @returns checkouts per second
 */
async function measureRound(sides: Sides, shoppers: number, turns: number): Promise<Round> {
  const spentMs: Round = { ours: 0, peer: 0 }
  for (let turn = 0; turn < turns; turn++) {
    for (const side of turn % 2 === 0 ? (["ours", "peer"] as const) : (["peer", "ours"] as const)) {
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: shoppers }, sides[side]))
      spentMs[side] += performance.now() - startedAt
    }
  }
  const rate = (ms: number) => (shoppers * turns) / (ms / 1_000)
  return { ours: rate(spentMs.ours), peer: rate(spentMs.peer) }
}
