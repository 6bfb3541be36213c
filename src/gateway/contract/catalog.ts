import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { fieldOf, optional } from "./optional"
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
export function parseNetwork(record: WireRecord, { catalog }: Assumptions): Network {
  return parseAs(
    networkSchema,
    { ...record, environment: fieldOf(record, catalog.environmentField) },
    "network"
  )
}

/** @throws ContractError */
export function parseToken(record: WireRecord, { catalog }: Assumptions): Token {
  return parseAs(
    tokenSchema,
    {
      ...record,
      decimals: fieldOf(record, catalog.decimalsField),
      contractAddress: fieldOf(record, catalog.contractAddressField),
    },
    "token"
  )
}

/** The inverse of {@link parseNetwork}; used by the sandbox. */
export function networkToRecord({ environment, ...rest }: Network, { catalog }: Assumptions): WireRecord {
  return { ...rest, [catalog.environmentField]: environment }
}

/** The inverse of {@link parseToken}; used by the sandbox. */
export function tokenToRecord(
  { decimals, contractAddress, ...rest }: Token,
  { catalog }: Assumptions
): WireRecord {
  return { ...rest, [catalog.decimalsField]: decimals, [catalog.contractAddressField]: contractAddress }
}
