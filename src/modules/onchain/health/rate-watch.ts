import type { Logger } from "@medusajs/framework/types"
import type { OnchainOptions } from "../options/options"
import { KRAKEN_CURRENCIES } from "../rates/price-sources"
import { nameOf, type RateReport } from "../rates/rate-book"
import type { RateSourceOption } from "../rates/rate-source"
import { reasonOf } from "../work/audit-log"
import type { SharedStatus, Status } from "../work/shared-status"
import { inWords, timesInWords, type SetupCheck } from "./setup-check"

/** A success is written at most this often, but immediately after a failure. Failures are logged this often. */
const PAUSE_MS = 60_000
/** Ignore failures older than this: nobody calls the source any more. */
const SHOWN_MS = 24 * 3_600_000

/**
 * Records the outcome of calls to each rate source for all processes, and logs failures.
 *
 * @param clock epoch milliseconds
 */
export function watchRates(
  status: Pick<SharedStatus, "note">,
  logger: Pick<Logger, "warn">,
  clock: () => number
): RateReport {
  const quietUntilMs = new Map<string, number>()
  const isQuiet = (key: string) => {
    if (clock() < (quietUntilMs.get(key) ?? 0)) return true
    quietUntilMs.set(key, clock() + PAUSE_MS)
    return false
  }
  return (source, error) => {
    if (error === null) {
      if (!isQuiet(`answered ${source}`)) status.note(`rate_answered:${source}`, "")
      return
    }
    quietUntilMs.delete(`answered ${source}`)
    const reason = reasonOf(error)
    status.note(`rate_failed:${source}`, reason)
    if (isQuiet(`failed ${source}`)) return
    logger.warn(
      `onchain: the rate source "${source}" failed: ${reason}. Rails without another price are hidden`
    )
  }
}

/** Outcome of a source's calls in all processes. */
export type RateSourceState = { source: string; answered: Status | null; failed: Status | null }

/** Reads the states of the configured sources, except fixed tables, which never fail. */
export function readRateSources(
  { rates }: Pick<OnchainOptions, "rates">,
  status: Pick<SharedStatus, "rateCalls">
): Promise<RateSourceState[]> {
  const called = rates.sources.filter(({ kind }) => kind !== "fixed").map(nameOf)
  return Promise.all(called.map(async (source) => ({ source, ...(await status.rateCalls(source)) })))
}

/** Checks the rate sources by their last calls. @returns nothing when all sources are fixed tables */
export function describeRateSources(states: readonly RateSourceState[], nowMs: number): SetupCheck[] {
  if (states.length === 0) return []
  const lines = states.map(({ source, answered, failed }) => {
    const success = answered ? `last success ${ageOf(answered, nowMs)}` : "no success yet"
    const failure = failed
      ? `, last failure ${ageOf(failed, nowMs)}: ${failed.detail ?? "unknown"}` +
        (failed.count > 0 ? ` (${timesInWords(failed.count)} since)` : "")
      : ""
    return `${source}: ${success}${failure}`
  })
  const isFailing = states.some(
    ({ failed }) => failed !== null && failed.count > 0 && nowMs - failed.at.getTime() < SHOWN_MS
  )
  const advice = isFailing
    ? " Check the source's key and limits, and that this server can reach it. Rails with a price from another source are still offered."
    : ""
  return [
    { id: "rate_sources", status: isFailing ? "warning" : "ok", message: `${lines.join("; ")}.${advice}` },
  ]
}

function ageOf({ at }: Status, nowMs: number): string {
  return `${inWords(nowMs - at.getTime())} ago`
}

/** Currencies that no configured source can price. */
export function listUncoveredCurrencies(
  { rates }: Pick<OnchainOptions, "rates">,
  currencies: readonly string[]
): string[] {
  const known = currencies.map((code) => code.toLowerCase())
  return [...new Set(known)].filter((code) => !rates.sources.some((source) => mayCover(source, code)))
}

/** For other sources only an answer can tell. */
function mayCover(source: RateSourceOption, currencyCode: string): boolean {
  if (source.currencies && !source.currencies.includes(currencyCode)) return false
  if (source.kind === "fixed") return Object.keys(source.prices[currencyCode] ?? {}).length > 0
  return source.kind !== "kraken" || KRAKEN_CURRENCIES.includes(currencyCode)
}

/** What to add for a currency without a price. */
export function adviceForCurrency(currencyCode: string): string {
  return (
    `Add a source to rates.sources, such as { kind: "coingecko" } or ` +
    `{ kind: "fixed", prices: { ${currencyCode}: { USDC: "<your price>" } } }, see docs/developers/rates.md`
  )
}
