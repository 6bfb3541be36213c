import { listUnknownRails } from "../../domain/rail-option"
import { GatewayError } from "../../gateway/client/errors"
import type { CatalogSnapshot } from "../../gateway/client/catalog"
import type OnchainModuleService from "./service"

/** One finding about the setup, in plain words, with what to do. */
export type SetupCheck = { id: string; status: "ok" | "warning" | "error"; message: string }

/** Checks everything that can be known without Medusa's own data: the gateway, the catalog, the keys. */
export async function checkSetup(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  return [...(await checkCatalog(onchain)), checkPayouts(onchain), checkWebhooks(onchain)]
}

async function checkCatalog(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  try {
    const catalog = await onchain.catalog.refresh()
    return [
      { id: "gateway", status: "ok", message: "The gateway answers and accepts apiKey." },
      checkRails(onchain, catalog),
      checkEnvironment(onchain, catalog),
      await checkQuotable(onchain),
    ]
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [{ id: "gateway", status: "error", message: gatewayAdvice(error) }]
  }
}

function gatewayAdvice(error: GatewayError): string {
  if (error.status === 401)
    return "The gateway does not know apiKey. Copy the standard API key of this environment."
  if (error.status === 403) return "apiKey may not do this. It must be the standard key, not the payout key."
  if (error.status === 404)
    return "The gateway has no catalog at baseUrl. It must end in the version path, such as /api/v1."
  return `The gateway at baseUrl cannot be used: ${error.message}`
}

function checkRails({ options }: OnchainModuleService, { tokens }: CatalogSnapshot): SetupCheck {
  const unknown = listUnknownRails(options.rails, tokens)
  if (unknown.length === 0)
    return { id: "rails", status: "ok", message: "Every rail of the allow-list is in the catalog." }
  return {
    id: "rails",
    status: "error",
    message: `Not in the gateway's catalog: ${unknown.join(", ")}. Correct chain, networkId and token, or remove them.`,
  }
}

function checkEnvironment({ options }: OnchainModuleService, { networks }: CatalogSnapshot): SetupCheck {
  const isOnlyTests =
    networks.length > 0 && networks.every((n) => n.environment !== undefined && n.environment !== "live")
  if (options.environment === "live" && isOnlyTests) {
    return {
      id: "environment",
      status: "error",
      message: `environment is "live", but apiKey and baseUrl reach a catalog of test networks only. Use the live key and address.`,
    }
  }
  return {
    id: "environment",
    status: "ok",
    message: `The catalog fits environment "${options.environment}".`,
  }
}

async function checkQuotable(onchain: OnchainModuleService): Promise<SetupCheck> {
  const { quotes } = await onchain.quoteRails({ fiatAmount: "1", currencyCode: "usd" })
  if (quotes.length > 0)
    return { id: "rates", status: "ok", message: `${quotes.length} rails can be priced in usd.` }
  return {
    id: "rates",
    status: "warning",
    message:
      "No rail can be priced in usd. Add prices under rates.fixed, or a rates.source, for the currencies you sell in.",
  }
}

function checkPayouts({ options }: OnchainModuleService): SetupCheck {
  if (options.payoutApiKey) return { id: "payouts", status: "ok", message: "A payout key is set." }
  return {
    id: "payouts",
    status: "warning",
    message: "payoutApiKey is not set: everything that moves money out is off.",
  }
}

function checkWebhooks({ webhooks }: OnchainModuleService): SetupCheck {
  const { lastAcceptedAt, lastRejected } = webhooks.counts
  if (lastRejected && (!lastAcceptedAt || lastRejected.at > lastAcceptedAt)) {
    return {
      id: "webhooks",
      status: "warning",
      message: `The last webhook was refused: ${lastRejected.reason}. Compare webhookSecrets with the service's dashboard.`,
    }
  }
  if (lastAcceptedAt)
    return {
      id: "webhooks",
      status: "ok",
      message: `Last webhook accepted at ${lastAcceptedAt.toISOString()}.`,
    }
  return {
    id: "webhooks",
    status: "warning",
    message:
      "No webhook has arrived since this process started. The service must post to /hooks/onchain of this server.",
  }
}
