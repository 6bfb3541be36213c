import type { OnchainPaymentView } from "../../types/http"
import { readTokenAmount } from "../uri/payment-uri"
import { evmAsset, isEvmAddress } from "./evm-chains"

/** A browser wallet's provider. @see EIP-1193 */
export type WalletProvider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export type BrowserWallet = {
  uuid: string
  /** Null for a wallet that only sets `window.ethereum`. */
  name: string | null
  /** Image as a `data:` URI, so nothing is loaded from elsewhere; else null. */
  icon: string | null
  provider: WalletProvider
}

/** Of older wallets, once they have loaded. */
const SET_LATE = "ethereum#initialized"

/**
 * Finds browser wallets, including those that load after the page. One that only sets `window.ethereum` is found while no wallet
 * announces itself: most wallets do both.
 *
 * @param target the window
 * @param onChange called with all wallets found so far, in order of discovery
 * @returns stops the search
 * @see EIP-6963; EIP-1193, "window.ethereum"
 */
export function watchWallets(
  target: EventTarget & { ethereum?: Partial<WalletProvider> | undefined },
  onChange: (wallets: BrowserWallet[]) => void
): () => void {
  const found = new Map<string, BrowserWallet>()
  const addUnannounced = () => {
    const { ethereum } = target
    if (found.size > 0 || typeof ethereum?.request !== "function") return
    onChange([{ uuid: "window.ethereum", name: null, icon: null, provider: ethereum as WalletProvider }])
  }
  const add = (event: Event) => {
    const wallet = readWallet((event as CustomEvent<unknown>).detail)
    if (!wallet || found.has(wallet.uuid)) return
    found.set(wallet.uuid, wallet)
    onChange([...found.values()])
  }
  target.addEventListener("eip6963:announceProvider", add)
  target.addEventListener(SET_LATE, addUnannounced)
  target.dispatchEvent(new Event("eip6963:requestProvider"))
  addUnannounced()
  return () => {
    target.removeEventListener("eip6963:announceProvider", add)
    target.removeEventListener(SET_LATE, addUnannounced)
  }
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

/** A transaction for the remaining amount, as wallets expect it. */
export type WalletPayment = {
  /** Hexadecimal, as in every RPC call. */
  chainId: string
  /** The deposit address, or the token contract. */
  to: string
  /** Hexadecimal base units of the native coin. */
  value: string
  /** Encoded `transfer` call; null for the native coin. */
  data: string | null
  /** Balance the payer needs, in the native coin or the token. */
  baseUnits: bigint
}

/** Why nothing was sent. `unknown`: the wallet was asked to send and gave no clear answer, so it may have sent. */
export type WalletProblem =
  "declined" | "wrong_chain" | "insufficient_funds" | "changed" | "failed" | "unknown"

type WalletResult = { hash: string } | { problem: WalletProblem }

type WalletCare = {
  /**
   * Ends the wait, such as when the payer gives up: nothing is sent afterwards unless the wallet was already asked to, which is
   * then `unknown`.
   */
  signal?: AbortSignal
  /** Read just before the wallet is asked to send: a payment may expire, or be paid elsewhere, while the wallet is unlocked. */
  isDue?: () => boolean
  /** A hash that came after the wait had ended. */
  onLateHash?: (hash: string) => void
}

/** Selectors of `transfer(address,uint256)` and `balanceOf(address)`. */
const TRANSFER = "0xa9059cbb"
const BALANCE_OF = "0x70a08231"

/**
 * Prepares the transaction for a browser wallet.
 *
 * @returns null when the wallet cannot pay: on another rail, when the asset is uncertain, or when a sandbox payment
 * would move real money
 */
export function walletPayment(payment: OnchainPaymentView): WalletPayment | null {
  const { status, deposit_address: address } = payment
  const asset = evmAsset(payment)
  const amount = asset && readTokenAmount(payment.remaining_amount, asset.decimals)
  if (!amount || !isEvmAddress(address) || asset.isTest !== (payment.environment === "sandbox")) return null
  if (status !== "awaiting_payment" && status !== "partially_paid") return null
  const { baseUnits } = amount
  const chainId = toHex(asset.chainId)
  if (!asset.contract) return { chainId, to: address, value: toHex(baseUnits), data: null, baseUnits }
  const data = TRANSFER + toWord(address.slice(2)) + toWord(baseUnits.toString(16))
  return { chainId, to: asset.contract, value: "0x0", data, baseUnits }
}

/** Asks a wallet to send the payment, on the right chain. Never rejects. */
export async function sendPayment(
  provider: WalletProvider,
  payment: WalletPayment,
  { signal, isDue, onLateHash }: WalletCare = {}
): Promise<WalletResult> {
  const { chainId, to, value, data, baseUnits } = payment
  const ask = asker(provider, signal)
  let isAsked = false
  try {
    const from = firstOf(await ask("eth_requestAccounts"))
    if (!isEvmAddress(from)) return { problem: "failed" }
    if (!(await switchChain(ask, chainId))) return { problem: "wrong_chain" }
    const balance = await balanceOf(ask, from, data === null ? null : to)
    if (balance !== null && balance < baseUnits) return { problem: "insufficient_funds" }
    signal?.throwIfAborted()
    if (isDue?.() === false) return { problem: "changed" }
    isAsked = true
    const transaction = { from, to, value, chainId, ...(data !== null && { data }) }
    const hash = await ask("eth_sendTransaction", [transaction], (late) => {
      if (isHash(late)) onLateHash?.(late)
    })
    return isHash(hash) ? { hash } : { problem: "unknown" }
  } catch (error) {
    const problem = problemOf(error)
    return { problem: isAsked && problem === "failed" && !isRefused(error) ? "unknown" : problem }
  }
}

const isHash = (answer: unknown): answer is string =>
  typeof answer === "string" && /^0x[\da-f]{64}$/i.test(answer)

type Ask = (
  method: string,
  params?: readonly unknown[],
  onLate?: (answer: unknown) => void
) => Promise<unknown>

export function asker(provider: WalletProvider, signal: AbortSignal | undefined): Ask {
  return (method, params, onLate) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true })
      Promise.resolve(provider.request({ method, ...(params && { params }) })).then((answer) => {
        if (signal?.aborted) onLate?.(answer)
        resolve(answer)
      }, reject)
    })
}

/** Some wallets support one chain and cannot switch: accept them if it is the right chain. */
export async function switchChain(ask: Ask, chainId: string): Promise<boolean> {
  try {
    await ask("wallet_switchEthereumChain", [{ chainId }])
  } catch (error) {
    if (problemOf(error) === "declined") throw error
  }
  return Number(await ask("eth_chainId")) === Number(chainId)
}

/** Balance as the wallet reports it; null when it does not, and then the wallet decides. */
async function balanceOf(ask: Ask, from: string, contract: string | null): Promise<bigint | null> {
  try {
    const answer = contract
      ? await ask("eth_call", [{ to: contract, data: BALANCE_OF + toWord(from.slice(2)) }, "latest"])
      : await ask("eth_getBalance", [from, "latest"])
    return typeof answer === "string" && answer.startsWith("0x") ? BigInt(answer) : null
  } catch {
    return null
  }
}

const WRONG_CHAIN = [4901, 4902]
/** Unauthorized, unsupported, unknown method, invalid parameters: the wallet did not try to send. */
const REFUSED = [4100, 4200, -32601, -32602]
const USER_DECLINED =
  /user (?:rejected|denied|declined|cancel)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user/i
const NO_FUNDS = /insufficient (?:funds|balance)|exceeds (?:the )?balance|not enough (?:funds|balance)/i

/** @see EIP-1193 "Provider Errors"; EIP-1474 "Error codes"; 4902 is EIP-3085's */
export function problemOf(error: unknown): WalletProblem {
  const causes = causesOf(error)
  const isAny = (codes: readonly unknown[]) => causes.some(({ code }) => codes.includes(code))
  const says = (words: RegExp) => causes.some(({ message }) => words.test(String(message)))
  if (isAny([4001, "ACTION_REJECTED"]) || says(USER_DECLINED)) return "declined"
  if (isAny(WRONG_CHAIN)) return "wrong_chain"
  return says(NO_FUNDS) ? "insufficient_funds" : "failed"
}

const isRefused = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => REFUSED.includes(Number(code)))

type Cause = {
  code?: unknown
  message?: unknown
  data?: unknown
  originalError?: unknown
  cause?: unknown
  error?: unknown
}

/** Wallets wrap errors, some more than once. */
function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== "object" || error === null || depth > 4) return []
  const one: Cause = error
  const inner = [one.data, one.originalError, one.cause, one.error]
  return [one, ...inner.flatMap((each) => causesOf(each, depth + 1))]
}

export const firstOf = (answer: unknown): string | null => {
  const first: unknown = Array.isArray(answer) ? answer[0] : null
  return typeof first === "string" ? first : null
}

const toHex = (value: number | bigint): string => `0x${value.toString(16)}`

/** 32 bytes. */
const toWord = (hex: string): string => hex.toLowerCase().padStart(64, "0")
