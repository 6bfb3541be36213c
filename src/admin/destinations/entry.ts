import type { OnchainCreateDestinationBody, OnchainPayoutAsset } from "../../types/http"

/** What the form for a destination holds; empty where nothing is chosen or written. */
export type EntryValues = {
  label: string
  networkId: string
  address: string
  memo: string
  hasNoMemo: boolean
}

export const EMPTY_ENTRY: EntryValues = { label: "", networkId: "", address: "", memo: "", hasNoMemo: false }

/** Chains whose transfers carry no memo. On any other the receiver may need one. */
const WITHOUT_MEMO = new Set(["evm", "sol"])

/** Whether a memo has to be given, or said not to be needed. @param chain null while no network is chosen */
export function hasMemos(chain: string | null): boolean {
  return chain !== null && !WITHOUT_MEMO.has(chain)
}

/** A network that money can be paid out on. */
export type EntryNetwork = { id: string; name: string; chain: string }

/** The networks on which something can be paid out, each once. */
export function networksOf(assets: OnchainPayoutAsset[]): EntryNetwork[] {
  const possible = assets.filter(({ is_possible }) => is_possible)
  const networks = possible.map(({ network_id: id, network_name: name, chain }) => ({ id, name, chain }))
  return [...new Map(networks.map((network) => [network.id, network])).values()]
}

/**
 * Takes the blanks away that come along when an address is copied. Blanks within it stay: those are a mistake, which the
 * server names.
 */
export function withoutBlanks(text: string): { text: string; wasTrimmed: boolean } {
  const trimmed = text.trim()
  return { text: trimmed, wasTrimmed: trimmed !== text }
}

/** What is still to be filled in, by the key of its words. @returns null when nothing is */
export function missingInEntry(values: EntryValues, chain: string | null): "missing" | "missingMemo" | null {
  if (!values.label.trim() || !values.networkId || !values.address) return "missing"
  return hasMemos(chain) && !values.memo && !values.hasNoMemo ? "missingMemo" : null
}

/** Whose address is entered, when it is a customer's. */
export type RefundEntry = {
  refundId: string
  /** Whom the payment was seen to come from. */
  sender: { address: string; memo: string | null } | null
}

/**
 * The body of the request. Whether the address is the observed sender's, the server finds out.
 *
 * @param chain of the chosen network
 */
export function toEntryBody(
  values: EntryValues,
  chain: string | null,
  refund: RefundEntry | null
): OnchainCreateDestinationBody {
  const { label, networkId, address, memo, hasNoMemo } = values
  return {
    label: label.trim(),
    network_id: networkId,
    address,
    ...(memo && hasMemos(chain) ? { memo } : {}),
    ...(hasNoMemo && hasMemos(chain) && !memo ? { has_no_memo: true } : {}),
    ...(refund ? { refund_id: refund.refundId } : {}),
  }
}
