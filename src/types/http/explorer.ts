/** Block explorer URLs; null when the explorer or the value is unknown. */
export type OnchainExplorerLinks = { tx_url: string | null; address_url: string | null }
