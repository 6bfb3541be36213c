import type { Catalog, CatalogSnapshot } from "../../gateway/client/catalog"

/** A page waits this long for the names of its networks, and is shown without them then. */
const PATIENCE_MS = 1_000

export type NetworkNaming = (chain: string, networkId: string) => string

/** Names of networks for people, from a catalog that nobody wants to wait for. */
export class NetworkNames {
  private known: CatalogSnapshot | undefined

  constructor(
    private readonly catalog: Pick<Catalog, "get">,
    private readonly patienceMs = PATIENCE_MS
  ) {}

  /** @returns a function that calls a network which is not known by its identifier */
  async load(): Promise<NetworkNaming> {
    let timer: NodeJS.Timeout | undefined
    const isOutOfTime = new Promise<void>((go) => (timer = setTimeout(go, this.patienceMs)))
    await Promise.race([this.ask(), isOutOfTime])
    clearTimeout(timer)
    const networks = this.known?.networks ?? []
    return (chain, networkId) =>
      networks.find((network) => network.chain === chain && network.networkId === networkId)?.name ??
      networkId
  }

  private async ask(): Promise<void> {
    try {
      this.known = await this.catalog.get()
    } catch {
      // Names are not worth an error: each failed attempt is in the log, and the last known ones are used.
    }
  }
}
