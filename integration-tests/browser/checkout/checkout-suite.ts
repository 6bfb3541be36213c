import type { Browser, BrowserContext, Page } from "playwright-core"
import { ENGLISH } from "../../../src/checkout/view/__tests__/sample-checkout"
import { openBrowser } from "../support/browser"
import { watchConsole } from "../support/console-watch"
import { CheckoutServer } from "./checkout-server"

/** Tools for stories about the payment page. */
export type CheckoutStory = {
  server: CheckoutServer
  page: Page
  context: BrowserContext
  complaints: string[]
  /** Opens the hosted page and waits until its element is live. */
  open: () => Promise<void>
  /** Opens it without JavaScript. */
  openWithoutScript: () => Promise<Page>
  /** Evaluates an expression in the page, with the element's shadow root as `root`. */
  read: (expression: string) => Promise<unknown>
}

/** Runs stories in one Chromium against one server, each with a fresh profile and a clean console. */
export function checkoutSuite(name: string, stories: (story: CheckoutStory) => void): void {
  describe(name, () => {
    const story = {} as CheckoutStory
    let browser: Browser
    let contexts: BrowserContext[] = []

    beforeAll(async () => {
      ;[story.server, browser] = await Promise.all([CheckoutServer.start(), openBrowser()])
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await story.server?.stop()
    }, 60_000)

    beforeEach(async () => {
      story.server.reset(ENGLISH)
      const permissions = ["clipboard-read", "clipboard-write"]
      story.context = await browser.newContext({ viewport: { width: 1280, height: 860 }, permissions })
      contexts = [story.context]
      story.page = await story.context.newPage()
      story.complaints = watchConsole(story.page)
      story.open = async () => {
        await story.page.goto(story.server.pageUrl)
        await story.page.locator("onchain-checkout .live").waitFor()
      }
      story.openWithoutScript = async () => {
        const context = await browser.newContext({
          javaScriptEnabled: false,
          viewport: { width: 390, height: 844 },
        })
        contexts.push(context)
        const page = await context.newPage()
        await page.goto(story.server.pageUrl)
        return page
      }
      story.read = (expression) =>
        story.page.evaluate(
          `(() => { const root = document.querySelector("onchain-checkout").shadowRoot; return ${expression} })()`
        )
    })
    afterEach(async () => {
      for (const context of contexts) await context.close()
      expect(story.complaints).toEqual([])
    })

    stories(story)
  })
}
