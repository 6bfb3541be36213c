import { randomBytes } from "node:crypto"
import type { SandboxAddress } from "./sandbox-process"

export interface StoreEnvironmentOptions {
  databaseUrl: string
  sandbox: SandboxAddress
  storeUrl: string
  storefrontUrl: string
  hasAdmin: boolean
  /** Folder of the plugin's screens, to serve them from their sources. @default the installed plugin's */
  adminSources?: string
}

/** The variables `demo/store/medusa-config.ts` reads. */
export function storeEnvironment(options: StoreEnvironmentOptions): Record<string, string> {
  const { databaseUrl, sandbox, storeUrl, storefrontUrl, hasAdmin, adminSources } = options
  return {
    // In development Medusa serves the dashboard without its own build, which would take half a minute.
    NODE_ENV: "development",
    LOG_LEVEL: "info",
    DATABASE_URL: databaseUrl,
    DISABLE_ADMIN: String(!hasAdmin),
    ...(adminSources && { ADMIN_SOURCES: adminSources }),
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: storeUrl,
    // Users sign in at the admin, customers at the storefront.
    AUTH_CORS: `${storeUrl},${storefrontUrl}`,
    JWT_SECRET: randomBytes(16).toString("hex"),
    COOKIE_SECRET: randomBytes(16).toString("hex"),
    ONCHAIN_BASE_URL: sandbox.url,
    ONCHAIN_BUSINESS_ID: sandbox.credentials.businessId,
    ONCHAIN_API_KEY: sandbox.credentials.apiKey,
    ONCHAIN_PAYOUT_API_KEY: sandbox.credentials.payoutApiKey,
    ONCHAIN_WEBHOOK_SECRET: sandbox.credentials.webhookSecret,
  }
}
