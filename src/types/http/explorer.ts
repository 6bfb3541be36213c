/** Pages of a block explorer; null where none is known, and where there is nothing to show. */
export type OnchainExplorerLinks = { tx_url: string | null; address_url: string | null }
