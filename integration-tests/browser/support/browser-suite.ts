import type { Browser, BrowserContext, Cookie, Page } from "playwright-core"
import { openBrowser } from "./browser"
import { watchConsole } from "./console-watch"
import { Operator } from "./operator"
import { COLLEAGUE, LOGIN, openShop, type Shop } from "./shop"

/** Tools of a story. */
export type BrowserStory = {
  shop: Shop
  operator: Operator
  complaints: string[]
  /** Another signed-in user with a separate dashboard. */
  colleague: () => Promise<Operator>
  /** A shopper in a browser of their own. */
  guest: () => Promise<Page>
}

/** The browser of one user, with the cookies it had after signing in. */
type Seat = { context: BrowserContext; cookies: Cookie[] }

/**
 * Runs stories in Chromium against one store built for production. Each starts signed in, in a browser that
 * remembers nothing but the files of the dashboard; after each, the console has no message that the story did
 * not expect.
 */
export function browserSuite(name: string, stories: (story: BrowserStory) => void): void {
  describe(name, () => {
    const story = {} as BrowserStory
    let browser: Browser
    let seats: { operator: Seat; colleague: Seat }
    const guests: BrowserContext[] = []

    const signIn = async (login: typeof LOGIN): Promise<Seat> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
      const page = await context.newPage()
      await new Operator(page, story.shop.origin).logIn(login)
      await page.close()
      return { context, cookies: await context.cookies() }
    }
    const open = async ({ context }: Seat) => new Operator(await context.newPage(), story.shop.origin)

    beforeAll(async () => {
      ;[story.shop, browser] = await Promise.all([openShop(), openBrowser()])
      seats = { operator: await signIn(LOGIN), colleague: await signIn(COLLEAGUE) }
    }, 600_000)
    afterAll(async () => {
      await browser?.close()
      await story.shop?.stop()
    }, 60_000)

    beforeEach(async () => {
      story.operator = await open(seats.operator)
      story.complaints = watchConsole(story.operator.page)
      story.colleague = () => open(seats.colleague)
      story.guest = async () => {
        const context = await browser.newContext()
        guests.push(context)
        return context.newPage()
      }
    })
    afterEach(async () => {
      for (const guest of guests.splice(0)) await guest.close()
      await Promise.all([seats.operator, seats.colleague].map(restore))
      expect(story.complaints).toEqual([])
    })

    stories(story)
  })
}

/** Closes the pages of a story, and forgets what they stored. */
async function restore({ context, cookies }: Seat): Promise<void> {
  for (const page of context.pages()) {
    // A story that failed early has opened nothing.
    if (page.url() !== "about:blank") await page.evaluate("localStorage.clear()")
    await page.close()
  }
  await context.clearCookies()
  await context.addCookies(cookies)
}
