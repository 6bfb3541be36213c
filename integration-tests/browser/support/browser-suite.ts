import type { Browser, BrowserContext } from "playwright-core"
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
}

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>

/**
 * Runs stories in Chromium against one store built for production. Each has its own browser context, signed
 * in; after each, the console has no message that the story did not expect.
 */
export function browserSuite(name: string, stories: (story: BrowserStory) => void): void {
  describe(name, () => {
    const story = {} as BrowserStory
    let browser: Browser
    let session: Session
    let colleagueSession: Session
    const opened: BrowserContext[] = []

    /** Signs a user in. @returns the state of their browser */
    const signIn = async (login: typeof LOGIN): Promise<Session> => {
      const context = await browser.newContext()
      await new Operator(await context.newPage(), story.shop.origin).logIn(login)
      const state = await context.storageState()
      await context.close()
      return state
    }
    const open = async (storageState: Session) => {
      const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 860 } })
      opened.push(context)
      // No request leaves the machine: product pictures are external.
      await context.route(
        ({ origin }) => origin !== story.shop.origin,
        (route) => route.fulfill({ status: 204 })
      )
      return context.newPage()
    }

    beforeAll(async () => {
      ;[story.shop, browser] = await Promise.all([openShop(), openBrowser()])
      session = await signIn(LOGIN)
      colleagueSession = await signIn(COLLEAGUE)
    }, 600_000)
    afterAll(async () => {
      await browser?.close()
      await story.shop?.stop()
    }, 60_000)

    beforeEach(async () => {
      const page = await open(session)
      story.complaints = watchConsole(page)
      story.operator = new Operator(page, story.shop.origin)
      story.colleague = async () => new Operator(await open(colleagueSession), story.shop.origin)
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((context) => context.close()))
      expect(story.complaints).toEqual([])
    })

    stories(story)
  })
}
