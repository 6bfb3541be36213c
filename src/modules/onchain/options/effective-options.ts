import { isRecord } from "../../../gateway/contract"
import type { OnchainEffectiveOption } from "../../../types/http"
import { type OnchainOptions, optionsSchema } from "./options"

/** `*` stands for an index or a key of the merchant's. Everything else counts as a secret, so that a new option is hidden. */
export const SHOWN_OPTIONS: readonly string[] = [
  ...["environment", "baseUrl", "businessId", "webhookUrl"],
  ...["collection", "placeOrder", "unpaidOrderTimeoutMinutes"],
  ...["partialHoldMinBps", "partialHoldHours", "maxShortfallBps"],
  ...under("rails.*", "chain", "networkId", "token", "canonicalAssetId", "receiveMode", "payoutRouteId"),
  ...under("rails.*.payoutRecipients.*", "destinationAddress", "shareBps", "label"),
  ...under("rates", "maxAgeMs", "spreadBps", "maxDisagreementBps"),
  ...under("rates.sources.*", "kind", "name", "currencies.*", "prices.*.*", "timeoutMs", "cacheMs"),
  ...under("rates.sources.*", "baseUrl", "assets.*", "plan"),
  ...under("explorers.*", "tx", "address"),
  ...under("refundLinks", "pageUrl", "template"),
  ...under("checkout", "name", "logoUrl", "accentColor", "support.email", "support.url", "locales.*"),
  ...under("checkout", "words.*.*", "framedBy.*"),
  ...under("storefront", "origins.*", "redirectAfterPaid"),
  ...under("storefront.returnUrls", "placed", "paid", "cancelled"),
  ...under("notifications", "channel", "pageUrl"),
  ...under("notifications.templates", "awaiting", "partReceived", "expired", "paid", "refundSent"),
  "notifications.operators",
  ...under("notifications.operators", "to.*", "channel", "template", "kinds.*"),
  ...under("x402", "facilitator", "networks.*"),
  ...under("throttle", "callsPerMinute", "trustedAddresses.*", "proxies.*"),
  ...under("payouts", "approval", "allowedUsers.*", "allowApiKeys"),
  ...under("payouts.limits.*", "token", "networkId", "canonicalAssetId", "perWithdrawal", "perDay"),
]

function under(group: string, ...names: readonly string[]): string[] {
  return names.map((name) => `${group}.${name}`)
}

/** Many settings that hold no secret and seldom differ from the default: shown where they do. */
const SHOWN_IF_CHANGED: readonly (string | undefined)[] = ["assumptions", "tuning"]

const patterns = SHOWN_OPTIONS.map((pattern) => pattern.split("."))

/** Whether a pattern names this path, or something below it. */
function isShown(path: readonly string[]): boolean {
  return SHOWN_IF_CHANGED.includes(path[0]) || patterns.some((pattern) => isAtOrBelow(pattern, path))
}

function isAtOrBelow(pattern: readonly string[], path: readonly string[]): boolean {
  return path.every((part, index) => pattern[index] === part || pattern[index] === "*")
}

/** Of a secret only how many are set; `assumptions` and `tuning` where they differ from the default. */
export function listEffectiveOptions(options: OnchainOptions): OnchainEffectiveOption[] {
  const { environment, baseUrl, businessId, apiKey, webhookSecrets } = options
  const required = { environment, baseUrl, businessId, apiKey, webhookSecrets }
  const defaults = new Map<string, unknown>(Object.entries(optionsSchema.parse(required)))
  for (const name of Object.keys(required)) defaults.delete(name)
  return Object.keys(optionsSchema.shape).flatMap((name) =>
    describe([name], Reflect.get(options, name), defaults.get(name))
  )
}

/** Groups of options are taken apart; lists, and tables of the merchant's, are one option. */
function describe(path: readonly string[], value: unknown, byDefault: unknown): OnchainEffectiveOption[] {
  if (isRecord(value) && isRecord(byDefault) && Object.keys(byDefault).length > 0)
    return keysOf(path, value, byDefault).flatMap((key) =>
      describe([...path, key], value[key], byDefault[key])
    )
  const name = path.join(".")
  const is_default = JSON.stringify(value) === JSON.stringify(byDefault)
  if (is_default && SHOWN_IF_CHANGED.includes(path[0])) return []
  if (!isShown(path)) return [{ name, value: null, secrets: countSet(value), is_default }]
  return [{ name, value: JSON.stringify(masked(path, value)) ?? "null", secrets: null, is_default }]
}

/** Optional ones included, which have neither a value nor a default. */
function keysOf(path: readonly string[], ...groups: readonly Record<string, unknown>[]): string[] {
  const optional = patterns.flatMap((pattern) => {
    const key = pattern[path.length]
    return key !== undefined && isAtOrBelow(pattern, path) ? [key] : []
  })
  return [...new Set([...groups.flatMap((group) => Object.keys(group)), ...optional])]
}

function countSet(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return value === undefined || value === null ? 0 : 1
}

/** Replaces what may not be shown inside a list or table. */
function masked(path: readonly string[], value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (!isShown(path)) return "(set)"
  if (Array.isArray(value)) return value.map((one, index) => masked([...path, String(index)], one))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked([...path, key], one)]))
  return value
}
