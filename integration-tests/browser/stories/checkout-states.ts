import { SRC, ENGLISH } from "../../../src/checkout/view/__tests__/sample-checkout"
import { sampleCheckout } from "../../../src/types/http/__tests__/sample-checkout"
import {
  MANY_OPTIONS,
  OPTIONS,
  STATE_NAMES,
  STATES,
} from "../../../src/checkout/view/__tests__/sample-states"
import { statusWords } from "../../../src/checkout/view/status-words"
import * as sample from "../../../src/checkout/uri/__tests__/sample-payment"
import { paymentTargets } from "../../../src/checkout/uri/payment-uri"
import { pageWords } from "../../../src/checkout/payment-page/payment-page"
import { OF_COLORS, violations } from "../support/accessibility"
import { overflow } from "../support/overflow"
import { readCode } from "../support/qr-code"
import type { CheckoutStory } from "../checkout/checkout-suite"

const SIZES = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

/** Each part of the page is in one of them. */
const TEMPLATES = [
  "choose",
  "awaiting",
  "claimed",
  "solana",
  "memo",
  "partial",
  "confirming",
  "overpaid",
  "expired_seen",
  "failed",
  "late_quote",
  "sandbox",
] as const

/** Every state on every kind of screen. */
export function checkoutStateStories(story: CheckoutStory): void {
  /** Runs after the console check: axe sets styles, which the page's policy refuses. */
  const violationsNow = async (rules?: readonly string[]) => {
    expect(story.complaints).toEqual([])
    const found = await violations(story.page, "html", rules)
    story.complaints.splice(0)
    return found
  }

  it.each(TEMPLATES)("shows %s without axe violations, light and dark", async (name) => {
    story.server.show(sampleCheckout(STATES[name]))
    await story.open()
    const light = await violationsNow()
    await story.page.emulateMedia({ colorScheme: "dark" })
    expect({ name, light, dark: await violationsNow(OF_COLORS) }).toEqual({ name, light: [], dark: [] })
  })

  it.each(["en", "ar"])(
    "shows every state in the language %s in its direction, with codes left to right, and fits every screen",
    async (locale) => {
      const { server, page } = story
      server.words = pageWords({ words: {} }, { locale })
      for (const name of STATE_NAMES) {
        server.show(sampleCheckout(STATES[name]))
        await story.open()
        const direction = await story.read("getComputedStyle(root.querySelector('.checkout')).direction")
        const areCodesReadable = await story.read(
          "[...root.querySelectorAll('code')].every((code) => getComputedStyle(code).direction === 'ltr')"
        )
        const widerBy: number[] = []
        for (const size of SIZES) {
          await page.setViewportSize(size)
          widerBy.push(await overflow(page))
        }
        expect({ name, direction, areCodesReadable, widerBy }).toEqual({
          ...{ name, direction: locale === "ar" ? "rtl" : "ltr", areCodesReadable: true, widerBy: [0, 0, 0] },
        })
      }
      expect(await violationsNow()).toEqual([])
    }
  )

  it.each(["awaiting", "solana", "memo", "partial"] as const)(
    "shows amount, countdown, QR code and address of %s on a phone without scrolling",
    async (name) => {
      const { server, page } = story
      server.show(sampleCheckout(STATES[name]))
      await page.setViewportSize({ width: 390, height: 844 })
      await story.open()
      const parts =
        name === "memo"
          ? [".send", ".time", ".qr", "[data-name=memo]"]
          : [".send", ".time", ".qr", "[data-name=address]"]
      for (const part of parts) {
        const bottom = await story.read(
          `root.querySelector(${JSON.stringify(part)}).getBoundingClientRect().bottom`
        )
        expect([part, Number(bottom) <= 844]).toEqual([part, true])
      }
    }
  )

  it("offers 20 options on a phone without scrolling: first the token, then its network", async () => {
    const { server, page } = story
    server.options = MANY_OPTIONS
    server.attempt = () => sampleCheckout()
    server.show(sampleCheckout(STATES.choose))
    await page.setViewportSize({ width: 390, height: 844 })
    await story.open()
    expect(MANY_OPTIONS.payment_options).toHaveLength(20)
    const networks = page.locator(".token:has(:checked) .option")
    const fits = () => story.read("document.documentElement.scrollHeight <= innerHeight")
    expect([await networks.count(), await fits()]).toEqual([9, true])
    expect(await violationsNow()).toEqual([])
    await page.locator("[part=token]", { hasText: "USDT" }).click()
    expect([await networks.count(), await fits()]).toEqual([4, true])
    await networks.getByText("Polygon").click()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: /^Send/ }).waitFor()
    expect(server.posts).toEqual([
      { path: "/attempts", body: JSON.stringify({ rail: "evm:polygon-mainnet:USDT" }) },
    ])
  })

  it.each([
    ["erc20", "17", 390, "light"],
    ["ether", "0.000001", 320, "dark"],
    ["splToken", "1234567.123456", 1280, "light"],
    ["sol", "1234567.123456", 320, "dark"],
    ["stellarToken", "0.000001", 390, "light"],
    ["lumen", "17", 1280, "dark"],
  ] as const)(
    "shows a code for %s that a camera reads from the screen, with the amount %s and as the plain address",
    async (kind, remaining_amount, width, colorScheme) => {
      const { server, page } = story
      const payment = sample[kind]({ remaining_amount })
      const targets = paymentTargets(payment)
      server.show(sampleCheckout(payment))
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await story.open()
      const code = page.locator("onchain-checkout .qr svg:visible")
      expect(await readCode(code)).toBe(targets?.qr.text)
      if (targets?.qr.kind === "address") return
      await page.getByText("Address only", { exact: true }).click()
      expect(await readCode(code)).toBe(payment.deposit_address)
    }
  )

  it("fits long names, amounts and titles on the narrowest screen", async () => {
    const { server, page } = story
    const long = "Handelsgesellschaftsniederlassungsverwaltung"
    const checkout = sampleCheckout({
      network_name: `${long} Mainnet Beta`,
      token: "WRAPPEDSTAKEDTOKEN",
      remaining_amount: "1234567890.123456789012345678",
      fiat_amount: "123456789.99",
    })
    server.show({ ...checkout, shop: { ...checkout.shop, name: `${long} ${long}` } })
    await page.setViewportSize({ width: 320, height: 640 })
    await story.open()
    expect(await overflow(page)).toBe(0)
  })

  it("uses the shop's accent colour and respects reduced motion", async () => {
    const { server, page } = story
    const checkout = sampleCheckout()
    server.show({ ...checkout, shop: { ...checkout.shop, accent_color: "#ffd400" } })
    await page.emulateMedia({ reducedMotion: "reduce" })
    await story.open()
    const dot = "getComputedStyle(root.querySelector('.pulse'))"
    expect(await story.read(`${dot}.backgroundColor`)).toBe("rgb(255, 212, 0)")
    expect(await story.read(`${dot}.animationName`)).toBe("none")
    expect(await violationsNow()).toEqual([])
  })

  it("is readable in every state without JavaScript", async () => {
    const { server } = story
    server.show(sampleCheckout())
    const page = await story.openWithoutScript()
    for (const name of STATE_NAMES) {
      const checkout = sampleCheckout(STATES[name])
      server.show(checkout)
      await page.goto(server.pageUrl)
      const { status, remaining_amount, token, network_name } = checkout.payment
      const isPayable = status === "awaiting_payment" || status === "partially_paid"
      const words = ENGLISH.messages[statusWords(checkout.payment).title]
      const number = remaining_amount === "8.5" ? "8.50" : remaining_amount
      const text = (await page.locator("onchain-checkout .checkout").innerText()).replace(/\s+/g, " ")
      expect({ name, text }).toEqual({
        name,
        text: expect.stringContaining(isPayable ? `${number} ${token} on ${network_name}` : words),
      })
      await page.getByRole("link", { name: "Back to Nordic Coffee" }).waitFor()
      expect([name, await page.getByRole("button", { name: /^Copy/ }).count()]).toEqual([name, 0])
    }
  })

  it("supports choosing, switching and claiming without JavaScript", async () => {
    const { server } = story
    server.attempt = (rail) => sampleCheckout({ ...STATES.solana, rail })
    server.show(sampleCheckout(STATES.choose))
    const page = await story.openWithoutScript()
    await page.getByRole("radio", { name: "USDC Solana" }).check()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText("on Solana", { exact: false }).first().waitFor()
    expect(server.posts).toEqual([{ path: "/attempts", body: "rail=sol%3Asol-mainnet%3AUSDC" }])
    await page.getByText("Exchange", { exact: true }).click()
    await page.getByText("Paste the address").waitFor()
    await page.getByRole("link", { name: "Pay another way" }).click()
    await page.getByRole("heading", { name: "Choose how to pay" }).waitFor()
    expect(await page.getByRole("radio").count()).toBe(OPTIONS.payment_options.length)
    await page.getByRole("link", { name: "Keep this payment" }).click()
    await page.getByText("Already sent?").click()
    await page.getByLabel("Transaction hash").fill("5".repeat(64))
    await page.getByRole("button", { name: "Submit" }).click()
    await page.waitForURL((url) => url.pathname.startsWith(SRC))
    expect(server.posts.at(-1)).toEqual({ path: "/claims", body: `tx_hash=${"5".repeat(64)}` })
  })
}
