import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@medusajs/framework/pg"
import type { Browser, Page, Response } from "playwright-core"
import { type Demo, startDemo } from "../../demo/environment"
import { fillQueues, LEFT_EMPTY } from "../../demo/queues"
import { createTeardown } from "../../demo/teardown"
import { waitUntil } from "../../scripts/process/wait-until"
import { ATTENTION_KINDS } from "../../src/domain/health/attention"
import { expectGoodPage } from "./support/accessibility"
import { openBrowser } from "./support/browser"
import { watchConsole } from "./support/console-watch"

const guest = {
  email: "grace@example.com",
  first_name: "Grace",
  last_name: "Brook",
  address_1: "5 Pier Road",
  postal_code: "97201",
  city: "Portland",
}

describe("the demo's storefront in Chromium", () => {
  const teardown = createTeardown()
  const logDirectory = mkdtempSync(join(tmpdir(), "onchain-demo-"))
  let demo: Demo
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    teardown.add(() => rmSync(logDirectory, { recursive: true, force: true }))
    const speed = { hasAdmin: false, blockTimeMs: 300 }
    demo = await startDemo({ say: () => undefined, teardown, logDirectory, ...speed })
    browser = await openBrowser()
    teardown.add(() => browser.close())
  }, 600_000)
  afterAll(() => teardown.run(), 60_000)

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
    complaints = watchConsole(page)
    await page.goto(demo.storefrontUrl)
  })
  afterEach(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
  })

  /** Adds two of a variant to the cart and goes to the checkout. */
  async function fillCart(): Promise<void> {
    await page.getByRole("link", { name: /Wool Throw/ }).click()
    await page.getByText("Moss").click()
    await page.getByRole("button", { name: "One more" }).click()
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByRole("link", { name: "Check out" }).click()
    await page.getByRole("button", { name: "Place the order" }).waitFor()
  }

  async function placeOrder(): Promise<void> {
    await page.getByRole("button", { name: "Place the order" }).click()
    await page.getByRole("heading", { name: "Your order is waiting for payment" }).waitFor()
  }

  /** Chooses a network and a token on the payment page, which opens in its own window. */
  async function choose(): Promise<void> {
    const opened = page.waitForEvent("popup")
    await page.getByRole("link", { name: "Pay now" }).click()
    const payment = await opened
    await payment.locator('input[name="rail"][value^="evm:base-mainnet:USDC"]').check()
    await payment.locator('form[data-action="attempt"] button').first().click()
    await payment.getByRole("heading", { name: /^Send .* USDC on Base/ }).waitFor()
    await payment.close()
  }

  const pay = (name: RegExp) => page.getByRole("complementary").getByRole("button", { name }).click()
  const shows = (title: string) => page.getByRole("heading", { name: title }).waitFor()

  /** The service announces no part: a check finds it once it is confirmed, which would come minutes later. */
  async function checkUntilShown(title: string): Promise<void> {
    const client = new Client({ connectionString: demo.databaseUrl })
    await client.connect()
    const heading = page.getByRole("heading", { name: title })
    const check = async () => {
      await client.query("UPDATE onchain_attempt SET next_check_at = now() WHERE next_check_at IS NOT NULL")
      return (await heading.isVisible()) || null
    }
    await waitUntil(title, check, { intervalMs: 1_000 })
    await client.end()
  }

  const expectGoodLook = () => expectGoodPage(page)

  it("a guest orders, pays part, then the rest, and sees the order as paid", async () => {
    await expectGoodLook()
    await fillCart()
    for (const [name, value] of Object.entries(guest)) await page.fill(`[name=${name}]`, value)
    await page.getByText("Express").click()
    await expectGoodLook()
    await placeOrder()
    await choose()
    await pay(/^Underpay ?Sends 96.50 of 193 USDC/)
    await checkUntilShown("Part of your payment has arrived")
    await expectGoodLook()
    await pay(/^Pay ?Sends 96.50 USDC/)
    await shows("Paid. Thank you!")
    await expectGoodLook()
  })

  it("Ada signs in with one click and orders to a saved address", async () => {
    await fillCart()
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click()
    await expectGoodLook()
    await page.getByRole("button", { name: "Sign in as Ada" }).click()
    await page.getByText("77 Ferry Landing").click()
    await placeOrder()
    await page.getByText("77 Ferry Landing").waitFor()
  })

  it("signs Ada in by a link, with a cart that she pays in euros, and finds in her account", async () => {
    await page.goto(`${demo.storefrontUrl}/enter/checkout`)
    await page.getByText("418 Alder Street").waitFor()
    await page.getByRole("button", { name: "EUR" }).click()
    await page.getByText("Lindenweg 12").waitFor()
    await placeOrder()
    await choose()
    await pay(/^Pay ?Sends/)
    await shows("Paid. Thank you!")
    await page.getByRole("banner").getByRole("link", { name: "Ada" }).click()
    await page.getByRole("link", { name: /Order 3.*Paid/ }).waitFor()
    await expectGoodLook()
  })

  it("has an item in every queue of the admin but those of splits, failed withdrawals and money that other items show, which a link opens signed in", async () => {
    const { orderId, payPath } = await fillQueues(demo, () => undefined)
    const read = async (user: string, path: string) =>
      (await page.request.get(`${demo.storefrontUrl}/sign-in/${user}?to=${path}`)).json()
    const { counts } = await read("admin", "/admin/onchain/attention")
    expect(Object.keys(counts).sort()).toEqual([...ATTENTION_KINDS].sort())
    expect(ATTENTION_KINDS.filter((kind) => counts[kind] === 0).sort()).toEqual([...LEFT_EMPTY].sort())
    expect(await read("grace", `/admin/orders/${orderId}`)).toMatchObject({
      order: { payment_status: "captured" },
    })
    await page.goto(`${demo.storeUrl}${payPath}`)
    await page
      .getByText(/^€\d+\.00$/)
      .first()
      .waitFor()
  }, 180_000)

  it("shows Ada her addresses on three networks, each to scan and to copy, and again after the tab was left", async () => {
    const asked: string[] = []
    const isList = (answer: Response) =>
      answer.url().endsWith("/store/onchain/addresses") && answer.request().method() === "GET"
    page.on("response", (answer) => {
      if (isList(answer)) asked.push(String(answer.status()))
    })
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto(`${demo.storefrontUrl}/enter/account`)
    const list = page.getByRole("region", { name: "Your crypto addresses" })
    const cards = list.getByRole("listitem")
    for (const network of ["Base", "Ethereum", "Solana"])
      await cards.getByRole("heading", { name: new RegExp(network) }).waitFor()
    expect(await cards.count()).toBe(3)
    expect(await list.getByRole("img", { name: /^QR code of your address on/ }).count()).toBe(3)
    await list.getByText(/^Send only .*USDC.* on .*Solana/).waitFor()
    await cards.last().getByRole("button").click()
    await cards.last().getByText("Copied").waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(await cards.last().locator("code").innerText()).toBe(copied)
    await expectGoodLook()
    const before = asked.length
    // A list that is ten seconds old is read again.
    await page.waitForTimeout(10_000)
    const readAgain = page.waitForResponse(isList)
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await readAgain
    await list.getByRole("img").nth(2).waitFor()
    expect(asked.length).toBe(before + 1)
    expect(new Set(asked)).toEqual(new Set(["200"]))
  })
})
