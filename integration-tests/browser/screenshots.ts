/**
 * `npm run screenshots`: pictures of every dashboard screen of the plugin and of the payment page, in `screenshots/`, which git
 * ignores. The store is a production build; deposits are mocked, so that every state is covered.
 */
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { installSelf } from "../../scripts/package/install-self"
import { startPostgres } from "../../scripts/postgres"
import { takeCheckoutPictures } from "./checkout/checkout-pictures"
import { takeRefundPictures } from "./checkout/refund-pictures"
import { openBrowser } from "./support/browser"
import { Operator } from "./support/operator"
import { signUp } from "./support/review"
import { settle } from "./support/settle"
import { openShop } from "./support/shop"
import { placeUnpaid } from "./support/unallocated"
import { openScene, type Scene, scenes } from "./fixtures/scenes"

const folder = join(process.cwd(), "screenshots")
const SIZES = {
  /** The whole drawer in one picture. */
  tall: { width: 1280, height: 1500 },
  narrow: { width: 390, height: 844 },
}

async function main(pattern: RegExp): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const browser = await openBrowser()
  try {
    await takeCheckoutPictures(browser, folder, pattern)
    await takeRefundPictures(browser, folder, pattern)
    const wanted = scenes.filter(({ name }) => pattern.test(name))
    if (wanted.length > 0) await takeDashboardPictures(browser, wanted)
  } finally {
    await browser.close()
  }
  console.log(`The pictures are in ${folder}`)
}

async function takeDashboardPictures(browser: Browser, wanted: readonly Scene[]): Promise<void> {
  await installSelf()
  const postgres = await startPostgres()
  Object.assign(process.env, postgres.env)
  const shop = await openShop()
  try {
    const first = await browser.newContext()
    await new Operator(await first.newPage(), shop.origin).logIn()
    const storageState = await first.storageState()
    const { orderId } = await placeUnpaid(shop)
    const { account } = await signUp(shop)
    const ids = { orderId, customerId: account?.customerId ?? "" }
    const take = async (scene: Scene) => {
      const context = await browser.newContext({ storageState, viewport: SIZES[scene.size] })
      try {
        const page = await context.newPage()
        await openScene(new Operator(page, shop.origin), scene, ids)
        await settle(page)
        await page.screenshot({ path: join(folder, `${scene.name}.png`) })
      } finally {
        await context.close()
      }
      console.log(`${scene.name}.png`)
    }
    const failed: string[] = []
    for (const scene of wanted) {
      await take(scene).catch((error: unknown) => {
        console.error(scene.name, error)
        failed.push(scene.name)
      })
    }
    if (failed.length > 0) throw new Error(`Not taken: ${failed.join(", ")}`)
  } finally {
    await shop.stop()
    await postgres.stop()
  }
}

main(new RegExp(process.argv[2] ?? "")).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
