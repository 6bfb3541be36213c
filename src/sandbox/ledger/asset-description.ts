import { sandboxBug } from "../sandbox-error"
import type { World } from "../world"
import type { LedgerAsset } from "./ledger"

/** What the catalog or, for an asset it does not have, the first transfer of it says. */
export function describeAsset(
  { catalog, ledger }: Pick<World, "catalog" | "ledger">,
  key: string
): LedgerAsset {
  const asset = catalog.findByKey(key) ?? ledger.introduced(key)
  if (!asset) throw sandboxBug(`${key} is in the ledger and was never introduced`)
  return asset
}
