import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createJsonApi } from "../../demo/shopper/json-api"
import { watchOrders } from "../../demo/shopper/order-watch"
import { purchase } from "../../demo/shopper/purchase"
import { SeedResult } from "../../demo/store/seed-result"
import { createTeardown } from "../../demo/teardown"
import { claimPort } from "../../scripts/process/port"
import { refusedPair, type StorePair, storePairs } from "../../scripts/test/store-pairs"
import { createStoreDatabase } from "../http/support/store-database"
import { onlyPayment, pageOfOrder, pagesOfPlugin, visitDashboard } from "./support/admin-pages"
import { createBlankStore } from "./support/blank-store"
import { sharedCopies } from "./support/installed"
import { packPlugin } from "./support/pack-plugin"
import { startSandbox } from "./support/sandbox"
import { createTimes } from "./support/times"

/**
 * The packed plugin in a blank Medusa store of its own, outside this repository, as a merchant follows the README: once
 * for each pair of a Medusa version, a package manager and a Node. `STORE_PAIRS` chooses by name, and
 * `STORE_KEEP` keeps the folders.
 */
const PAIR_TIMEOUT_MS = 2_400_000
const ADMIN = { email: "admin@example.com", password: "correct horse battery" }
const chosen = new RegExp(process.env.STORE_PAIRS ?? "")
const pairs = storePairs.filter(({ name }) => chosen.test(name))
const hasRefused = chosen.test(refusedPair.name)

jest.setTimeout(PAIR_TIMEOUT_MS)

/** Empty folders for a store and for the output of its commands. */
function openFolders(teardown: ReturnType<typeof createTeardown>) {
  const work = mkdtempSync(join(tmpdir(), "onchain-store-"))
  if (!process.env.STORE_KEEP) teardown.add(() => rmSync(work, { recursive: true, force: true }))
  const [directory, logs] = [join(work, "shop"), join(work, "logs")]
  for (const folder of [directory, logs]) mkdirSync(folder)
  return { work, directory, logs }
}

describe("a blank store", () => {
  const teardown = createTeardown()
  afterEach(() => teardown.run())

  const sells = async (pair: StorePair) => {
    const times = createTimes(pair)
    const { work, directory, logs } = openFolders(teardown)
    const store = createBlankStore(pair, directory, logs)
    teardown.add(() => store.stop())
    const ports = await Promise.all([claimPort(9_900), claimPort(4_900)])
    for (const { release } of ports) teardown.add(release)
    const [port, sandboxPort] = ports.map((claimed) => claimed.port) as [number, number]
    const origin = `http://localhost:${port}`
    const database = await createStoreDatabase("template1")
    teardown.add(() => database.drop())
    teardown.add(() => store.stop())

    await times.step("install", async () => {
      await store.install()
      await store.addPlugin(await packPlugin(work))
    })
    const copies = sharedCopies(directory)
    expect(copies.plugin).toEqual(copies.dashboard)
    expect(copies.dashboard).toContainEqual(expect.stringContaining(`react-router-dom@${pair.router} `))

    const keys = await times.step("sandbox", () => startSandbox(store, sandboxPort, origin))
    const cors = { STORE_CORS: origin, ADMIN_CORS: origin, AUTH_CORS: origin }
    store.setVariables({ DATABASE_URL: database.url, ...cors, ...keys })
    store.configure(true)
    await times.step("migrate", () => store.migrate())
    await times.step("build", () => store.build())
    const seed = await times.step("seed", async () => SeedResult.parse(await store.seed({ admin: ADMIN })))
    const running = await times.step("start", () => store.start(port))

    const sandbox = { origin: new URL(keys.ONCHAIN_BASE_URL ?? "").origin }
    const shop = { storeUrl: origin, seed, sandbox, admin: ADMIN }
    const order = await times.step("buy", () => purchase(shop, times.say))
    expect(order).toMatchObject({ placed_unpaid: true, payment_status: "captured" })

    const pages = pagesOfPlugin(await onlyPayment(origin, ADMIN))
    expect(await times.step("admin", () => visitDashboard(origin, ADMIN, pages))).toEqual([])
    const besideWidget = await visitDashboard(origin, ADMIN, [pageOfOrder(order.order_id, "Crypto payment")])
    await running.stop()

    await times.step("uninstall", async () => {
      await store.removePlugin()
      store.configure(false)
      await store.build()
    })
    await times.step("restart", () => store.start(port))
    const readOrder = await watchOrders(origin, ADMIN)
    expect((await readOrder(order.order_id)).status).toBe("captured")
    await expect(createJsonApi(origin).post("/hooks/onchain", {})).rejects.toThrow("404")
    // Medusa's own page complains about itself in some versions; the widget adds nothing to that.
    const alone = await visitDashboard(origin, ADMIN, [pageOfOrder(order.order_id, "#1")])
    expect(besideWidget).toEqual(alone)
    times.print()
  }

  for (const pair of pairs)
    it(`${pair.name}: installs, sells, shows its pages, and runs on without the plugin`, () => sells(pair))

  if (hasRefused)
    it(`${refusedPair.name}: npm refuses to install the plugin, and names the range`, async () => {
      const { work, directory, logs } = openFolders(teardown)
      const store = createBlankStore(refusedPair, directory, logs)
      teardown.add(() => store.stop())
      await store.resolve()
      const refusal = store.resolve(await packPlugin(work))
      await expect(refusal).rejects.toThrow(
        /ERESOLVE[^]*peer @medusajs\/\w+@">=2\.18\.0 <3" from medusa-payment-onchain/
      )
    })
})
