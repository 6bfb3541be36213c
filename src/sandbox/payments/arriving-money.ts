import { assetKey } from "../catalog/tokens"
import type { Account } from "../ledger/ledger"
import type { World } from "../world"
import type { Transfer } from "./transfer"

type Destination = { to: Extract<Account, "awaiting" | "recovery">; reason: string; reference: string }

/** Books what a transfer brought. */
export function moveIn({ ledger }: World, transfer: Transfer, { to, reason, reference }: Destination): void {
  const { asset, amountBaseUnits: baseUnits, txHash } = transfer
  const key = asset.supported ? assetKey(asset) : ledger.introduce(asset)
  ledger.move({ asset: key, from: "outside", to, baseUnits, reason, reference, txHash })
}
