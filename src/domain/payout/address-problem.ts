import { type AddressValidation, validateAddress } from "../../gateway/address"
import { type Asset, findToken } from "../../gateway/asset"
import { KNOWN_CHAINS, type Network, type Token } from "../../gateway/contract"
import { isTestNetwork, sharesSymbol } from "../payment/rails"

export type KnownChain = (typeof KNOWN_CHAINS)[number]

/** `chain` of a wrong length is the entered one, and of `wrong_chain` the one that the address belongs to. */
export type AddressFormProblem =
  | { code: "wrong_chain" | "length"; chain: KnownChain; networkName: string }
  | { code: "checksum" }
  | ({ code: "malformed"; networkName: string } & MalformedPart)

/** What no address of the chain has, as far as it is one part. Positions begin at 1. */
type MalformedPart =
  | { reason: "prefix"; prefix: string }
  | { reason: "character"; position: number; character: string }
  | { reason: "whole" }

const FORMS = {
  evm: { shape: /^0x[\da-fA-F]*$/, alphabet: /[\da-fA-F]/, prefix: "0x" },
  sol: { shape: /^[1-9A-HJ-NP-Za-km-z]+$/, alphabet: /[1-9A-HJ-NP-Za-km-z]/, prefix: "" },
  stellar: { shape: /^[GM][A-Z2-7]*$/, alphabet: /[A-Z2-7]/, prefix: "" },
} as const satisfies Record<KnownChain, { shape: RegExp; alphabet: RegExp; prefix: string }>

const STELLAR_LENGTHS: Readonly<Record<string, number>> = { G: 56, M: 69 }

/** @returns undefined for a chain whose rules we do not know */
export function toKnownChain(chain: string): KnownChain | undefined {
  return KNOWN_CHAINS.find((one) => one === chain)
}

/**
 * Says what is wrong with the form of an address: another chain, too long or short, mistyped, or no address.
 *
 * @returns null when the address is one of its chain
 */
export function findAddressProblem(
  chain: KnownChain,
  address: string,
  networkName: string
): AddressFormProblem | null {
  const validation = validateAddress({ chain, address })
  if (validation.kind !== "invalid") return null
  const other = KNOWN_CHAINS.find(
    (one) => one !== chain && looksLike(validateAddress({ chain: one, address }))
  )
  if (other !== undefined) return { code: "wrong_chain", chain: other, networkName }
  if (validation.reason === "checksum") return { code: "checksum" }
  return isOfWrongLength(chain, address)
    ? { code: "length", chain, networkName }
    : { code: "malformed", networkName, ...findMalformedPart(chain, address) }
}

/** Whether a text has the form of a chain, mistyped or not. */
function looksLike(validation: AddressValidation): boolean {
  return validation.kind === "valid" || (validation.kind === "invalid" && validation.reason === "checksum")
}

function isOfWrongLength(chain: KnownChain, address: string): boolean {
  if (!FORMS[chain].shape.test(address)) return false
  return chain !== "stellar" || address.length !== STELLAR_LENGTHS[address.charAt(0)]
}

function findMalformedPart(chain: KnownChain, address: string): MalformedPart {
  const { alphabet, prefix } = FORMS[chain]
  if (!address.startsWith(prefix)) return { reason: "prefix", prefix }
  const at = [...address].findIndex((character, index) => index >= prefix.length && !alphabet.test(character))
  return at < 0
    ? { reason: "whole" }
    : { reason: "character", position: at + 1, character: address.charAt(at) }
}

/** Space of any kind, and invisible characters: they come with copied text. */
const BLANK = /[\s\u2800]|[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const NOT_ASCII = /[^\x21-\x7e]/u

/** The first character that no address has. `position` begins at 1. */
export type TextProblem = {
  code: "whitespace" | "homoglyph"
  character: string
  position: number
  isLast: boolean
}

/**
 * Finds blanks and look-alike letters of other scripts. Nothing is trimmed: the operator has to see and check
 * what was pasted.
 *
 * @returns null when all of it is printable ASCII
 */
export function findTextProblem(address: string): TextProblem | null {
  return findCharacter("whitespace", BLANK, address) ?? findCharacter("homoglyph", NOT_ASCII, address)
}

function findCharacter(code: TextProblem["code"], pattern: RegExp, address: string): TextProblem | null {
  const characters = [...address]
  const at = characters.findIndex((character) => pattern.test(character))
  const character = characters[at]
  return character === undefined
    ? null
    : { code, character, position: at + 1, isLast: at === characters.length - 1 }
}

export type MemoProblem =
  | { code: "memo_missing" }
  | { code: "memo_unsupported"; networkName: string }
  | { code: "memo_conflict"; reason: "muxed" | "none_needed" }
  | { code: "memo_invalid"; reason: "blank_or_invisible" | "format" }

const WITH_MEMOS = "stellar"
const UNSEEN = /^\s|\s$|\p{Cc}|\p{Cf}/u

/** Whether receivers on a chain share an account and find money by its memo. */
export function hasMemos(chain: string): boolean {
  return chain === WITH_MEMOS
}

/**
 * Says what is wrong with the memo of an address, or with a missing one.
 *
 * @param destination.memo empty or absent for none
 * @param destination.hasNoMemo the operator confirms that the receiver needs none
 */
export function findMemoProblem(destination: {
  chain: string
  address: string
  memo: string | undefined
  hasNoMemo: boolean
  networkName: string
}): MemoProblem | null {
  const { chain, address, memo = "", hasNoMemo, networkName } = destination
  if (memo === "")
    return chain === WITH_MEMOS && !hasNoMemo && !isMuxed(chain, address) ? { code: "memo_missing" } : null
  const validation = validateAddress({ chain, address, memo })
  if (validation.kind === "invalid" && validation.reason === "memo_unsupported")
    return { code: "memo_unsupported", networkName }
  if (validation.kind === "invalid" && validation.reason === "memo_conflict")
    return { code: "memo_conflict", reason: "muxed" }
  if (hasNoMemo && chain === WITH_MEMOS) return { code: "memo_conflict", reason: "none_needed" }
  if (UNSEEN.test(memo)) return { code: "memo_invalid", reason: "blank_or_invisible" }
  return validation.kind === "invalid" ? { code: "memo_invalid", reason: "format" } : null
}

function isMuxed(chain: string, address: string): boolean {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" && validation.muxed !== undefined
}

export type AssetProblem =
  | {
      code: "token_unknown" | "symbol_shared" | "no_decimals" | "no_identity"
      token: string
      networkId: string
    }
  | { code: "unknown_chain"; chain: string }
  | { code: "test_network"; networkId: string }

/**
 * Why an asset cannot be paid out.
 *
 * A quote names an asset by chain, network and symbol only, so the symbol has to be unique and the catalog
 * has to identify its asset.
 *
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function findAssetProblem(payout: {
  asset: Asset
  tokens: readonly Token[]
  network: Network | undefined
  environment: "live" | "sandbox"
}): AssetProblem | null {
  const { asset, tokens, network, environment } = payout
  const { chain, networkId, token: symbol } = asset
  const named = { token: symbol, networkId }
  if (network === undefined) return { code: "token_unknown", ...named }
  if (environment === "live" && isTestNetwork(network)) return { code: "test_network", networkId }
  if (!KNOWN_CHAINS.some((one) => one === chain)) return { code: "unknown_chain", chain }
  const token = findToken(tokens, asset) ?? tokens.find((one) => isNamed(one, asset) && isAnonymous(one))
  if (token === undefined) return { code: "token_unknown", ...named }
  if (sharesSymbol(token, tokens)) return { code: "symbol_shared", ...named }
  if (token.decimals === undefined) return { code: "no_decimals", ...named }
  return hasNoIdentity(token, tokens) ? { code: "no_identity", ...named } : null
}

function isNamed(token: Token, asset: Asset): boolean {
  return token.chain === asset.chain && token.networkId === asset.networkId && token.token === asset.token
}

/** Such a token cannot be distinguished from another one with the same name. */
function hasNoIdentity(token: Token, tokens: readonly Token[]): boolean {
  if (token.chain !== "evm") return isAnonymous(token)
  // A network has one native coin, without a contract. Of two, one is not what it seems.
  const coins = tokens.filter(
    (one) => one.chain === token.chain && one.networkId === token.networkId && !one.contractAddress
  )
  return coins.includes(token) && coins.length > 1
}

/** Stellar and Solana identify every asset, the native coin included. */
function isAnonymous({ chain, canonicalAssetId, tokenMint }: Token): boolean {
  if (chain === "stellar") return !canonicalAssetId
  return chain === "sol" && !tokenMint && !/^sol:[^:]+:native$/.test(canonicalAssetId ?? "")
}
