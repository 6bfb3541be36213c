import { nextBlockAtMs } from "../catalog/catalog"
import type { CatalogNetwork } from "../catalog/networks"

/** Instant at which a transaction of now is final: after its blocks, or with the next closed ledger. */
export function finalAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const { finality, blockTimeMs } = network
  const blocks = finality.kind === "ledger" ? 1 : finality.requiredConfirmations
  return nextBlockAtMs(network, startMs, nowMs) + (blocks - 1) * blockTimeMs
}
