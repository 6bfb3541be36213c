import type { ReceiveMode } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import { toAddress } from "../payments/chain-text"
import { newMemoId, type Receivers } from "../payments/receivers"
import type { Receiver, StoredInvoice } from "./stored-invoice"

type Source = { identifiers: Identifiers; receivers: Receivers }

/**
 * Assigns the place an invoice is paid to: an address of its own, or the treasury and a memo.
 *
 * @see service-interface "Stellar mainnet invoice rules"
 */
export function assignReceiver(
  chain: string,
  receiveMode: ReceiveMode | undefined,
  source: Source
): Receiver {
  if (chain !== "stellar") return { address: toAddress(chain, source.identifiers.bytes("address")) }
  if (receiveMode === "dedicated_address") return { address: undefined, receiveMode }
  return {
    address: source.receivers.treasuryAddress,
    receiveMode: "memo_required",
    memoId: newMemoId(source),
  }
}

/** The account of a dedicated address, once it is ready. */
export function openStellarAccount({ identifiers }: Pick<Source, "identifiers">): string {
  return toAddress("stellar", identifiers.bytes("address"))
}

/** From now on money that arrives there is the invoice's. */
export function claimReceiver(receivers: Receivers, { id, receiver }: StoredInvoice): void {
  const owner = { kind: "invoice", invoiceId: id } as const
  if (receiver.memoId !== undefined) receivers.claimMemo(receiver.memoId, owner)
  else if (receiver.address !== undefined) receivers.claimAddress(receiver.address, owner)
}
