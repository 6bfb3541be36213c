import { defineConfig } from "@medusajs/framework/utils"
import { redisModules } from "./redis-modules"

const { env } = process

/** The store of a run: a merchant's configuration, with waits short enough for a run of minutes. */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    ...(env.POOL_SIZE && { databaseDriverOptions: { pool: { min: 0, max: Number(env.POOL_SIZE) } } }),
    http: {
      storeCors: env.STORE_CORS ?? "",
      adminCors: env.ADMIN_CORS ?? "",
      authCors: env.AUTH_CORS ?? "",
      jwtSecret: env.JWT_SECRET,
      cookieSecret: env.COOKIE_SECRET,
    },
  },
  admin: { disable: true },
  plugins: [
    {
      resolve: "medusa-payment-onchain",
      options: {
        environment: "sandbox",
        baseUrl: env.ONCHAIN_BASE_URL,
        businessId: env.ONCHAIN_BUSINESS_ID,
        apiKey: env.ONCHAIN_API_KEY,
        payoutApiKey: env.ONCHAIN_PAYOUT_API_KEY,
        webhookSecrets: [env.ONCHAIN_WEBHOOK_SECRET],
        ...JSON.parse(env.ONCHAIN_OPTIONS_JSON ?? "{}"),
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["onchain"],
      options: { providers: [{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }] },
    },
    ...(env.REDIS_URL ? redisModules(env.REDIS_URL) : []),
  ],
})
