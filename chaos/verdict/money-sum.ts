import { formatAmount, parseAmount } from "../../src/gateway/amount"
import type { Evidence } from "./check"
import { assetOf } from "./gateway-records"

/** Where all money of one token ended up, as decimals in token units. */
export interface MoneySum {
  asset: string
  /** According to the service's ledger. */
  received: string
  captured: string
  /** Captured beyond what was received, within the service's own tolerance. */
  shortfall: string
  refundsDue: string
  unallocated: string
  inReview: string
  /** Wrong token, or after its invoice had ended: the service records it only as a transaction in review. */
  keptByService: string
  /** Received and unaccounted for; zero when every unit is accounted for. */
  missing: bigint
}

/** Adds everything up, per token, in base units. */
export function sumMoney({ gateway, sessions }: Evidence): MoneySum[] {
  const totals = new Map<string, Record<"captured" | "shortfall" | "owed" | "unallocated", bigint>>()
  const decimalsOf = new Map<string, number>()
  for (const money of sessions) {
    const { network_id: networkId, token, canonical_asset_id: canonicalAssetId, decimals } = money.payment
    const asset = assetOf({ networkId, token, canonicalAssetId })
    decimalsOf.set(asset, decimals)
    const total = totals.get(asset) ?? { captured: 0n, shortfall: 0n, owed: 0n, unallocated: 0n }
    total.captured += money.captured
    total.shortfall += money.shortfall
    total.owed += money.owed
    total.unallocated += money.unallocated
    totals.set(asset, total)
  }
  for (const { networkId, asset, amount } of gateway.deposits)
    decimalsOf.set(assetOf({ networkId, ...asset }), amount.decimals)

  return gateway.ledger.map((row) => {
    const asset = assetOf(row)
    // Only money that never belonged to a payment has no decimals here; its own text says how many it needs.
    const decimals = decimalsOf.get(asset) ?? 18
    const show = (amount: bigint) => formatAmount(amount, decimals)
    const received = -signedAmount(row.accounts.outside ?? "0", decimals)
    const { captured = 0n, shortfall = 0n, owed = 0n, unallocated = 0n } = totals.get(asset) ?? {}
    const inReview = gateway.deposits
      .filter((deposit) => assetOf({ networkId: deposit.networkId, ...deposit.asset }) === asset)
      .reduce((sum, { amount }) => sum + BigInt(amount.raw), 0n)
    const keptByService = gateway.transfers
      .filter(
        (transfer) => assetOf(transfer) === asset && transfer.outcome === "review" && !transfer.depositId
      )
      .reduce((sum, { amount }) => sum + parseAmount(amount, decimals), 0n)
    return {
      ...{ asset, received: show(received), captured: show(captured), shortfall: show(shortfall) },
      ...{ refundsDue: show(owed), unallocated: show(unallocated), inReview: show(inReview) },
      keptByService: show(keptByService),
      missing: received - (captured - shortfall + owed + unallocated + inReview + keptByService),
    }
  })
}

function signedAmount(text: string, decimals: number): bigint {
  return text.startsWith("-") ? -parseAmount(text.slice(1), decimals) : parseAmount(text, decimals)
}
