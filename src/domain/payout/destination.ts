import { type AddressValidation, normalizeAddress, validateAddress } from "../../gateway/address"
import { type Environment, isTestNetwork, parseCanonicalAssetId } from "../../gateway/asset"
import { KNOWN_CHAINS, type Network, type Token } from "../../gateway/contract"

export const DESTINATION_CHECKSUMS = ["verified", "absent"] as const
export type DestinationChecksum = (typeof DESTINATION_CHECKSUMS)[number]

export type DestinationProblem =
  | { code: "unknown_network"; networkId: string }
  | { code: "test_network"; networkName: string }
  /** Where nothing checks an address, both entries are compared. */
  | { code: "address_differs" | "memo_differs"; networkName: string }
  | { code: "burn" }
  | { code: "token_contract"; token: string }
  /** `suggestion`: the account and memo that the address stands for. */
  | { code: "muxed"; suggestion: { address: string; memo: string } }
  | TextProblem
  | AddressFormProblem
  | MemoProblem

export type EnteredDestination = {
  chain: string
  networkId: string
  address: string
  memo: string | undefined
  /** The operator confirms that the receiver needs none; counts where chains have memos. */
  hasNoMemo: boolean
  /** Address and memo as entered a second time; null for a proposal, which a second user reads and approves. */
  again: { address: string | undefined; memo: string | undefined } | null
  network: Network | undefined
  tokens: readonly Token[]
  environment: Environment
}

/** Money sent to an address of the store at the provider would come back as a payment. */
export const OWN_ADDRESS = { code: "own_address" } as const

const BURNT: readonly string[] = [
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dEaD",
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF",
]

/** Why money cannot be paid out to an address. Approving a destination is what confirms who holds it. @see EIP-55; SEP-23 (strkey) */
export function findDestinationProblem(entered: EnteredDestination): DestinationProblem | null {
  const { chain, address, network } = entered
  const networkName = network?.name ?? entered.networkId
  const problem = findNetworkProblem(entered) ?? findTextProblem(address)
  if (problem) return problem
  const known = toKnownChain(chain)
  return (
    (known === undefined
      ? findEntryProblem(entered, networkName)
      : findAddressProblem(known, address, networkName)) ??
    findReceiverProblem(entered) ??
    findMemoProblem({ ...entered, networkName }) ??
    findMuxedProblem(chain, address)
  )
}

/** Nothing of an unknown chain can be checked but that a person entered the same twice. */
function findEntryProblem(
  { chain, address, memo = "", again }: EnteredDestination,
  networkName: string
): DestinationProblem | null {
  if (validateAddress({ chain, address }).kind === "invalid")
    return { code: "malformed", networkName, reason: "whole" }
  return again === null ? null : findAgainProblem({ chain, networkName }, { address, memo }, again)
}

/** Whether the second entry of an address that cannot be checked is the first one. None is required on a known chain. */
export function findAgainProblem(
  { chain, networkName }: { chain: string; networkName: string },
  { address, memo }: { address: string; memo: string },
  again: NonNullable<EnteredDestination["again"]>
): DestinationProblem | null {
  if (toKnownChain(chain) !== undefined) return null
  if (again.address !== address) return { code: "address_differs", networkName }
  return (again.memo ?? "") === memo ? null : { code: "memo_differs", networkName }
}

function findNetworkProblem({
  network,
  networkId,
  environment,
}: EnteredDestination): DestinationProblem | null {
  if (network === undefined) return { code: "unknown_network", networkId }
  return environment === "live" && isTestNetwork(network)
    ? { code: "test_network", networkName: network.name ?? networkId }
    : null
}

function findReceiverProblem({ chain, address, tokens }: EnteredDestination): DestinationProblem | null {
  const normalized = accountOf(chain, address)
  if (BURNT.includes(normalized)) return { code: "burn" }
  const token = tokens.find((one) => one.chain === chain && isHeldBy(one, normalized))
  return token === undefined ? null : { code: "token_contract", token: token.token }
}

/** Whether an address is the token's own contract, on this network or another one of the chain. */
function isHeldBy(
  { chain, contractAddress, tokenMint, issuerAddress, canonicalAssetId }: Token,
  address: string
): boolean {
  const canonical = canonicalAssetId === undefined ? undefined : parseCanonicalAssetId(canonicalAssetId)
  const named = canonical?.chain === "stellar" ? canonical.issuer : canonical?.mint
  return [contractAddress, tokenMint, issuerAddress, named].some(
    (one) => typeof one === "string" && normalizeAddress(chain, one) === address
  )
}

function findMuxedProblem(chain: string, address: string): DestinationProblem | null {
  const muxed = muxedOf(chain, address)
  if (muxed === undefined) return null
  const { account, id } = muxed
  return { code: "muxed", suggestion: { address: account, memo: id } }
}

function accountOf(chain: string, address: string): string {
  return muxedOf(chain, address)?.account ?? normalizeAddress(chain, address)
}

function muxedOf(chain: string, address: string): { account: string; id: string } | undefined {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" ? validation.muxed : undefined
}

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

export function toKnownChain(chain: string): KnownChain | undefined {
  return KNOWN_CHAINS.find((one) => one === chain)
}

/** What is wrong with the form of an address: another chain, too long or short, mistyped, or no address. Null when it is one of its chain. */
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

const WITHOUT_MEMOS: readonly string[] = ["evm", "sol"]
const UNSEEN = /^\s|\s$|\p{Cc}|\p{Cf}/u

/** Whether receivers on a chain may share an account and find money by its memo; on an unknown chain they may. */
export function hasMemos(chain: string): boolean {
  return !WITHOUT_MEMOS.includes(chain)
}

/** What is wrong with the memo of an address, or with a missing one that the operator has not confirmed as not needed. */
export function findMemoProblem(destination: {
  chain: string
  address: string
  memo: string | undefined
  hasNoMemo: boolean
  networkName: string
}): MemoProblem | null {
  const { chain, address, memo = "", hasNoMemo, networkName } = destination
  if (memo === "")
    return hasMemos(chain) && !hasNoMemo && muxedOf(chain, address) === undefined
      ? { code: "memo_missing" }
      : null
  const validation = validateAddress({ chain, address, memo })
  if (validation.kind === "invalid" && validation.reason === "memo_unsupported")
    return { code: "memo_unsupported", networkName }
  if (validation.kind === "invalid" && validation.reason === "memo_conflict")
    return { code: "memo_conflict", reason: "muxed" }
  if (hasNoMemo && hasMemos(chain)) return { code: "memo_conflict", reason: "none_needed" }
  if (UNSEEN.test(memo)) return { code: "memo_invalid", reason: "blank_or_invisible" }
  return validation.kind === "invalid" ? { code: "memo_invalid", reason: "format" } : null
}
