import type { UnavailableRail } from "../payment/rails"
import type OnchainModuleService from "../service"
import { inTime } from "../work/claim"
import { namesOfRegions, type EnabledRegion } from "./enabled-regions"
import { adviceForCurrency } from "./rate-watch"
import { PATIENCE_MS, type SetupCheck } from "./setup-check"

/** Prices every rail in the currencies of the enabled regions, as a checkout does. */
export async function checkRates(
  onchain: Pick<OnchainModuleService, "priceRails">,
  regions: readonly EnabledRegion[]
): Promise<SetupCheck> {
  const codes = [...new Set(regions.map(({ currencyCode }) => currencyCode))]
  const found = await Promise.all(
    (codes.length > 0 ? codes : ["usd"]).map(async (code) => ({ code, ...(await priceIn(onchain, code)) }))
  )
  const missing = found.filter(({ offered }) => offered === 0)
  if (missing.length === 0) {
    const lines = found.map(({ code, offered }) => `${offered} rails in ${code}`)
    const troubles = found.filter(({ hidden }) => hidden.length > 0).map(describeHidden)
    const message = [`Can be priced: ${lines.join(", ")}.`, ...troubles].join(" ")
    return { id: "rates", status: troubles.length > 0 ? "warning" : "ok", message }
  }
  const lines = missing.map(
    ({ code, reasons }) =>
      `No rail can be priced in ${code} (${namesOfRegions(regions, code)}). ${adviceFor(code, reasons)}.`
  )
  return { id: "rates", status: regions.length > 0 ? "error" : "warning", message: lines.join(" ") }
}

type Priced = {
  offered: number
  /** Rails that a source has, and that cannot be priced now. */
  hidden: readonly string[]
  reasons: ReadonlySet<UnavailableRail["reason"] | "slow">
}

/** These pass, or are an error of a source; what no source has is the merchant's choice. */
const TROUBLES: readonly UnavailableRail["reason"][] = [
  ...(["rate_disputed", "rate_stale", "rate_failed"] as const),
  "minimum_unknown",
]
const MOST_NAMED = 5

function describeHidden({ code, hidden, reasons }: Priced & { code: string }): string {
  const named = hidden.slice(0, MOST_NAMED).join(", ")
  const more = hidden.length > MOST_NAMED ? ` and ${hidden.length - MOST_NAMED} more` : ""
  return `Hidden in ${code}: ${named}${more}. ${adviceFor(code, reasons)}.`
}

async function priceIn(
  onchain: Pick<OnchainModuleService, "priceRails">,
  currencyCode: string
): Promise<Priced> {
  const found = await inTime(onchain.priceRails(currencyCode), PATIENCE_MS)
  if (!found) return { offered: 0, hidden: [], reasons: new Set(["slow"]) }
  const { priced, unavailable } = found
  return {
    offered: priced.length,
    hidden: unavailable.flatMap(({ rail, reason }) =>
      TROUBLES.includes(reason) ? [rail.id.slice(0, 120)] : []
    ),
    reasons: new Set(unavailable.map(({ reason }) => reason)),
  }
}

/** The advice that helps most rails comes first. */
function adviceFor(code: string, reasons: Priced["reasons"]): string {
  if (reasons.has("slow")) return `rates.sources did not answer within ${PATIENCE_MS / 1_000} seconds`
  if (reasons.has("rate_disputed"))
    return "The sources disagree by more than rates.maxDisagreementBps. Remove the wrong one"
  if (reasons.has("rate_stale"))
    return "All prices are older than rates.maxAgeMs. Check the sources, or add another one to rates.sources"
  if (reasons.has("rate_failed"))
    return "The sources failed. Check that this server can reach them, or add another one to rates.sources"
  if (reasons.has("minimum_unknown"))
    return (
      "No source has a price in USD, in which the provider counts its minimum. Add usd to rates.sources, or set " +
      'assumptions.minimums.intentUsd to "0" if the provider records every deposit'
    )
  return adviceForCurrency(code)
}
