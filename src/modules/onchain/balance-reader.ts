import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { readList } from "../../gateway/client/pages"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { Balance } from "../../gateway/contract"

/** A balance of the service, and what of ours is on its way out of it. Decimals in token units. */
export type BalanceWithOutgoing = { balance: Balance; onItsWay: string }

type Outgoing = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
}

/** Reads what the treasury holds, from the service, every time: nothing is kept. */
export class BalanceReader {
  constructor(
    private readonly knex: Knex,
    private readonly gateway: Pick<GatewayClient, "listBalances">
  ) {}

  /** @throws GatewayError when the service cannot be asked */
  async read(): Promise<{ balances: BalanceWithOutgoing[]; isComplete: boolean }> {
    const [read, outgoing] = await Promise.all([readList(this.gateway.listBalances()), this.readOutgoing()])
    const balances = (read.isComplete ? read.rows : read.rowsSoFar).map((balance) => ({
      balance,
      onItsWay: outgoing.find((row) => isSameAsset(balance, row))?.amount ?? "0",
    }))
    return { balances, isComplete: read.isComplete }
  }

  /** What was confirmed and has not ended, by asset. The service may or may not have put it aside by now. */
  private async readOutgoing(): Promise<Outgoing[]> {
    const { rows }: { rows: Outgoing[] } = await this.knex.raw(
      `SELECT chain, network_id, token, canonical_asset_id, trim_scale(sum(amount::numeric))::text AS amount
       FROM onchain_withdrawal
       WHERE deleted_at IS NULL AND state IN ('sending', 'sent', 'unclear')
       GROUP BY chain, network_id, token, canonical_asset_id`
    )
    return rows
  }
}

function isSameAsset(balance: Balance, row: Outgoing): boolean {
  if (balance.chain !== row.chain || balance.networkId !== row.network_id) return false
  const canonical = balance.canonicalAssetId
  if (canonical !== undefined && row.canonical_asset_id !== null) return canonical === row.canonical_asset_id
  return balance.token === row.token
}
