import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createJsonApi, type JsonApi } from "../../../demo/shopper/json-api"
import { startSandboxProcess } from "../../../demo/sandbox-process"
import { SeedResult } from "../../../demo/store/seed-result"
import type { Teardown } from "../../../demo/teardown"
import { installSelf } from "../../../scripts/package/install-self"
import { claimPort } from "../../../scripts/process/port"
import { createStore } from "../../../scripts/store"
import type { StarterKind } from "./starter"

const BLOCK_TIME_MS = 500

/** A Medusa store with the packed plugin and its sandbox. */
export type Backend = {
  url: string
  seed: SeedResult
  /** Controls of the sandbox. */
  sandbox: JsonApi
  /** Restarts the store with the other `placeOrder`. */
  restart: (placeOrder: PlaceOrder) => Promise<void>
}

/**
 * @param databaseUrl URL of a migrated database
 * @param storefrontUrl return URL of the payment page
 */
export async function startBackend(options: {
  databaseUrl: string
  storefrontUrl: string
  kind: StarterKind
  logDirectory: string
  teardown: Teardown
}): Promise<Backend> {
  const { databaseUrl, storefrontUrl, kind, logDirectory, teardown } = options
  const packageDirectory = await installSelf()
  const ports = await Promise.all([claimPort(9_700), claimPort(4_700)])
  for (const { release } of ports) teardown.add(release)
  const [port, sandboxPort] = ports.map((claimed) => claimed.port) as [number, number]
  const url = `http://localhost:${port}`
  const sandbox = await startSandboxProcess({
    packageDirectory,
    port: sandboxPort,
    webhookUrl: `${url}/hooks/onchain`,
    blockTimeMs: BLOCK_TIME_MS,
    logDirectory,
  })
  teardown.add(() => sandbox.process.stop())
  const optionsOf = (placeOrder: PlaceOrder) => ({
    ONCHAIN_OPTIONS_JSON: JSON.stringify(pluginOptions(storefrontUrl, kind, placeOrder)),
  })
  const store = createStore({
    configFile: join(process.cwd(), "integration-tests", "medusa-config.ts"),
    logDirectory,
    env: {
      NODE_ENV: "development",
      DATABASE_URL: databaseUrl,
      STORE_CORS: storefrontUrl,
      AUTH_CORS: storefrontUrl,
      ONCHAIN_BASE_URL: sandbox.url,
      ONCHAIN_BUSINESS_ID: sandbox.credentials.businessId,
      ONCHAIN_API_KEY: sandbox.credentials.apiKey,
      ONCHAIN_PAYOUT_API_KEY: sandbox.credentials.payoutApiKey,
      ONCHAIN_WEBHOOK_SECRETS: sandbox.credentials.webhookSecret,
      ...optionsOf("before_payment"),
    },
  })
  teardown.add(() => store.close())
  const seedFile = join(logDirectory, "seed.json")
  await store.exec(join(process.cwd(), "demo", "store", "seed-script.ts"), ["{}", seedFile])
  let running = await store.start(port)
  return {
    url,
    seed: SeedResult.parse(JSON.parse(readFileSync(seedFile, "utf8"))),
    sandbox: createJsonApi(`${sandbox.origin}/_sandbox`),
    async restart(placeOrder) {
      await running.stop()
      running = await store.start(port, optionsOf(placeOrder))
    },
  }
}

type PlaceOrder = "before_payment" | "after_payment"

/** As docs/developers/storefront.md says. */
function pluginOptions(storefrontUrl: string, kind: StarterKind, placeOrder: PlaceOrder): object {
  const order = kind === "B2B" ? "order/confirmed/{order_id}" : "order/{order_id}/confirmed"
  const returnPage = `${storefrontUrl}/{country_code}/onchain/return?cart_id={cart_id}`
  return {
    placeOrder,
    storefront: {
      origins: [storefrontUrl],
      returnUrls: {
        placed: `${storefrontUrl}/{country_code}/${order}`,
        ...(placeOrder === "after_payment" && { paid: returnPage }),
        cancelled: returnPage,
      },
    },
  }
}
