import { SRC } from "../../../src/checkout/view/__tests__/sample-checkout"
import { sampleCheckout } from "../../../src/types/http/__tests__/sample-checkout"
import { OPTIONS, STATES } from "../../../src/checkout/view/__tests__/sample-states"
import { eventually } from "../../http/support/eventually"
import type { CheckoutStory } from "../checkout/checkout-suite"

const SAID = "root.querySelector('[data-keep]').textContent"

/** Changes while the page is open. */
export function checkoutUpdateStories(story: CheckoutStory): void {
  const said = (text: string) =>
    story.page.locator("[data-keep]").filter({ hasText: text }).waitFor({ state: "attached" })

  it("follows a payment to the receipt without a reload and announces each step once", async () => {
    const { server, page } = story
    server.show(sampleCheckout())
    await story.open()
    await page.evaluate("window.isSamePage = true")
    await page.getByRole("heading", { name: /Send 17.USDC on Base/ }).waitFor()
    server.show(sampleCheckout(STATES.seen))
    await page.getByRole("heading", { name: "Payment detected" }).waitFor()
    await said("Payment detected")
    server.show(sampleCheckout(STATES.confirming))
    await said("Confirmations: 5 of 64")
    await page.getByText("About 2 min left").waitFor()
    server.show(sampleCheckout(STATES.paid))
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    await page.getByText("Receipt").waitFor()
    expect(await page.title()).toBe("Paid · Nordic Coffee: payment")
    expect(await page.evaluate("window.isSamePage")).toBe(true)
  })

  it("keeps focus, typed text, opened details and the selected tab during updates", async () => {
    const { server, page } = story
    server.show(sampleCheckout())
    await story.open()
    await page.getByText("Exchange", { exact: true }).click()
    await page.getByText("Already sent?").click()
    await page.getByLabel("Transaction hash").fill("0xabc")
    server.show(sampleCheckout({ network_name: "Base Mainnet" }))
    await page.getByText("Base Mainnet").first().waitFor()
    expect(await page.getByLabel("Transaction hash").inputValue()).toBe("0xabc")
    expect(await story.read("root.activeElement.id")).toBe("tx-hash")
    expect(await page.getByText("Paste the address").isVisible()).toBe(true)
    // The page's own words, not the browser's.
    server.claimStatuses.push(400)
    await page.getByRole("button", { name: "Submit" }).click()
    await page.getByText("This is not a Base Mainnet transaction hash.", { exact: false }).first().waitFor()
    // The browser logs the refused claim.
    story.complaints.splice(0)
  })

  it("counts down by the server's clock, whatever the payer's clock says", async () => {
    const { server, page } = story
    await page.clock.install({ time: new Date("2031-05-05T05:05:05Z") })
    server.show(sampleCheckout())
    await story.open()
    expect(await page.getByRole("timer").innerText()).toMatch(/^14:5[89]$/)
    await page.clock.runFor(60_000)
    expect(await page.getByRole("timer").innerText()).toMatch(/^13:5[6-9]$/)
    expect(await page.locator(".clock.short").count()).toBe(0)
    await page.clock.runFor(12 * 60_000)
    expect(await page.locator(".clock.short").count()).toBe(1)
  })

  it("shows what is payable by the server's clock after the device's clock was set back or forward", async () => {
    const { server, page } = story
    server.show(sampleCheckout())
    await story.open()
    const jumps = [
      ["awaiting", -3],
      ["awaiting", 1],
      ["memo", 26],
      ["partial", 1],
      ["claimed", -3],
    ] as const
    for (const [turn, [name, hours]] of jumps.entries()) {
      // The pushed state sets the page's clock as an answer does: it is there before the device's clock jumps.
      const network_name = `Network ${turn}`
      server.show(sampleCheckout({ ...STATES[name], network_name }))
      await page.getByText(network_name).first().waitFor()
      const answered = page.waitForResponse(`**${SRC}/status`)
      await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${hours} * 3_600_000 }`)
      await answered
      await page.locator("[data-name=address]").first().waitFor({ timeout: 3_000 })
      expect([name, await page.getByRole("timer").innerText()]).toEqual([
        name,
        expect.stringMatching(/^14:[45]\d$/),
      ])
    }
  })

  it("reads the status when the time is up", async () => {
    const { server, page } = story
    server.hasStream = false
    await page.clock.install()
    server.show(sampleCheckout({ expires_at: "2026-11-24T12:00:05.000Z" }))
    await story.open()
    await page.waitForTimeout(100)
    server.show(sampleCheckout(STATES.expired))
    story.complaints.length = 0
    await page.clock.runFor(8_000)
    await page.getByRole("button", { name: "Get a new quote" }).waitFor()
    // The browser logs the refused stream.
    story.complaints.splice(0)
  })

  it("says it is offline and catches up when the connection is back", async () => {
    const { server, page, context } = story
    server.show(sampleCheckout())
    await story.open()
    await context.setOffline(true)
    await page.getByText("You are offline.", { exact: false }).first().waitFor()
    server.dropStreams()
    server.show(sampleCheckout(STATES.paid))
    await context.setOffline(false)
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: 15_000 })
    expect(await page.getByText("You are offline.", { exact: false }).count()).toBe(0)
    // The browser logs connection errors.
    story.complaints.splice(0)
  })

  it("polls when no stream gets through", async () => {
    const { server, page } = story
    server.hasStream = false
    server.show(sampleCheckout())
    await story.open()
    server.show(sampleCheckout(STATES.paid))
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: 10_000 })
    // The browser logs the refused stream.
    expect(story.complaints.splice(0).every((line) => line.includes("404"))).toBe(true)
  })

  it("opens a new quote and, after a warning, another network by keyboard alone", async () => {
    const { server, page } = story
    server.attempt = (rail) => sampleCheckout(rail.startsWith("sol") ? STATES.solana : {})
    server.show(sampleCheckout(STATES.expired_seen))
    await story.open()
    await page.getByRole("checkbox", { name: "I understand that I may pay twice" }).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    expect(server.posts).toEqual([])
    // The browser focuses the required checkbox.
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: /Send 17.USDC on Base/ }).waitFor()
    expect(server.posts).toEqual([
      { path: "/attempts", body: JSON.stringify({ rail: "evm:base-mainnet:USDC" }) },
    ])
    expect(await story.read("root.activeElement.localName")).toBe("h2")
    await page.getByRole("link", { name: "Pay another way" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Choose how to pay" }).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: /Send 17.USDC on Solana/ }).waitFor()
  })

  it("explains a temporarily refused choice and keeps it", async () => {
    const { server, page } = story
    server.show(sampleCheckout(STATES.choose))
    await story.open()
    await page.getByRole("radio", { name: "USDC Stellar" }).check()
    await page.getByRole("button", { name: "Continue" }).click()
    // Seen, not only heard.
    await page.locator(".choose .notice", { hasText: "Many people are paying right now." }).waitFor()
    expect(await page.getByRole("radio", { name: "USDC Stellar" }).isChecked()).toBe(true)
    expect(story.complaints.splice(0).every((line) => line.includes("429"))).toBe(true)
  })

  it("asks about the memo before the address is first copied", async () => {
    const { server, page } = story
    server.show(sampleCheckout(STATES.memo))
    await story.open()
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()")
    await page.getByRole("button", { name: "Copy the address" }).first().click()
    await page.getByText("Did you enter the memo?").first().waitFor()
    await page.keyboard.press("Enter")
    await said("Memo copied")
    expect(await copied()).toBe(STATES.memo.memo)
    await page.getByRole("button", { name: "Copy the address" }).first().click()
    await said("Address copied")
    expect(await copied()).toBe(STATES.memo.deposit_address)
    expect(await story.read(SAID)).toBe("Address copied")
  })

  it.each([
    ["in a frame that may not write to the clipboard", true],
    ["where there is no clipboard API, as on plain http", false],
  ])("copies %s", async (_, isFramed) => {
    const { server, page, context } = story
    server.show(sampleCheckout())
    if (isFramed)
      await page.setContent(`<iframe src="${server.origin}/embedded" width="900" height="800"></iframe>`)
    else {
      await page.addInitScript(`Object.defineProperty(navigator, "clipboard", { value: undefined })`)
      await story.open()
    }
    const copy = (isFramed ? page.frameLocator("iframe") : page).getByRole("button", {
      name: "Copy the address",
    })
    await copy.focus()
    await copy.press("Enter")
    await (isFramed ? page.frameLocator("iframe") : page)
      .locator("[data-keep]", { hasText: "Address copied" })
      .waitFor({ state: "attached" })
    const other = await context.newPage()
    await other.goto(server.pageUrl)
    expect(await other.evaluate("navigator.clipboard.readText()")).toBe(
      sampleCheckout().payment.deposit_address
    )
    // The browser logs what the frame may not do.
    if (isFramed) story.complaints.splice(0)
    else expect(await story.read("root.activeElement.dataset.name")).toBe("address")
  })

  it("asks for the memo on the Exchange tab too", async () => {
    const { server, page } = story
    server.show(sampleCheckout(STATES.memo))
    await story.open()
    await page.getByText("Exchange", { exact: true }).click()
    await page.getByRole("button", { name: "Copy the address" }).click()
    await page.getByText("Did you enter the memo?").last().waitFor()
    await page.getByRole("button", { name: "Yes, copy the address" }).press("Enter")
    await said("Address copied")
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(STATES.memo.deposit_address)
    expect(await story.read("root.activeElement.dataset.name")).toBe("address")
  })

  it("renders itself in a shop's page, with the shop's theme and return URL", async () => {
    const { server, page } = story
    server.show(sampleCheckout(STATES.choose))
    await page.goto(`${server.origin}/embedded`)
    await page.getByRole("heading", { name: "Choose how to pay" }).waitFor()
    const rails = page.getByRole("radio")
    await eventually(async () => expect(await rails.count()).toBe(OPTIONS.payment_options.length))
    const main = "getComputedStyle(root.querySelector('.button.main'))"
    expect(await story.read(`${main}.backgroundColor`)).toBe("rgb(122, 15, 60)")
    expect(await story.read("getComputedStyle(root.querySelector('.card')).borderRadius")).toBe("2px")
    expect(await page.getByRole("link", { name: "Back to Nordic Coffee" }).getAttribute("href")).toBe(
      "https://shop.example/back"
    )
    await page.evaluate(
      `document.addEventListener("onchain-paid", (event) => { window.paid = event.detail.payment.status })`
    )
    server.show(sampleCheckout(STATES.paid))
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    expect(await page.evaluate("window.paid")).toBe("paid")
  })
}
