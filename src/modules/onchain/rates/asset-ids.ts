import { railId } from "../../../domain/payment/rail-option"
import { findKnownAsset, type KnownAsset } from "./known-assets"
import type { RateQuestion } from "./rate-source"

/**
 * Finds the provider's id of an asset: in the merchant's map, then in the built-in one.
 *
 * @param own by rail id or `canonicalAssetId`; a rail id shared by two tokens is ignored
 * @param known by known asset
 */
export function findAssetId(
  question: RateQuestion,
  own: Readonly<Record<string, string>>,
  known: Partial<Record<KnownAsset, string>>,
  environment: "live" | "sandbox"
): string | undefined {
  const { token, isSymbolShared } = question
  const named =
    ownValue(own, token.canonicalAssetId) ?? (isSymbolShared ? undefined : ownValue(own, railId(token)))
  if (named !== undefined) return named
  const asset = findKnownAsset(token, { environment, isSymbolShared })
  return asset === null ? undefined : known[asset]
}

/** Own properties only: a token may be called `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}
