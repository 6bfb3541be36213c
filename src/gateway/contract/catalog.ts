import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { readAssumed, toWireNames, type FieldKind, type ReportUnreadable } from "./assumed-fields"
import { parseAs } from "./contract-error"
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
export function parseNetwork(
  record: WireRecord,
  { fields: { network: names } }: Assumptions,
  report?: ReportUnreadable
): Network {
  const assumed = { resource: "network", schema: networkSchema, names, kinds: NETWORK_KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.network" }, report)
  return parseAs(networkSchema, named, "network")
}

const NETWORK_KINDS = {
  environment: "text",
  name: "text",
} as const satisfies Record<keyof Assumptions["fields"]["network"], FieldKind>

/** What identifies an asset is never read past: a token with another shape there is not offered. @throws ContractError */
export function parseToken(
  record: WireRecord,
  { fields: { token: names } }: Assumptions,
  report?: ReportUnreadable
): Token {
  const assumed = { resource: "token", schema: tokenSchema, names, kinds: TOKEN_KINDS }
  const named = readAssumed(record, { ...assumed, setting: "fields.token" }, report)
  return parseAs(tokenSchema, named, "token")
}

const TOKEN_KINDS = {
  decimals: "count",
  contractAddress: "text",
} as const satisfies Record<keyof Assumptions["fields"]["token"], FieldKind>

/** The inverse of {@link parseNetwork}; used by the sandbox. */
export function networkToRecord(network: Network, { fields }: Assumptions): WireRecord {
  return toWireNames(network, fields.network)
}

/** The inverse of {@link parseToken}; used by the sandbox. */
export function tokenToRecord(token: Token, { fields }: Assumptions): WireRecord {
  return toWireNames(token, fields.token)
}
