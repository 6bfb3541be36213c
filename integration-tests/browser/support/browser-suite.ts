import type { Browser } from "playwright-core"
import { openBrowser } from "./browser"
import { watchConsole } from "./console-watch"
import { Operator } from "./operator"
import { openShop, type Shop } from "./shop"

/** What a story has at hand. */
export type BrowserStory = { shop: Shop; operator: Operator; complaints: string[] }

/**
 * Runs stories in Chromium against one store built for production. Each has a browser context of its own, signed in;
 * after each, the console has no complaint that the story did not take away.
 */
export function browserSuite(name: string, stories: (story: BrowserStory) => void): void {
  describe(name, () => {
    const story = {} as BrowserStory
    let browser: Browser
    let session: Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>

    beforeAll(async () => {
      ;[story.shop, browser] = await Promise.all([openShop(), openBrowser()])
      const context = await browser.newContext()
      await new Operator(await context.newPage(), story.shop.origin).logIn()
      session = await context.storageState()
      await context.close()
    }, 600_000)
    afterAll(async () => {
      await browser?.close()
      await story.shop?.stop()
    }, 60_000)

    beforeEach(async () => {
      const context = await browser.newContext({
        storageState: session,
        viewport: { width: 1280, height: 860 },
      })
      // Nothing leaves the machine: pictures of products are elsewhere.
      await context.route(
        ({ origin }) => origin !== story.shop.origin,
        (route) => route.fulfill({ status: 204 })
      )
      const page = await context.newPage()
      story.complaints = watchConsole(page)
      story.operator = new Operator(page, story.shop.origin)
    })
    afterEach(async () => {
      await story.operator.page.context().close()
      expect(story.complaints).toEqual([])
    })

    stories(story)
  })
}
