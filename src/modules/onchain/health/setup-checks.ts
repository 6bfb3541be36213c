import { isTestNetwork, listUnknownRails } from "../../../domain/payment/rails"
import type { CatalogSnapshot } from "../../../gateway/client/lists"
import { GatewayError } from "../../../gateway/client/errors"
import { CATALOG_MAX_AGE_MS } from "../gateway-clients"
import { gatewayAdvice, payoutAdvice } from "./gateway-advice"
import { inTime } from "../work/claim"
import type { EnabledRegion } from "./enabled-regions"
import { checkRates } from "./rate-checks"
import type OnchainModuleService from "../service"
import { PATIENCE_MS, type SetupCheck } from "./setup-check"

/**
 * Checks the gateway, both keys, the catalog, and prices. @param regions whose currencies need prices
 */
export async function checkSetup(
  onchain: OnchainModuleService,
  regions: readonly EnabledRegion[]
): Promise<SetupCheck[]> {
  const [gateway, payouts] = await Promise.all([checkGateway(onchain, regions), checkPayouts(onchain)])
  return [...gateway, payouts]
}

async function checkGateway(
  onchain: OnchainModuleService,
  regions: readonly EnabledRegion[]
): Promise<SetupCheck[]> {
  try {
    const answers = Promise.all([onchain.catalog.refresh(), readBusiness(onchain)])
    const [catalog] = (await inTime(answers, PATIENCE_MS)) ?? []
    if (!catalog) return [{ id: "gateway", status: "error", message: SLOW }, checkCatalogAge(onchain)]
    return [
      { id: "gateway", status: "ok", message: "The provider answers and accepts apiKey." },
      checkCatalogAge(onchain),
      checkRails(onchain, catalog),
      checkEnvironment(onchain, catalog),
      ...checkTestNetworks(onchain, catalog),
      await checkRates(onchain, regions),
    ]
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [{ id: "gateway", status: "error", message: gatewayAdvice(error) }, checkCatalogAge(onchain)]
  }
}

/** The catalog is the same for every business: only a read of money shows whether `businessId` belongs to the key. */
async function readBusiness({ gateway }: OnchainModuleService): Promise<void> {
  await gateway.listBalances()[Symbol.asyncIterator]().next()
}

/** Checkouts go on with this process's catalog for a while after the gateway went silent. */
function checkCatalogAge({ catalog }: OnchainModuleService): SetupCheck {
  const ageMs = catalog.ageMs()
  const usableMs = CATALOG_MAX_AGE_MS * 10
  if (ageMs === null || ageMs > usableMs) {
    const message = "Networks and tokens are unknown: no shopper can pay until the provider answers."
    return { id: "catalog", status: "error", message }
  }
  const age = `Networks and tokens were read ${Math.round(ageMs / 1_000)} seconds ago`
  if (ageMs <= Math.max(CATALOG_MAX_AGE_MS, PATIENCE_MS))
    return { id: "catalog", status: "ok", message: `${age}.` }
  const message = `${age}. Without an answer of the provider they expire in ${Math.round((usableMs - ageMs) / 1_000)} seconds.`
  return { id: "catalog", status: "warning", message }
}

async function checkPayouts({ gateway, options }: OnchainModuleService): Promise<SetupCheck> {
  if (!options.payoutApiKey) {
    const message = "Payouts are off: payoutApiKey is not set."
    return { id: "payouts", status: "ok", message }
  }
  try {
    const isKnown = await inTime(
      gateway.verifyPayoutKey().then(() => true),
      PATIENCE_MS
    )
    if (isKnown) return { id: "payouts", status: "ok", message: "The provider accepts payoutApiKey." }
    return { id: "payouts", status: "warning", message: `payoutApiKey could not be checked. ${SLOW}` }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { id: "payouts", ...payoutAdvice(error) }
  }
}

function checkRails({ options }: OnchainModuleService, { tokens, isComplete }: CatalogSnapshot): SetupCheck {
  const unknown = listUnknownRails(options.rails, tokens)
  if (unknown.length === 0)
    return { id: "rails", status: "ok", message: "Every rail of the allow-list is in the catalog." }
  if (!isComplete) {
    const message =
      `Not among the ${tokens.length} tokens that could be read: ${unknown.join(", ")}. The provider's catalog is incomplete; ` +
      "these rails are offered once it can be read completely."
    return { id: "rails", status: "warning", message }
  }
  return {
    id: "rails",
    status: "error",
    message: `Not in the provider's catalog: ${unknown.join(", ")}. Correct chain, networkId and token, or remove them.`,
  }
}

function checkEnvironment({ options }: OnchainModuleService, { networks }: CatalogSnapshot): SetupCheck {
  const named = networks.filter((network) => network.environment !== undefined)
  const isOnly = (isLive: boolean) =>
    named.length > 0 &&
    named.length === networks.length &&
    named.every((n) => (n.environment === "live") === isLive)
  if (options.environment === "live" && isOnly(false)) {
    return {
      id: "environment",
      status: "error",
      message: `environment is "live", but apiKey and baseUrl lead to test networks only. Use the live key and address.`,
    }
  }
  if (options.environment === "sandbox" && isOnly(true)) {
    return {
      id: "environment",
      status: "error",
      message:
        `environment is "sandbox", but apiKey and baseUrl lead to live networks only: payments are real money. ` +
        `Use the sandbox key and address, or set environment to "live".`,
    }
  }
  return {
    id: "environment",
    status: "ok",
    message: `The networks match environment "${options.environment}".`,
  }
}

/** Fails closed: shoppers do not see such a rail, and the merchant sees why. */
function checkTestNetworks({ options }: OnchainModuleService, { networks }: CatalogSnapshot): SetupCheck[] {
  if (options.environment !== "live") return []
  const refused = networks.filter(isTestNetwork)
  if (refused.length === 0) return []
  const isWanted = ({ chain, networkId }: { chain: string; networkId: string }) =>
    options.rails?.some((rule) => rule.chain === chain && rule.networkId === networkId) ?? false
  const named = refused.map(({ networkId }) => networkId.slice(0, 60)).slice(0, 10)
  return [
    {
      id: "test_networks",
      status: refused.some(isWanted) ? "error" : "ok",
      message: `Test networks are not offered in "live": ${named.join(", ")}. Remove them from rails.`,
    },
  ]
}

const SLOW = `The provider at baseUrl did not answer within ${PATIENCE_MS / 1_000} seconds. Check that this server can reach it.`
