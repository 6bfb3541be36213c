import { secp256k1 } from "@noble/curves/secp256k1"
import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils"
import { type Context, Hono } from "hono"
import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { formatAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/catalog"
import { newTxHash } from "../determinism/identifiers"
import { dropConnection, type SandboxContext } from "../http/request-body"
import { receiveTransfer } from "../payments/receive-transfer"
import type { World } from "../world"

const SLOW_MS = 1_500

/** Networks with their chain ids and the name in the domain of USDC's signatures. */
const NETWORKS = [
  { networkId: "base-sepolia", chainId: 84532, name: "USDC" },
  { networkId: "eth-sepolia", chainId: 11155111, name: "USDC" },
  { networkId: "base-mainnet", chainId: 8453, name: "USD Coin" },
  { networkId: "eth-mainnet", chainId: 1, name: "USD Coin" },
]
const VERSION = "2"

const text = z.string().min(1)
const requestSchema = z.object({
  x402Version: z.literal(2),
  paymentPayload: z.object({
    payload: z.object({
      signature: text.regex(/^0x[\da-f]{130}$/i),
      authorization: z.object({
        ...{ from: text, to: text, value: text, validAfter: text, validBefore: text, nonce: text },
      }),
    }),
  }),
  paymentRequirements: z.object({
    ...{ scheme: z.literal("exact"), network: text, asset: text, amount: text, payTo: text },
  }),
})
type Request = z.infer<typeof requestSchema>
type Transfer = Request["paymentPayload"]["payload"]["authorization"]

/**
 * A facilitator of the x402 protocol over the sandbox's own chain: it checks the signature of an EIP-3009 transfer and moves
 * simulated tokens to its destination, where the service detects them.
 *
 * @see x402 version 2, "Facilitator Interface"
 */
export function facilitatorRoutes(currentWorld: () => World) {
  const routes = new Hono<SandboxContext extends Context<infer Environment> ? Environment : never>()
  routes.get("/supported", (context) => {
    const kinds = NETWORKS.map(({ chainId }) => ({
      ...{ x402Version: 2, scheme: "exact", network: `eip155:${chainId}` },
    }))
    return context.json({ kinds, extensions: [], signers: {} })
  })
  routes.post("/verify", async (context) => {
    const request = requestSchema.parse(await context.req.json())
    const invalidReason = findInvalid(currentWorld(), request)
    const { from: payer } = request.paymentPayload.payload.authorization
    return context.json({ isValid: invalidReason === null, ...(invalidReason && { invalidReason }), payer })
  })
  routes.post("/settle", async (context) => {
    const world = currentWorld()
    const request = requestSchema.parse(await context.req.json())
    const { fate } = world.facilitator
    const { from: payer, nonce } = request.paymentPayload.payload.authorization
    const answer = { payer, network: request.paymentRequirements.network }
    const errorReason = findInvalid(world, request)
    if (errorReason !== null) return context.json({ ...answer, success: false, errorReason, transaction: "" })
    if (fate === "failing") return context.json({ error: "the sandbox fails" }, 500)
    if (fate === "lying")
      return context.json({ ...answer, success: true, transaction: newTxHash("evm", world.identifiers) })
    world.facilitator.usedNonces.add(`${payer.toLowerCase()}/${nonce.toLowerCase()}`)
    const transaction = send(world, request, fate === "other_token" ? "ETH" : undefined)
    if (fate === "double") send(world, request)
    if (fate === "lost") return dropConnection(context)
    if (fate === "slow") await wait(SLOW_MS, undefined, { ref: false })
    if (fate === "late")
      return context.json({
        ...answer,
        success: false,
        errorReason: "invalid_transaction_state",
        transaction: "",
      })
    return context.json({ ...answer, success: true, transaction })
  })
  return routes
}

/** Why a payment is refused, in the protocol's words; null for a valid one. */
function findInvalid(world: World, { paymentPayload, paymentRequirements: asked }: Request): string | null {
  const { signature, authorization: transfer } = paymentPayload.payload
  const { from, to, value, validAfter, validBefore, nonce } = transfer
  const found = findToken(world, asked.network)
  if (!found) return "invalid_network"
  if (!isSame(found.token.contractAddress ?? "", asked.asset))
    return "invalid_exact_evm_eip3009_not_supported"
  if (!isSame(to, asked.payTo)) return "invalid_exact_evm_payload_recipient_mismatch"
  if (value !== asked.amount) return "invalid_exact_evm_payload_authorization_value_mismatch"
  const nowS = BigInt(Math.floor(world.wallNow() / 1_000))
  if (BigInt(validBefore) < nowS + 6n) return "invalid_exact_evm_payload_authorization_valid_before"
  if (BigInt(validAfter) > nowS) return "invalid_exact_evm_payload_authorization_valid_after"
  if (!isSame(signerOf(transfer, signature, { ...found, contract: asked.asset }), from))
    return "invalid_exact_evm_payload_signature"
  if (world.facilitator.fate === "poor") return "insufficient_funds"
  if (world.facilitator.usedNonces.has(`${from.toLowerCase()}/${nonce.toLowerCase()}`))
    return "invalid_exact_evm_nonce_already_used"
  return world.receivers.ownerOfAddress(to) ? null : "invalid_exact_evm_transaction_simulation_failed"
}

function findToken(
  world: World,
  caip2: string
): { token: CatalogToken; chainId: number; name: string } | null {
  const network = NETWORKS.find(({ chainId }) => caip2 === `eip155:${chainId}`)
  const token = network && world.catalog.findToken(network.networkId, "USDC")
  return network && token ? { ...network, token } : null
}

function send(world: World, { paymentPayload, paymentRequirements }: Request, other?: string): string {
  const { from: fromAddress, to: toAddress, value } = paymentPayload.payload.authorization
  const { token } = findToken(world, paymentRequirements.network) ?? {}
  if (!token) throw new Error("the payment was verified before")
  const { chain, networkId } = token
  const amount = formatAmount(BigInt(value), token.decimals)
  const transfer = { chain, networkId, token: other ?? token.token, amount, fromAddress, toAddress }
  return receiveTransfer(world, transfer).txHash
}

type Domain = { name: string; chainId: number; contract: string }

/** Who signed, by EIP-712 and EIP-3009. @returns an empty text for what nobody signed */
function signerOf(transfer: Transfer, signature: string, { name, chainId, contract }: Domain): string {
  const { from, to, value, validAfter, validBefore, nonce } = transfer
  const domain = keccak(
    hashOf("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
    ...[hashOf(name), hashOf(VERSION), number(chainId), word(contract)]
  )
  const message = keccak(
    hashOf(
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    ),
    ...[word(from), word(to), number(value), number(validAfter), number(validBefore), word(nonce)]
  )
  const bytes = hexToBytes(signature.slice(2))
  try {
    const key = secp256k1.Signature.fromCompact(bytes.slice(0, 64))
      // As the token does: not 0 and 1.
      .addRecoveryBit((bytes[64] ?? 0) - 27)
      .recoverPublicKey(keccak(Uint8Array.of(0x19, 0x01), domain, message))
    return `0x${bytesToHex(keccak_256(key.toRawBytes(false).slice(1)).slice(12))}`
  } catch {
    return ""
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const keccak = (...parts: Uint8Array[]) => keccak_256(concatBytes(...parts))
const hashOf = (words: string) => keccak(utf8ToBytes(words))
const word = (hex: string) => hexToBytes(hex.slice(2).padStart(64, "0"))
const number = (value: string | number) => word(`0x${BigInt(value).toString(16)}`)
