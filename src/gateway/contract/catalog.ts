import { z } from "zod"
import { recordParser } from "./records"
import { optional, railSchema, textSchema } from "./wire"

/** A network of the catalog. Unknown chains and networks are valid. */
export const networkSchema = z.looseObject({
  chain: textSchema,
  networkId: textSchema,
  name: optional(z.string()),
  environment: optional(z.string()),
})
export type Network = z.infer<typeof networkSchema>

/** A token of the catalog. A token without `decimals` cannot be offered: amounts are never guessed. */
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

/**
 * Reads a network of the catalog.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export const parseNetwork = recordParser({
  resource: "network",
  schema: networkSchema,
  setting: "network",
  expects: () => ["environment", "name"],
  kinds: {
    environment: "text",
    name: "text",
  },
})

/** A field that identifies the asset is never skipped: a token with an unreadable one is refused. @throws ContractError */
export const parseToken = recordParser({
  resource: "token",
  schema: tokenSchema,
  setting: "token",
  // The coins of EVM chains have 18 decimals: what has fewer is a contract.
  expects: ({ chain, decimals }) =>
    chain === "evm" && decimals !== undefined && decimals < 18
      ? ["decimals", "contractAddress"]
      : ["decimals"],
  kinds: {
    decimals: "count",
    contractAddress: "text",
  },
})
