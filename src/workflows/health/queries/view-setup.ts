import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { judgePayoutUsers } from "../../../domain/health/attention"
import { countStepsLeft, listSetupSteps } from "../../../domain/health/setup-steps"
import { isLocalAddress, WEBHOOK_PATH, webhookAddress } from "../../../domain/inbox/delivery"
import { explorerLinks } from "../../person-names"
import { listRailOptions, type RailOption } from "../../../domain/payment/rails"
import { isTestNetwork } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import { type Facts, isAnswer, PATIENCE_MS } from "../../../modules/onchain/health/facts"
import { listEffectiveOptions } from "../../../modules/onchain/options/effective-options"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import { inTime } from "../../../modules/onchain/work/claim"
import type OnchainModuleService from "../../../modules/onchain/service"
import type { OnchainSetup, OnchainSetupCurrency } from "../../../types/http"
import { readHealth } from "../check-health"

/**
 * The setup of the store as steps, with what each needs: addresses and ids to copy, prices by currency, options.
 *
 * @param request.origin scheme and host under which the admin is open
 */
export async function viewSetup(
  container: MedusaContainer,
  request: { origin: string }
): Promise<OnchainSetup> {
  const { options } = container.resolve("onchain")
  const { payouts, environment } = options
  const [{ facts, health }, providers] = await Promise.all([readHealth(container), listProviders(container)])
  const lacking_networks = await readLackingNetworks(container, facts)
  const currencies = currenciesOf(facts)
  const { last_accepted_at, last_rejected: last_refused } = health.webhooks
  const steps = listSetupSteps(
    {
      ...{ environment, providers, lastAcceptedAt: last_accepted_at, lastRefused: last_refused },
      regions: facts.regions.map(({ name }) => name),
      currencies: currencies.map(({ code, rails }) => ({
        code,
        rails: rails.filter(({ price }) => price !== null).length,
      })),
      networksWithoutExplorer: networksWithoutExplorer(facts),
      hasPayoutKey: options.payoutApiKey !== undefined,
      users: judgePayoutUsers(
        payouts,
        facts.users.map(({ id }) => id)
      ),
      allowedUsers: payouts.allowedUsers.length,
      limits: payouts.limits.length,
      channel: options.notifications.channel,
      returnUrl: options.storefront.returnUrls.placed,
    },
    health.checks
  )
  const stepsLeft = countStepsLeft(steps)
  const url = webhookAddress(options, request) ?? WEBHOOK_PATH
  return {
    status: stepsLeft === 0 ? "ready" : "incomplete",
    steps_left: stepsLeft,
    ...{ environment, steps, currencies, lacking_networks, payout_users: facts.users },
    webhook: {
      url,
      is_local: isLocalAddress(url),
      can_test: environment === "sandbox",
      ...{ last_accepted_at, last_refused },
    },
    payouts: {
      is_on: options.payoutApiKey !== undefined,
      approval: payouts.approval,
    },
    options: listEffectiveOptions(options),
    health: {
      status: health.status,
      problems: health.checks.filter(({ status }) => status !== "ok").length,
    },
  }
}

/** What a live store cannot use is left out. */
async function readLackingNetworks(
  container: MedusaContainer,
  { catalog, options: { environment } }: Facts
): Promise<OnchainSetup["lacking_networks"]> {
  if (!isAnswer(catalog)) return null
  const { lackingNetworks } = container.resolve("onchain")
  const found = await inTime(lackingNetworks(catalog.networks), PATIENCE_MS).catch((error: unknown) => {
    if (error instanceof GatewayError) return null
    throw error
  })
  return (
    found
      ?.filter(({ network }) => environment === "sandbox" || !isTestNetwork(network))
      .map(({ network: { networkId: id, name }, tokens }) => ({ id, name: name ?? id, tokens })) ?? null
  )
}

/** The store starts without our provider when nobody added it to the payment module. */
async function listProviders(container: MedusaContainer): Promise<string[]> {
  const providers = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ is_enabled: true }, { select: ["id"], take: null })
  return providers.map(({ id }) => id).filter(isOwnProvider)
}

/** Every rail in the currencies of the enabled regions, priced as at a checkout; none without the catalog. */
function currenciesOf({ regions, prices }: Facts): OnchainSetupCurrency[] {
  const codes = [...new Set(regions.map(({ currencyCode }) => currencyCode))]
  return codes.map((code) => {
    const found = prices.find((one) => one.code === code)?.found ?? "slow"
    return {
      code,
      regions: regions.filter(({ currencyCode }) => currencyCode === code).map(({ name }) => name),
      rails: isAnswer(found) ? railsOf(found) : [],
    }
  })
}

type Rails = OnchainSetupCurrency["rails"]

function railsOf({ priced, unavailable }: Awaited<ReturnType<OnchainModuleService["priceRails"]>>): Rails {
  const named = ({ id, network, token }: RailOption) => ({
    id,
    network_name: network.name ?? network.networkId,
    token: token.token,
  })
  return [
    ...priced.map((rail) => ({
      ...named(rail),
      price: rail.rate.price,
      source: rail.rate.source,
      reason: null,
    })),
    ...unavailable.map(({ rail, reason }) => ({ ...named(rail), price: null, source: null, reason })),
  ]
}

/** The offered networks without links to transactions, by name; null while the catalog cannot be read. */
function networksWithoutExplorer({ catalog, options }: Facts): string[] | null {
  if (!isAnswer(catalog)) return null
  const { explorers, environment, rails: rules } = options
  const { networks, tokens } = catalog
  const offered = listRailOptions({ networks, tokens, rules, environment }).filter(
    ({ network: { networkId } }) => explorerLinks({ explorers }, { networkId, txHash: "0" }).tx_url === null
  )
  return [...new Set(offered.map(({ network: { name, networkId } }) => name ?? networkId))]
}
