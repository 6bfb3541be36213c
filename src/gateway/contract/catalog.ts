import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { toOurNames, toWireNames } from "./field-names"
import { optional } from "./optional"
import { railSchema } from "./rail"
import type { WireRecord } from "./resource"

/** A network of the catalog. Chains and networks we have never heard of are valid. */
export const networkSchema = z.looseObject({
  chain: z.string().min(1),
  networkId: z.string().min(1),
  name: optional(z.string()),
  environment: optional(z.string()),
})
export type Network = z.infer<typeof networkSchema>

/** A token of the catalog. Without `decimals` it cannot be offered: amounts are never guessed. */
export const tokenSchema = z.looseObject({
  ...railSchema.shape,
  decimals: optional(z.number().int().min(0).max(30)),
  contractAddress: optional(z.string()),
  tokenMint: optional(z.string()),
  assetCode: optional(z.string()),
  issuerAddress: optional(z.string()),
  canonicalAssetId: optional(z.string()),
})
export type Token = z.infer<typeof tokenSchema>

/** @throws ContractError */
export function parseNetwork(record: WireRecord, { fields }: Assumptions): Network {
  return parseAs(networkSchema, toOurNames(record, fields.network), "network")
}

/** @throws ContractError */
export function parseToken(record: WireRecord, { fields }: Assumptions): Token {
  return parseAs(tokenSchema, toOurNames(record, fields.token), "token")
}

/** The inverse of {@link parseNetwork}; used by the sandbox. */
export function networkToRecord(network: Network, { fields }: Assumptions): WireRecord {
  return toWireNames(network, fields.network)
}

/** The inverse of {@link parseToken}; used by the sandbox. */
export function tokenToRecord(token: Token, { fields }: Assumptions): WireRecord {
  return toWireNames(token, fields.token)
}
