import { z } from "zod"
import type { JsonApi } from "../../demo/shopper/json-api"
import { planRails, type RailChoice } from "../plan/plan"

const Options = z.object({
  payment_options: z.array(
    z.object({
      id: z.string(),
      network_id: z.string(),
      token: z.string(),
      canonical_asset_id: z.string().nullable(),
    })
  ),
})
/** An asset on the same network without a fixed price. */
const coins: Record<string, string> = { "base-mainnet": "ETH", "sol-mainnet": "SOL" }

/** Rails by their name in the plan, as the store offers them. */
export interface Rails {
  idOf(choice: RailChoice): string
  /** Another token on the same network, which the bill does not name. */
  otherToken(choice: RailChoice): { token: string; canonicalAssetId: string | null }
}

/**
 * Reads the rails a store offers for a cart.
 *
 * @throws Error naming those of the plan that it does not offer
 */
export async function readRails(store: JsonApi, cartId: string): Promise<Rails> {
  const answer = await store.get(`/store/onchain/payment-options?cart_id=${cartId}`)
  const { payment_options: options } = Options.parse(answer)
  const find = ({ networkId, token }: RailChoice) =>
    options.find((option) => option.network_id === networkId && option.token === token)
  const missing = planRails.filter((choice) => !find(choice))
  if (missing.length > 0) throw new Error(`The store does not offer ${JSON.stringify(missing)}`)
  return {
    idOf: (choice) => find(choice)?.id ?? "",
    otherToken({ networkId, token }) {
      const other = options.find((option) => option.network_id === networkId && option.token !== token)
      if (other) return { token: other.token, canonicalAssetId: other.canonical_asset_id }
      return { token: coins[networkId] ?? "ETH", canonicalAssetId: null }
    },
  }
}
