import type { EndpointName } from "../../../gateway/contract"
import type { OnchainHealthCheck, OnchainSentence } from "../../../types/http"
import { inEnglish, sentence } from "../../../words/say"
import { COUNT_LIMIT } from "../work/listed-rows"
import type { EndpointFailure } from "./activity-log"
import type { EnabledRegion } from "./facts"

/** What a check found. `id` where a check has a finding for each call or list. */
export type Finding = Required<Omit<OnchainHealthCheck, "id">> & { id?: string }

/** Absent sentences are left out. */
export const found =
  (status: Finding["status"]) =>
  (...sentences: readonly (OnchainSentence | null)[]): Finding => {
    const details = sentences.filter((one) => one !== null)
    return { status, message: inEnglish(details), details }
  }
export const ok = found("ok")
export const warning = found("warning")
export const error = found("error")

export const times = (count: number) =>
  sentence(count === 1 ? "health.times.once" : "health.times", { count })

/** A count that stops at `COUNT_LIMIT`. */
export const atMost = (count: number) =>
  count > COUNT_LIMIT ? sentence("health.more_than", { count: COUNT_LIMIT }) : count

/** @example duration(90 * 60_000) // in English "90 minutes" */
export function duration(ms: number): OnchainSentence {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return sentence("health.minutes", { count: minutes })
  if (minutes < 48 * 60) return sentence("health.hours", { count: Math.round(minutes / 60) })
  return sentence("health.days", { count: Math.round(minutes / 1_440) })
}

/** Names a few of them. */
export function some<Name extends string | OnchainSentence>(
  names: readonly Name[],
  most = 5,
  count = names.length
) {
  const shown = names.slice(0, most)
  return count > shown.length ? sentence("health.some", { names: shown, count: count - shown.length }) : shown
}

/** @example regionsOf([{ name: "Europe", currencyCode: "eur" }], "eur") // in English "region Europe" */
export function regionsOf(regions: readonly EnabledRegion[], code: string): OnchainSentence {
  const names = regions.filter(({ currencyCode }) => currencyCode === code).map(({ name }) => name)
  return names.length > 0 ? sentence("health.regions.named", { names }) : sentence("health.regions.not_yet")
}

/** Why a webhook was refused, as what to do. */
export function adviceForRefusal(reason: string): OnchainSentence {
  if (reason === "timestamp_stale" || reason === "timestamp_future") return sentence("health.refused.clock")
  if (reason === "address_wrong") return sentence("health.refused.address")
  return sentence(/^(signature|timestamp|id)_/.test(reason) ? "health.refused.secret" : "health.refused.body")
}

/** The advice that helps most rails comes first. */
const PRICE_TROUBLE = ["slow", "rate_disputed", "rate_stale", "rate_failed", "minimum_unknown"] as const
/** These pass, or are an error of a source; what no source has is the merchant's choice. */
export const isPriceTrouble = (reason: string) => PRICE_TROUBLE.some((one) => one === reason)

/** What to do about rails without a price. */
export function adviceForPrices(currency: string, reasons: readonly string[]): OnchainSentence {
  const trouble = PRICE_TROUBLE.find((reason) => reasons.includes(reason)) ?? "no_source"
  return sentence(`health.price.${trouble}`, { currency })
}

/** @example reasonOfFailure({ code: "TIMEOUT", fields: [], setting: null }) // "TIMEOUT" */
export function reasonOfFailure(failure: EndpointFailure): string {
  const reason = reasonParam(failure)
  return typeof reason === "string" ? reason : inEnglish([reason])
}

export function reasonParam({ code, fields }: EndpointFailure): OnchainSentence | string {
  if (fields.length === 0) return code
  return sentence("health.unreadable_answer", { fields: fields.map((name) => `\`${name}\``) })
}

export function remedyOfFailure({ fields, setting }: EndpointFailure): OnchainSentence {
  if (setting?.startsWith("assumptions.paths.")) return sentence("health.remedy.path", { setting })
  if (setting !== null) return sentence("health.remedy.name", { setting })
  return sentence(fields.length > 0 ? "health.remedy.none" : "health.remedy.code")
}

/** Endpoints without which a shopper cannot pay. */
export const NEEDED: readonly EndpointName[] = [
  ...(["createCustomer", "ensureAddress", "createIntent", "createInvoice"] as const),
  ...(["getInvoice", "listNetworks", "listTokens"] as const),
]

/** What depends on a list that is incomplete. */
export function consequenceOfList(endpoint: string): OnchainSentence {
  switch (endpoint) {
    case "listInvoices":
    case "listDeposits":
    case "listTransactions":
      return sentence(`health.until_whole.${endpoint}`)
    default:
      return sentence("health.until_whole")
  }
}
