import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { judgePayoutUsers } from "../../../domain/health/attention"
import { countStepsLeft, listSetupSteps, type SetupFacts } from "../../../domain/health/setup-steps"
import { isLocalAddress, WEBHOOK_PATH, webhookAddress } from "../../../domain/inbox/delivery"
import { explorerLinks } from "../../../domain/payment/payment-page"
import { listRailOptions } from "../../../domain/payment/rails"
import { GatewayError } from "../../../gateway/client/errors"
import type { EnabledRegion } from "../../../modules/onchain/health/enabled-regions"
import { PATIENCE_MS } from "../../../modules/onchain/health/setup-check"
import { listEffectiveOptions } from "../../../modules/onchain/options/effective-options"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import type OnchainModuleService from "../../../modules/onchain/service"
import { inTime } from "../../../modules/onchain/work/claim"
import type { OnchainHealthResponse, OnchainSetup, OnchainSetupCurrency } from "../../../types/http"
import { checkHealth } from "../check-health"

/**
 * The setup of the store as steps, with what each needs: addresses and ids to copy, prices by currency, options.
 *
 * @param request.origin scheme and host under which the admin is open
 */
export async function viewSetup(
  container: MedusaContainer,
  request: { origin: string }
): Promise<OnchainSetup> {
  const onchain = container.resolve("onchain")
  const { options } = onchain
  const [health, regions, providers] = await Promise.all([
    checkHealth(container),
    onchain.health.enabledRegions(),
    listProviders(container),
  ])
  // After the checks, which refresh the catalog and the prices.
  const [currencies, networksWithoutExplorer] = await Promise.all([
    listCurrencies(onchain, regions),
    listWithoutExplorer(onchain, health),
  ])
  const { last_accepted_at, last_rejected: last_refused } = health.webhooks
  const steps = listSetupSteps(
    {
      environment: options.environment,
      providers,
      regions: regions.map(({ name }) => name),
      currencies: currencies.map(({ code, rails }) => ({
        code,
        rails: rails.filter(({ price }) => price !== null).length,
      })),
      lastAcceptedAt: last_accepted_at,
      lastRefused: last_refused,
      networksWithoutExplorer,
      ...choicesOf(onchain, health),
    },
    health.checks
  )
  const stepsLeft = countStepsLeft(steps)
  const url = webhookAddress(options, request) ?? WEBHOOK_PATH
  return {
    status: stepsLeft === 0 ? "ready" : "incomplete",
    steps_left: stepsLeft,
    environment: options.environment,
    steps,
    webhook: {
      url,
      is_local: isLocalAddress(url),
      can_test: options.environment === "sandbox",
      last_accepted_at,
      last_refused,
    },
    currencies,
    payout_users: health.payout_users,
    payouts: payoutsOf(onchain),
    options: listEffectiveOptions(options).map(({ isDefault, ...option }) => ({
      ...option,
      is_default: isDefault,
    })),
    health: {
      status: health.status,
      problems: health.checks.filter(({ status }) => status !== "ok").length,
    },
  }
}

/** What the merchant chose to use, besides payments. */
function choicesOf(
  { options }: OnchainModuleService,
  { payout_users }: OnchainHealthResponse
): Pick<SetupFacts, "hasPayoutKey" | "users" | "allowedUsers" | "limits" | "channel" | "returnUrl"> {
  const { payouts, payoutApiKey, notifications, storefront } = options
  return {
    hasPayoutKey: payoutApiKey !== undefined,
    users: judgePayoutUsers(
      payouts,
      payout_users.map(({ id }) => id)
    ),
    allowedUsers: payouts.allowedUsers.length,
    limits: payouts.limits.length,
    channel: notifications.channel,
    returnUrl: storefront.returnUrls.placed,
  }
}

function payoutsOf({ options }: OnchainModuleService): OnchainSetup["payouts"] {
  const { approval, limits } = options.payouts
  return {
    is_on: options.payoutApiKey !== undefined,
    approval,
    limits: limits.map((limit) => ({
      token: limit.token,
      network_id: limit.networkId ?? null,
      canonical_asset_id: limit.canonicalAssetId ?? null,
      per_withdrawal: limit.perWithdrawal ?? null,
      per_day: limit.perDay ?? null,
    })),
  }
}

/** The store starts without our provider when nobody added it to the payment module. */
async function listProviders(container: MedusaContainer): Promise<string[]> {
  const providers = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ is_enabled: true }, { select: ["id"], take: null })
  return providers.map(({ id }) => id).filter(isOwnProvider)
}

/** Prices every rail in the currencies of the enabled regions, as a checkout does. */
async function listCurrencies(
  onchain: Pick<OnchainModuleService, "priceRails">,
  regions: readonly EnabledRegion[]
): Promise<OnchainSetupCurrency[]> {
  const codes = [...new Set(regions.map(({ currencyCode }) => currencyCode))]
  return Promise.all(
    codes.map(async (code) => ({
      code,
      regions: regions.filter(({ currencyCode }) => currencyCode === code).map(({ name }) => name),
      rails: await listRails(onchain, code),
    }))
  )
}

/** Without the catalog there are no rails; the step of the keys says why. */
async function listRails(
  onchain: Pick<OnchainModuleService, "priceRails">,
  currencyCode: string
): Promise<OnchainSetupCurrency["rails"]> {
  const found = await unlessUnreachable(() => onchain.priceRails(currencyCode))
  if (!found) return []
  const unpriced = { price: null, source: null, as_of: null }
  return [
    ...found.priced.map(({ id, network, token, rate }) => ({
      id,
      network_name: network.name ?? network.networkId,
      token: token.token,
      price: rate.price,
      source: rate.source,
      as_of: new Date(rate.asOfMs).toISOString(),
      reason: null,
    })),
    ...found.unavailable.map(({ rail: { id, network, token }, reason }) => ({
      id,
      network_name: network.name ?? network.networkId,
      token: token.token,
      ...unpriced,
      reason,
    })),
  ]
}

/** Names of the offered networks without links to transactions; null while the catalog cannot be read. */
async function listWithoutExplorer(
  { catalog, options }: Pick<OnchainModuleService, "catalog" | "options">,
  { checks }: OnchainHealthResponse
): Promise<string[] | null> {
  if (!checks.some(({ id, status }) => id === "gateway" && status === "ok")) return null
  const read = await unlessUnreachable(() => catalog.get())
  if (!read) return null
  const { explorers, environment, rails: rules } = options
  const { networks, tokens } = read
  const offered = listRailOptions({ networks, tokens, rules, environment }).filter(
    ({ network: { networkId } }) => explorerLinks({ explorers }, { networkId, txHash: "0" }).tx_url === null
  )
  return [...new Set(offered.map(({ network: { name, networkId } }) => name ?? networkId))]
}

async function unlessUnreachable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await inTime(read(), PATIENCE_MS)
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}
