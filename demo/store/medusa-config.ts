import { defineConfig } from "@medusajs/framework/utils"
import { resolve } from "node:path"

const repository = resolve(__dirname, "..", "..")
const { env } = process

/** The configuration of the demo store: a merchant's, with the sandbox in place of the service. */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: env.STORE_CORS ?? "",
      adminCors: env.ADMIN_CORS ?? "",
      authCors: env.AUTH_CORS ?? "",
      jwtSecret: env.JWT_SECRET ?? "demo",
      cookieSecret: env.COOKIE_SECRET ?? "demo",
    },
  },
  admin: {
    disable: env.DISABLE_ADMIN === "true",
    // The demo runs inside the plugin's repository, so Vite has to read node_modules above the store.
    vite: () => ({ server: { fs: { allow: [repository] } } }),
  },
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
        placeOrder: "before_payment",
        // The id of a user, as Settings > Crypto payments shows it: only this user moves money out.
        payouts: { allowedUsers: env.ONCHAIN_ALLOWED_USER ? [env.ONCHAIN_ALLOWED_USER] : [] },
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      // The provider finds the plugin's module through this line, beside `options` and not inside it.
      dependencies: ["onchain"],
      options: { providers: [{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }] },
    },
  ],
})
