import { defineConfig } from "@medusajs/framework/utils"

const { env } = process

/** The most common mistake: the payment module does not list our module among its dependencies. */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: { storeCors: "", adminCors: "", authCors: "", jwtSecret: "test", cookieSecret: "test" },
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
        webhookSecrets: env.ONCHAIN_WEBHOOK_SECRETS?.split(","),
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }] },
    },
  ],
})
