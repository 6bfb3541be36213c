import { join } from "node:path"
import { defineConfig } from "@medusajs/framework/utils"

const { env } = process

/** Overrides for any option of the plugin, as JSON, for tests of one setting. */
const { payouts, ...overrides }: Record<string, object> = JSON.parse(env.ONCHAIN_OPTIONS_JSON ?? "{}")

const options = {
  environment: "sandbox",
  baseUrl: env.ONCHAIN_BASE_URL,
  businessId: env.ONCHAIN_BUSINESS_ID,
  apiKey: env.ONCHAIN_API_KEY,
  payoutApiKey: env.ONCHAIN_PAYOUT_API_KEY,
  webhookSecrets: env.ONCHAIN_WEBHOOK_SECRETS?.split(","),
  placeOrder: env.ONCHAIN_PLACE_ORDER,
  // The merchant of the stories, whose id is known before the store starts.
  payouts: { allowedUsers: ["user_merchant"], ...payouts },
  ...overrides,
}

/** A test store, configured by environment variables. */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: env.STORE_CORS ?? "http://localhost:8000",
      adminCors: env.ADMIN_CORS ?? "http://localhost:9000",
      authCors: env.AUTH_CORS ?? "http://localhost:9000",
      jwtSecret: "test",
      cookieSecret: "test",
      compression: { enabled: env.ONCHAIN_COMPRESSION === "true", threshold: 0 },
    },
    // In production a session's cookie needs https, which tests do not have.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { disable: env.ENABLE_ADMIN !== "true" },
  plugins: [{ resolve: "medusa-payment-onchain", options }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["onchain"],
      options: { providers: [{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }] },
    },
    ...(env.NOTIFICATIONS === "recording"
      ? [
          {
            resolve: "@medusajs/medusa/notification",
            options: {
              providers: [
                {
                  resolve: join(process.cwd(), "integration-tests/http/support/recording-notifications.ts"),
                  id: "recording",
                  options: { channels: ["email"] },
                },
              ],
            },
          },
        ]
      : []),
    // The platform reads this configuration before that variable, and would omit the module.
    ...(env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
  ],
})
