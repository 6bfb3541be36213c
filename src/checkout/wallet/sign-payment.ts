import type { OnchainTransferAuthorization } from "../../types/http"
import { isEvmAddress } from "./evm-chains"
import {
  asker,
  firstOf,
  problemOf,
  switchChain,
  type WalletPayment,
  type WalletProblem,
  type WalletProvider,
} from "./send-payment"

/** A key's signature; that of a contract wallet can be verified on its chain only. */
const SIGNATURE = /^0x[\da-f]{130}$/i

/**
 * Asks a wallet to sign the payment, which costs no network fee, and hands the signature to the shop. Loaded once it is used.
 *
 * @param authorize calls `POST /onchain/pay/:token/authorizations`; what it throws is thrown
 * @param care.isDue asked again after each answer of the wallet, which may take long
 */
export async function signPayment(
  provider: WalletProvider,
  { chainId }: WalletPayment,
  authorize: (body: { from: string; signature?: string }) => Promise<OnchainTransferAuthorization>,
  { signal, isDue }: { signal: AbortSignal; isDue: () => boolean }
): Promise<OnchainTransferAuthorization | { problem: WalletProblem }> {
  const ask = asker(provider, signal)
  const asked = async (call: () => Promise<unknown>) => {
    try {
      return { answer: await call() }
    } catch (error) {
      return { problem: problemOf(error) }
    }
  }
  const account = await asked(async () => {
    const from = firstOf(await ask("eth_requestAccounts"))
    return (await switchChain(ask, chainId)) ? from : null
  })
  if ("problem" in account) return { problem: account.problem ?? "failed" }
  const from = account.answer
  if (typeof from !== "string" || !isEvmAddress(from)) return { problem: "wrong_chain" }
  if (!isDue()) return { problem: "changed" }
  const prepared = await authorize({ from })
  if (prepared.typed_data === null) return prepared
  const signed = await asked(() => ask("eth_signTypedData_v4", [from, JSON.stringify(prepared.typed_data)]))
  if ("problem" in signed) return { problem: signed.problem ?? "failed" }
  const signature = signed.answer
  if (typeof signature !== "string" || !SIGNATURE.test(signature)) return { problem: "failed" }
  return isDue() ? authorize({ from, signature }) : { problem: "changed" }
}
