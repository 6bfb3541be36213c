import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { Network, Token } from "../../gateway/contract"

/** Networks and tokens as the gateway last told them. */
export type CatalogSnapshot = { networks: Network[]; tokens: Token[]; fetchedAtMs: number }

/**
 * The gateway's catalog, asked for when needed and kept for minutes.
 *
 * A refresh that fails falls back on what is known for at most ten times that age: a shop whose
 * gateway hiccups can still show its rails, and opening an invoice would tell the truth anyway.
 */
export class Catalog {
  private snapshot: CatalogSnapshot | undefined
  private refreshing: Promise<CatalogSnapshot> | undefined

  constructor(
    private readonly gateway: Pick<GatewayClient, "listNetworks" | "listTokens">,
    private readonly clock: () => number,
    private readonly maxAgeMs: number
  ) {}

  /** @throws GatewayError when nothing usable is known */
  async get(): Promise<CatalogSnapshot> {
    const known = this.snapshot
    if (known && this.clock() - known.fetchedAtMs <= this.maxAgeMs) return known
    try {
      return await this.refresh()
    } catch (error) {
      if (known && this.clock() - known.fetchedAtMs <= this.maxAgeMs * 10) return known
      throw error
    }
  }

  /** Milliseconds since the catalog was read, or null if it never was. */
  ageMs(): number | null {
    return this.snapshot ? this.clock() - this.snapshot.fetchedAtMs : null
  }

  /** Asks the gateway now; callers at the same time share one request. */
  refresh(): Promise<CatalogSnapshot> {
    this.refreshing ??= this.fetch().finally(() => (this.refreshing = undefined))
    return this.refreshing
  }

  private async fetch(): Promise<CatalogSnapshot> {
    const [networks, tokens] = await Promise.all([this.gateway.listNetworks(), this.gateway.listTokens()])
    this.snapshot = { networks, tokens, fetchedAtMs: this.clock() }
    return this.snapshot
  }
}
