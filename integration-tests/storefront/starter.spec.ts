import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { createProgress } from "../../demo/progress"
import { createTeardown } from "../../demo/teardown"
import { claimPort } from "../../scripts/process/port"
import { openBrowser } from "../browser/support/browser"
import { createStoreDatabase } from "../http/support/store-database"
import { type Backend, startBackend } from "./support/backend"
import { Buyer, type Site } from "./support/buyer"
import { serveCompanyBackend } from "./support/company-backend"
import { findStarters, prepareStarter, starterEnvironment } from "./support/starter"

/**
 * Medusa's starters as a merchant uses them: unpacked, changed only by `storefront add`, built for production, and used
 * to buy in Chromium. They are not part of this repository: STARTER_DIR is their location.
 */
const SETUP_TIMEOUT_MS = 1_800_000
const STORY_TIMEOUT_MS = 420_000
const RAILS = ["evm:base-mainnet:USDC", "sol:sol-mainnet:USDC", "stellar:stellar-mainnet:USDC"]
/** The order's page; the B2B starter's has its parts in another order. */
const CONFIRMED = /\/us\/order\/(order_\w+\/confirmed|confirmed\/order_\w+)/
const PHONE = { width: 390, height: 844 }

jest.setTimeout(STORY_TIMEOUT_MS)

describe.each(findStarters(process.env.STARTER_DIR))("the $kind starter after `storefront add`", (found) => {
  const { kind } = found
  const teardown = createTeardown()
  const say = createProgress()
  let startedMs = 0
  let backend: Backend
  let browser: Browser
  let site: Site
  let isFirst = true
  let work: string

  beforeAll(async () => {
    startedMs = Date.now()
    work = mkdtempSync(join(tmpdir(), "onchain-starter-"))
    const { port, release } = await claimPort(8_700)
    teardown.add(release)
    const storefrontUrl = `http://localhost:${port}`
    const env: Record<string, string> = {}
    const starter = await prepareStarter(found, work, env)
    teardown.add(() => starter.stop())
    say("unpacked")

    const database = await createStoreDatabase()
    teardown.add(() => database.drop())
    const installing = starter.install()
    const databaseUrl = database.url
    const starting = startBackend({ databaseUrl, storefrontUrl, kind, logDirectory: work, teardown })
    await Promise.all([
      installing.then(() => say("packages installed")),
      starting.then(() => say("Medusa started")),
    ])
    backend = await starting
    await starter.addCrypto()
    say("storefront add done")

    const { publishableKey } = backend.seed
    let store = backend.url
    if (kind === "B2B") {
      const between = await claimPort(9_600)
      teardown.add(between.release)
      teardown.add(await serveCompanyBackend(between.port, store))
      store = `http://localhost:${between.port}`
    }
    Object.assign(env, starterEnvironment({ store, storefront: storefrontUrl, publishableKey }))
    await starter.build()
    say("next build done")
    await starter.start(port)
    browser = await openBrowser()
    teardown.add(() => browser.close())
    site = {
      storefront: storefrontUrl,
      kind,
      sandbox: backend.sandbox,
      pictures: process.env.STARTER_PICTURES,
    }
  }, SETUP_TIMEOUT_MS)

  afterAll(async () => {
    await teardown.run()
    rmSync(work, { recursive: true, force: true })
  }, SETUP_TIMEOUT_MS)

  const arrive = async (viewport = { width: 1280, height: 860 }) => {
    const context = await browser.newContext({ viewport })
    return Buyer.arrive(context, site)
  }

  const buy = async (buyer: Buyer, rail: string) => {
    await buyer.fillCart("ada@example.com")
    await buyer.chooseCrypto()
    await buyer.placeOrder()
    await buyer.chooseRail(rail)
    await buyer.pay()
    await buyer.returnToShop(CONFIRMED)
    await buyer.expectPayment("Paid")
    await buyer.expectPaymentMethod("Crypto")
  }

  it.each(RAILS)("lets a guest buy on %s, from the catalog to the paid order", async (rail) => {
    await buy(await arrive(), rail)
    if (!isFirst) return
    isFirst = false
    say(`bought: ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes from unpacked to bought`)
  })

  // In the B2B starter an account is an employee of a company, which a blank store does not have.
  if (kind === "DTC")
    it.each(RAILS)(
      "lets a signed-in customer buy on %s and find the paid order in the account",
      async (rail) => {
        const buyer = await arrive()
        await buyer.register(`ada-${rail.replaceAll(":", "-")}@example.com`)
        await buy(buyer, rail)
        await buyer.openLastOrder()
        await buyer.expectPayment("Paid")
      }
    )

  it("shows an unpaid order with a way to pay after Back, after a reload and in another tab", async () => {
    const buyer = await arrive(PHONE)
    await buyer.fillCart("ada@example.com")
    await buyer.chooseCrypto()
    await buyer.placeOrder()

    await buyer.page.goBack()
    await buyer.page.waitForURL(CONFIRMED)
    await buyer.expectPayment("Not paid yet")
    await buyer.picture("order-unpaid-phone")
    await buyer.page.reload()
    await buyer.expectPayment("Not paid yet")

    const orderUrl = buyer.page.url()
    await buyer.openPayment()
    await buyer.page.reload()
    await buyer.chooseRail(RAILS[0] ?? "")
    const other = await Buyer.arrive(buyer.page.context(), site)
    await other.page.goto(orderUrl)
    await other.expectPayment("Not paid yet")
    await buyer.pay()
    // Without a reload.
    await other.expectPayment("Paid")
    await other.expectPaymentMethod("Crypto")
  })

  it("gives no access to the payment to someone who only knows the order's URL", async () => {
    const buyer = await arrive()
    await buyer.fillCart("ada@example.com")
    await buyer.chooseCrypto()
    await buyer.placeOrder()
    await buyer.page.goBack()
    await buyer.page.waitForURL(CONFIRMED)

    const stranger = await arrive()
    await stranger.page.goto(buyer.page.url())
    await stranger.expectPayment("Not paid yet")
    expect(await stranger.at("onchain-pay-link").count()).toBe(0)
    const orderId = /order_\w+/.exec(buyer.page.url())?.[0]
    await stranger.page.goto(`${site.storefront}/api/onchain/${orderId}/pay?country=us`)
    expect(stranger.page.url()).toBe(buyer.page.url())
  })

  it("places the order on the return page with placeOrder after_payment", async () => {
    await backend.restart("after_payment")
    const buyer = await arrive()
    await buyer.fillCart("ada@example.com")
    await buyer.chooseCrypto()
    await buyer.placeOrder()
    await buyer.chooseRail(RAILS[0] ?? "")
    await buyer.returnToShop(/\/us\/onchain\/return\?cart_id=cart_/)
    await buyer.expectPayment("Not paid yet")
    await buyer.picture("return-unpaid")
    await buyer.openPayment()
    await buyer.pay()
    await buyer.returnToShop(/\/us\/(onchain\/return|order)/)
    await buyer.page.waitForURL(CONFIRMED)
    await buyer.expectPayment("Paid")
  })
})
