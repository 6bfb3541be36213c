/** A browser wallet's provider. @see EIP-1193 */
export type WalletProvider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export type BrowserWallet = {
  uuid: string
  name: string
  /** Image as a `data:` URI, so nothing is loaded from elsewhere; else null. */
  icon: string | null
  provider: WalletProvider
}

/**
 * Finds browser wallets, including those that load after the page.
 *
 * @param target the window
 * @param onChange called with all wallets found so far, in order of discovery
 * @returns stops the search
 * @see EIP-6963
 */
export function watchWallets(target: EventTarget, onChange: (wallets: BrowserWallet[]) => void): () => void {
  const found = new Map<string, BrowserWallet>()
  const add = (event: Event) => {
    const wallet = readWallet((event as CustomEvent<unknown>).detail)
    if (!wallet || found.has(wallet.uuid)) return
    found.set(wallet.uuid, wallet)
    onChange([...found.values()])
  }
  target.addEventListener("eip6963:announceProvider", add)
  target.dispatchEvent(new Event("eip6963:requestProvider"))
  return () => target.removeEventListener("eip6963:announceProvider", add)
}

type Announcement = {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown } | null
  provider?: Partial<WalletProvider> | null
}

function readWallet(detail: unknown): BrowserWallet | null {
  const { info, provider } = (detail ?? {}) as Announcement
  const { uuid, name, icon } = info ?? {}
  if (typeof uuid !== "string" || typeof name !== "string" || typeof provider?.request !== "function")
    return null
  const isData = typeof icon === "string" && icon.startsWith("data:image/")
  return { uuid, name, icon: isData ? icon : null, provider: provider as WalletProvider }
}
