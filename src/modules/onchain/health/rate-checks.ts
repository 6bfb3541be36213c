import type { UnavailableRail } from "../payment/rail-quotes"
import type OnchainModuleService from "../service"
import { inTime } from "../work/in-time"
import { namesOfRegions, type EnabledRegion } from "./enabled-regions"
import { adviceForCurrency } from "./rate-watch"
import { PATIENCE_MS, type SetupCheck } from "./setup-check"

/** Quotes every rail in the currencies of the enabled regions, as a checkout does. */
export async function checkRates(
  onchain: OnchainModuleService,
  regions: readonly EnabledRegion[]
): Promise<SetupCheck> {
  const codes = [...new Set(regions.map(({ currencyCode }) => currencyCode))]
  const found = await Promise.all(
    (codes.length > 0 ? codes : ["usd"]).map(async (code) => ({ code, ...(await priceIn(onchain, code)) }))
  )
  const missing = found.filter(({ offered }) => offered === 0)
  if (missing.length === 0) {
    const lines = found.map(({ code, offered }) => `${offered} rails in ${code}`)
    return { id: "rates", status: "ok", message: `Can be priced: ${lines.join(", ")}.` }
  }
  const lines = missing.map(
    ({ code, reasons }) =>
      `No rail can be priced in ${code} (${namesOfRegions(regions, code)}). ${adviceFor(code, reasons)}.`
  )
  return { id: "rates", status: regions.length > 0 ? "error" : "warning", message: lines.join(" ") }
}

type Priced = { offered: number; reasons: ReadonlySet<UnavailableRail["reason"] | "slow"> }

async function priceIn(onchain: OnchainModuleService, currencyCode: string): Promise<Priced> {
  const quoted = await inTime(onchain.quoteRails({ fiatAmount: "1", currencyCode }), PATIENCE_MS)
  if (!quoted) return { offered: 0, reasons: new Set(["slow"]) }
  return { offered: quoted.quotes.length, reasons: new Set(quoted.unavailable.map(({ reason }) => reason)) }
}

/** The advice that helps most rails comes first. */
function adviceFor(code: string, reasons: Priced["reasons"]): string {
  if (reasons.has("slow"))
    return `rates.sources did not answer within ${PATIENCE_MS / 1_000} seconds, so shoppers would wait that long`
  if (reasons.has("rate_disputed"))
    return "The sources disagree by more than rates.maxDisagreementBps. Compare their prices and remove the wrong one"
  if (reasons.has("rate_stale"))
    return "All prices are older than rates.maxAgeMs. Check the sources, or add another one to rates.sources"
  if (reasons.has("rate_failed"))
    return "The sources failed. Check that this server can reach them, or add another one to rates.sources"
  return adviceForCurrency(code)
}
