import type { OnchainCreateDestinationBody, OnchainPayoutAsset } from "../../../types/http"

export type EntryValues = {
  label: string
  networkId: string
  address: string
  memo: string
  hasNoMemo: boolean
  addressAgain: string
  memoAgain: string
}

export const EMPTY_ENTRY: EntryValues = {
  ...{ label: "", networkId: "", address: "", memo: "", hasNoMemo: false },
  ...{ addressAgain: "", memoAgain: "" },
}

/** On other chains the receiver may need one. */
const WITHOUT_MEMO = new Set(["evm", "sol"])

/** @param chain null without a network */
export function hasMemos(chain: string | null): boolean {
  return chain !== null && !WITHOUT_MEMO.has(chain)
}

const CHECKED = new Set(["evm", "sol", "stellar"])

/** Whether nothing can check an address of the chain, so it is entered twice. @param chain null without a network */
export function isUnchecked(chain: string | null): boolean {
  return chain !== null && !CHECKED.has(chain)
}

export type EntryNetwork = { id: string; name: string; chain: string }

export function networksOf(assets: OnchainPayoutAsset[]): EntryNetwork[] {
  const possible = assets.filter(({ is_possible }) => is_possible)
  const networks = possible.map(({ network_id: id, network_name: name, chain }) => ({ id, name, chain }))
  return [...new Map(networks.map((network) => [network.id, network])).values()]
}

export function chainOf(
  networks: EntryNetwork[],
  { networkId }: Pick<EntryValues, "networkId">
): string | null {
  return networks.find(({ id }) => id === networkId)?.chain ?? null
}

/** The only network there is, or none yet. */
export function firstEntry(networks: EntryNetwork[]): EntryValues {
  const [only, ...others] = networks
  return only && others.length === 0 ? { ...EMPTY_ENTRY, networkId: only.id } : EMPTY_ENTRY
}

/** The key of its words. */
export function missingInEntry(
  values: EntryValues,
  chain: string | null
): "missing" | "missingAgain" | "missingMemo" | null {
  if (!values.label.trim() || !values.networkId || !values.address) return "missing"
  if (isUnchecked(chain) && (!values.addressAgain || (values.memo && !values.memoAgain)))
    return "missingAgain"
  return hasMemos(chain) && !values.memo && !values.hasNoMemo ? "missingMemo" : null
}

/** The server finds out whether the address is the sender's. `refundId`: the address of a customer who is owed money. */
export function toEntryBody(
  values: EntryValues,
  chain: string | null,
  refundId: string | null
): OnchainCreateDestinationBody {
  const { label, networkId, address, memo, hasNoMemo, addressAgain, memoAgain } = values
  return {
    label: label.trim(),
    network_id: networkId,
    address,
    ...(memo && hasMemos(chain) ? { memo } : {}),
    ...(hasNoMemo && hasMemos(chain) && !memo ? { has_no_memo: true } : {}),
    ...(isUnchecked(chain) ? { address_again: addressAgain } : {}),
    ...(isUnchecked(chain) && memo && memoAgain ? { memo_again: memoAgain } : {}),
    ...(refundId ? { refund_id: refundId } : {}),
  }
}
