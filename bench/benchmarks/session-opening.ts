import { z } from "zod"
import { createCheckout } from "../../demo/shopper/checkout"
import { createJsonApi, type JsonApi } from "../../demo/shopper/json-api"
import type { Benchmark } from "../benchmark"
import { createRow, type Round } from "../report/row"
import { percentile } from "../report/statistics"

const rounds = 3
const sessionsPerRound = 40
const warmUps = 5
const addedMs = 10
const providers = { ours: "pp_onchain_default", peer: "pp_system_default" }
const Collection = z.object({ payment_collection: z.object({ id: z.string() }) })

/** Opening a payment session without a network and token, against Medusa's manual provider. */
export const sessionOpening: Benchmark = {
  rows: ["session_without_rail_p95"],
  async measure({ say, ...bench }) {
    const { storeUrl, seed } = await bench.environment()
    const store = createJsonApi(storeUrl, { "x-publishable-api-key": seed.publishableKey })
    const { id } = await createCheckout(store, seed).openCart()
    const created = Collection.parse(await store.post("/store/payment-collections", { cart_id: id }))
    const path = `/store/payment-collections/${created.payment_collection.id}/payment-sessions`
    await openInTurn(store, path, warmUps)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      measured.push(await openInTurn(store, path, sessionsPerRound))
      say(`session without a rail, round ${round} of ${rounds}`)
    }
    const added = measured.map(({ ours, peer }) => ({ ours: ours - peer, peer }))
    const aim = { of: "ours", is: "<=", limit: addedMs } as const
    return [createRow("session_without_rail_p95", "ms added", aim, added)]
  },
}

/** Each session replaces the other side's, so both include one deletion. @returns the p95 of each side */
async function openInTurn(store: JsonApi, path: string, count: number): Promise<Round> {
  const times: Record<keyof typeof providers, number[]> = { ours: [], peer: [] }
  for (let n = 0; n < count; n++)
    for (const side of ["ours", "peer"] as const) {
      const startedAt = performance.now()
      await store.post(path, { provider_id: providers[side] })
      times[side].push(performance.now() - startedAt)
    }
  return { ours: percentile(times.ours, 0.95), peer: percentile(times.peer, 0.95) }
}
