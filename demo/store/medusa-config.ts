import { defineConfig } from "@medusajs/framework/utils"
import { resolve } from "node:path"
import { admin, colleague } from "./accounts"

const repository = resolve(__dirname, "..", "..")
const { env } = process
/** Where the payment page sends the shopper. */
const shop = env.STORE_CORS

/** Of one token, in major units. */
const prices = {
  usd: { USDC: "1", USDT: "1", ETH: "2500", BNB: "600", SOL: "150", XLM: "0.25" },
  eur: { USDC: "0.92", USDT: "0.92", ETH: "2300", BNB: "552", SOL: "138", XLM: "0.23" },
}

const plugin = {
  resolve: "medusa-payment-onchain",
  options: {
    environment: "sandbox",
    baseUrl: env.ONCHAIN_BASE_URL,
    businessId: env.ONCHAIN_BUSINESS_ID,
    apiKey: env.ONCHAIN_API_KEY,
    payoutApiKey: env.ONCHAIN_PAYOUT_API_KEY,
    webhookSecrets: [env.ONCHAIN_WEBHOOK_SECRET],
    placeOrder: "before_payment",
    // Invented prices, so the demo works offline.
    rates: { sources: [{ kind: "fixed", prices }] },
    checkout: { name: "Lumen & Loam", accentColor: "#1d5a49" },
    storefront: {
      origins: shop ? [shop] : [],
      returnUrls: { placed: shop ? `${shop}/orders/{order_id}` : null },
    },
    // One of them confirms a payout and the other approves it. Settings > Crypto payments shows the ids.
    payouts: { approval: "second_user", allowedUsers: [admin.id, colleague.id] },
    // A webhook that fails for good is seen within ten seconds, when the job repeats it.
    tuning: { deliveryAttempts: 2 },
  },
}

const payment = {
  resolve: "@medusajs/medusa/payment",
  // The provider finds the plugin's module through this line, beside `options` and not inside it.
  dependencies: ["onchain"],
  options: { providers: [{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }] },
}

/** The dashboard reads the plugin's screens from its sources once it is opened, and `npm run dev` updates open pages. */
const fromSources = (folder: string) => ({ sources: [folder], plugins: ["@medusajs/draft-order/admin"] })

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
    ...(env.ADMIN_SOURCES && fromSources(env.ADMIN_SOURCES)),
    // The demo runs inside the plugin's repository, so Vite has to read node_modules above the store.
    vite: () => ({ server: { fs: { allow: [repository] } } }),
  },
  plugins: [plugin],
  modules: [payment],
})
