import type { Page } from "playwright-core"
import { SRC } from "../../../src/checkout/view/__tests__/sample-checkout"
import { sampleCheckout } from "../../../src/types/http/__tests__/sample-checkout"
import { STATES } from "../../../src/checkout/view/__tests__/sample-states"
import { eventually } from "../../http/support/eventually"
import type { CheckoutStory } from "../checkout/checkout-suite"
import { watchConsole } from "../support/console-watch"

/** Slow 3G as in the browser's developer tools; throughput in bytes per second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const BACK_MS = 30_000
const ADDRESS = sampleCheckout().payment.deposit_address ?? ""
const FIRST_PAINT = `performance.getEntriesByName("first-contentful-paint")[0].startTime`
const FOCUSED = `document.querySelector("onchain-checkout").shadowRoot.activeElement?.localName`

/** A payment in two tabs and over a slow network. */
export function checkoutConnectionStories(story: CheckoutStory): void {
  const openedBy = (rail: string) => sampleCheckout(rail.startsWith("sol") ? STATES.solana : {})
  const sends = (tab: Page, network: string) =>
    tab.getByRole("heading", { name: new RegExp(`Send 17.USDC on ${network}`) }).waitFor()
  const addressIn = (tab: Page) =>
    tab.locator("[data-name=address]").first().getAttribute("data-copy", { timeout: 5_000 })
  const choose = async (tab: Page, name: string) => {
    await tab.getByRole("radio", { name }).check()
    await tab.getByRole("button", { name: "Continue" }).click()
  }

  /** Two tabs with the same payment, never reloaded. */
  async function inTwoTabs(run: (tabs: readonly [Page, Page]) => Promise<void>): Promise<void> {
    const { server, page, context, complaints } = story
    const other = await context.newPage()
    const complaintsOfOther = watchConsole(other)
    const tabs = [page, other] as const
    for (const tab of tabs) {
      await tab.goto(server.pageUrl)
      await tab.locator("onchain-checkout .live").waitFor()
      await tab.evaluate("window.isSamePage = true")
    }
    await run(tabs)
    for (const tab of tabs) expect(await tab.evaluate("window.isSamePage")).toBe(true)
    complaints.push(...complaintsOfOther)
  }

  it("shows a choice made in either tab in both, and the payment in both", async () => {
    const { server } = story
    server.attempt = openedBy
    server.show(sampleCheckout(STATES.choose))
    await inTwoTabs(async ([first, second]) => {
      await second.getByRole("radio", { name: "USDC Stellar" }).focus()
      await choose(first, "USDC Base")
      await Promise.all([sends(first, "Base"), sends(second, "Base")])
      expect([await addressIn(first), await addressIn(second)]).toEqual([ADDRESS, ADDRESS])
      // The focused element is gone.
      expect(await second.evaluate(FOCUSED)).toBe("h2")

      for (const tab of [first, second]) await tab.getByRole("link", { name: "Pay another way" }).click()
      await choose(second, "USDC Solana")
      await Promise.all([sends(first, "Solana"), sends(second, "Solana")])
      const said = first.locator("[data-keep]").filter({ hasText: "Send 17\u00a0USDC on Solana" })
      await said.waitFor({ state: "attached" })

      server.show(sampleCheckout(STATES.paid))
      for (const tab of [first, second]) await tab.getByRole("heading", { name: "Paid" }).waitFor()
    })
  })

  it("shows one address in two tabs that choose at once, even if the first answer arrives last", async () => {
    const { server } = story
    const [opening, answering] = [gate(), gate()]
    Object.assign(server, { attempt: openedBy, untilOpened: opening.opened, untilAnswered: answering.opened })
    server.show(sampleCheckout(STATES.choose))
    await inTwoTabs(async ([first, second]) => {
      await choose(first, "USDC Solana")
      await eventually(async () => expect(server.posts).toHaveLength(1))
      await choose(second, "USDC Base")
      await eventually(async () => expect(server.posts).toHaveLength(2))
      opening.open()
      await Promise.all([sends(first, "Base"), sends(second, "Base")])
      const readAgain = [first, second].map((tab) => tab.waitForResponse(`**${SRC}/status`))
      answering.open()
      await Promise.all(readAgain)
      await Promise.all([sends(first, "Base"), sends(second, "Base")])
      expect([await addressIn(first), await addressIn(second)]).toEqual([ADDRESS, ADDRESS])
    })
  })

  it("shows what to pay before the script arrives on a slow network, then upgrades", async () => {
    const { server, page } = story
    const { open, opened } = gate()
    server.untilScript = opened
    server.show(sampleCheckout())
    await slowDown()
    await page.goto(server.pageUrl, { waitUntil: "commit" })
    await sends(page, "Base")
    await page.getByRole("img", { name: "QR code" }).waitFor()
    expect(await page.locator("dd code").first().innerText()).toBe(ADDRESS)
    await page.getByText("Exchange", { exact: true }).click()
    await page.getByText("Paste the address").waitFor()
    expect(await page.locator("onchain-checkout .live").count()).toBe(0)
    open()
    await page.locator("onchain-checkout .live").waitFor({ timeout: BACK_MS })
    expect(await page.getByText("Paste the address").isVisible()).toBe(true)
    server.show(sampleCheckout(STATES.paid))
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: BACK_MS })
    const paintedMs = await page.evaluate<number>(FIRST_PAINT)
    process.stdout.write(`checkout: first contentful paint after ${Math.round(paintedMs)} ms on slow 3G\n`)
  })

  it("is busy while a choice is sent over a slow network, and sends it once", async () => {
    const { server, page } = story
    const { open, opened } = gate()
    Object.assign(server, { attempt: openedBy, untilOpened: opened })
    server.show(sampleCheckout(STATES.choose))
    await story.open()
    await slowDown()
    const button = page.getByRole("button", { name: "Continue" })
    await page.getByRole("radio", { name: "USDC Solana" }).check()
    await button.dblclick()
    await page.locator("button[aria-disabled=true]", { hasText: "Continue" }).waitFor()
    expect(await story.read(SPINNER)).toBe("turn")
    await button.click({ force: true })
    await button.press("Enter")
    await page.getByRole("radio", { name: "USDC Solana" }).press("Enter")
    await eventually(async () => expect(server.posts).toHaveLength(1))
    open()
    await sends(page, "Solana")
    expect(server.posts).toEqual([
      { path: "/attempts", body: JSON.stringify({ rail: "sol:sol-mainnet:USDC" }) },
    ])
  })

  async function slowDown(): Promise<void> {
    const { page, context } = story
    const session = await context.newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW)
  }
}

const SPINNER = `getComputedStyle(root.querySelector("button[aria-disabled=true]"), "::after").animationName`

/** A promise with its resolver. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
