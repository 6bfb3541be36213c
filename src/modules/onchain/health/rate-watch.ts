import type { Logger } from "@medusajs/framework/types"
import type { OnchainOptions } from "../options/options"
import { KRAKEN_CURRENCIES } from "../rates/kraken"
import { nameOf, type RateReport } from "../rates/rate-book"
import type { RateSourceOption } from "../rates/rate-source"
import { reasonOf } from "../work/error-reason"
import type { SharedStatus, Status } from "../work/shared-status"
import { inWords, timesInWords, type SetupCheck } from "./setup-check"

/** A success is written this often, and at once after a failure. A failure is logged this often. */
const PAUSE_MS = 60_000
/** A failure of a source that nobody asks any more says nothing. */
const SHOWN_MS = 24 * 3_600_000

/**
 * Records for all processes how calls of each source of rates end, and logs failures.
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
      `onchain: the rate source "${source}" failed: ${reason}. Rails without another price are not offered`
    )
  }
}

/** How the calls of one source ended, in all processes. */
export type RateSourceState = { source: string; answered: Status | null; failed: Status | null }

/** Reads the states of the configured sources that are called: a fixed table never fails. */
export function readRateSources(
  { rates }: Pick<OnchainOptions, "rates">,
  status: Pick<SharedStatus, "rateCalls">
): Promise<RateSourceState[]> {
  const called = rates.sources.filter(({ kind }) => kind !== "fixed").map(nameOf)
  return Promise.all(called.map(async (source) => ({ source, ...(await status.rateCalls(source)) })))
}

/** Judges the sources of rates by their last calls. @returns nothing for a store without any that is called */
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
    ? " Check that this server reaches the source, its key and its limits. Rails with a price of another source are still offered."
    : ""
  return [
    { id: "rate_sources", status: isFailing ? "warning" : "ok", message: `${lines.join("; ")}.${advice}` },
  ]
}

function ageOf({ at }: Status, nowMs: number): string {
  return `${inWords(nowMs - at.getTime())} ago`
}

/** Currencies for which no source of the option can have a price, whatever it answers. */
export function listUncoveredCurrencies(
  { rates }: Pick<OnchainOptions, "rates">,
  currencies: readonly string[]
): string[] {
  const known = currencies.map((code) => code.toLowerCase())
  return [...new Set(known)].filter((code) => !rates.sources.some((source) => mayCover(source, code)))
}

/** Only an answer tells what the others have. */
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
