import { defineConfig } from "@medusajs/framework/utils"
import { resolve } from "node:path"
import { startMonitor } from "./monitor"

const { env } = process

// Only the server is measured: migrations and scripts read this file too.
if (process.argv.includes("start") && env.BENCH_MONITOR_PORT) startMonitor(Number(env.BENCH_MONITOR_PORT))

const hasPlugin = env.BENCH_WITHOUT_PLUGIN !== "true"

const plugin = {
  resolve: "medusa-payment-onchain",
  options: {
    environment: "sandbox",
    baseUrl: env.ONCHAIN_BASE_URL,
    businessId: env.ONCHAIN_BUSINESS_ID,
    apiKey: env.ONCHAIN_API_KEY,
    webhookSecrets: [env.ONCHAIN_WEBHOOK_SECRET],
  },
}
const peerProvider = { resolve: resolve(__dirname, "..", "peer-provider"), id: "default" }
const ownProvider = { resolve: "medusa-payment-onchain/providers/onchain", id: "default" }

/** A store with both payment paths: ours, and the stock path with a provider that only answers. */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: env.STORE_CORS ?? "",
      adminCors: env.ADMIN_CORS ?? "",
      authCors: env.AUTH_CORS ?? "",
      jwtSecret: env.JWT_SECRET,
      cookieSecret: env.COOKIE_SECRET,
    },
  },
  admin: { disable: env.DISABLE_ADMIN === "true" },
  plugins: hasPlugin ? [plugin] : [],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: hasPlugin ? ["onchain"] : [],
      options: { providers: hasPlugin ? [ownProvider, peerProvider] : [peerProvider] },
    },
  ],
})
