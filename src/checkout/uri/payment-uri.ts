import type { OnchainPaymentView } from "../../types/http"
import { evmAsset, isEvmAddress } from "../wallet/evm-chains"

type TokenAmount = {
  baseUnits: bigint
  /** Decimal in token units without trailing zeros, for payment URIs. */
  text: string
}

const DECIMAL = /^0*(\d+?)(?:\.(\d*?)0*)?$/
const MOST_DECIMALS = 77

/**
 * Reads an amount to pay.
 *
 * @param text decimal in token units
 * @returns null for zero, for anything but a plain decimal, and for more decimals than the token has
 * @example readTokenAmount("17.50", 6) // { baseUnits: 17500000n, text: "17.5" }
 */
export function readTokenAmount(text: string | null, decimals: number): TokenAmount | null {
  const [, whole, fraction = ""] = DECIMAL.exec(text ?? "") ?? []
  if (whole === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS)
    return null
  if (fraction.length > decimals) return null
  const baseUnits = BigInt(whole + fraction.padEnd(decimals, "0"))
  return baseUnits > 0n ? { baseUnits, text: fraction ? `${whole}.${fraction}` : whole } : null
}

/** Payment target as a QR code, as text to copy, and as a link to a wallet app. */
type PaymentTargets = {
  qr: { text: string; kind: "uri" | "address" }
  /** The address. */
  plain: string
  /** Opens a wallet with everything filled in; null when we cannot fill it in exactly. */
  walletUri: string | null
}

/**
 * Builds the content of the QR code and the link of "Open in wallet".
 *
 * A token's URI on EVM and Solana stays out of the QR code: on EVM it names the token contract first, and some wallets send the
 * money there; on Solana some wallets read the amount a thousandfold. Where chain id, contract or decimals are unknown, only the
 * address is given.
 *
 * @returns null when nothing is payable now
 * @see github.com/trustwallet/wallet-core/issues/4860
 */
export function paymentTargets(payment: OnchainPaymentView): PaymentTargets | null {
  const { status, deposit_address: plain } = payment
  if (!plain || (status !== "awaiting_payment" && status !== "partially_paid")) return null
  const uri = uriOf(payment, plain)
  const isInCode = uri !== null && !/\/transfer\?|&spl-token=/.test(uri)
  return {
    qr: isInCode ? { text: uri, kind: "uri" } : { text: plain, kind: "address" },
    plain,
    walletUri: uri,
  }
}

function uriOf(payment: OnchainPaymentView, address: string): string | null {
  switch (payment.chain) {
    case "evm":
      return evmUri(payment, address)
    case "sol":
      return solanaUri(payment, address)
    case "stellar":
      return stellarUri(payment, address)
    default:
      return null
  }
}

/** @see EIP-681 */
function evmUri(payment: OnchainPaymentView, address: string): string | null {
  const asset = evmAsset(payment)
  const amount = asset && readTokenAmount(payment.remaining_amount, asset.decimals)
  if (!amount || !isEvmAddress(address)) return null
  const { chainId, contract } = asset
  return contract
    ? `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${amount.baseUnits}`
    : `ethereum:${address}@${chainId}?value=${amount.baseUnits}`
}

const SOLANA_KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SOL_DECIMALS = 9

/**
 * Leaves out `reference`: the provider finds the payment by its address, and a reference that nobody watches only
 * makes the transaction larger.
 *
 * @see docs.solanapay.com/spec
 */
function solanaUri(payment: OnchainPaymentView, address: string): string | null {
  const asset = assetOf(payment, "SOL", SOL_DECIMALS)
  const amount = asset && readTokenAmount(payment.remaining_amount, asset.decimals)
  if (!amount || payment.memo || !SOLANA_KEY.test(address)) return null
  if (!asset.holder) return `solana:${address}?amount=${amount.text}`
  return SOLANA_KEY.test(asset.holder)
    ? `solana:${address}?amount=${amount.text}&spl-token=${asset.holder}`
    : null
}

const STELLAR_ACCOUNT = /^G[A-Z2-7]{55}$/
const STELLAR_DECIMALS = 7
const STELLAR_CODE = /^[A-Za-z\d]{1,12}$/
const LARGEST_MEMO_ID = 2n ** 64n - 1n

/** A URI without a network passphrase is for the public network. @see SEP-7 */
function stellarUri(payment: OnchainPaymentView, address: string): string | null {
  const asset = assetOf(payment, "XLM", STELLAR_DECIMALS)
  const amount = asset && readTokenAmount(payment.remaining_amount, STELLAR_DECIMALS)
  if (!amount || payment.network_id !== "stellar-mainnet" || !STELLAR_ACCOUNT.test(address)) return null
  if (asset.decimals !== STELLAR_DECIMALS) return null
  // The symbol is only a label. The asset code must come from the canonical id.
  if (asset.holder && !payment.canonical_asset_id) return null
  const parts = [`web+stellar:pay?destination=${address}&amount=${amount.text}`]
  if (asset.holder) {
    if (!STELLAR_CODE.test(asset.code) || !STELLAR_ACCOUNT.test(asset.holder)) return null
    parts.push(`asset_code=${asset.code}&asset_issuer=${asset.holder}`)
  }
  if (payment.memo !== null) {
    if (!/^\d{1,20}$/.test(payment.memo) || BigInt(payment.memo) > LARGEST_MEMO_ID) return null
    parts.push(`memo=${payment.memo}&memo_type=MEMO_ID`)
  }
  return parts.join("&")
}

/** `holder` is the mint or the issuer, null for the native coin. */
type NamedAsset = { code: string; holder: string | null; decimals: number }

/**
 * Reads `sol:<token>:<mint>`, `stellar:<code>:<issuer>` and `...:native`, and checks the contract against them.
 *
 * @returns null when they contradict each other or something is unknown
 */
function assetOf(payment: OnchainPaymentView, native: string, nativeDecimals: number): NamedAsset | null {
  const { canonical_asset_id: id, contract_address: contract, decimals } = payment
  const [chain, code = payment.token, holder = contract] = id?.split(":") ?? [payment.chain]
  if (chain !== payment.chain || !code) return null
  if (holder === "native" || holder === null) {
    const isNative = code === native && contract === null && (decimals ?? nativeDecimals) === nativeDecimals
    return isNative ? { code, holder: null, decimals: nativeDecimals } : null
  }
  const isUnclear = decimals === null || (contract !== null && contract !== holder)
  return isUnclear ? null : { code, holder, decimals }
}
