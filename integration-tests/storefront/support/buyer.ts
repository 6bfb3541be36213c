import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { z } from "zod"
import type { JsonApi } from "../../../demo/shopper/json-api"
import { waitUntil } from "../../../scripts/process/wait-until"
import type { StarterKind } from "./starter"

const STEP_TIMEOUT_MS = 60_000
const PAID_TIMEOUT_MS = 120_000
const ADDRESS = {
  "shipping-first-name-input": "Ada",
  "shipping-last-name-input": "Example",
  "shipping-address-input": "1 Main Street",
  "shipping-postal-code-input": "97201",
  "shipping-city-input": "Portland",
  "shipping-province-input": "or",
}
const PHONE = "5035550100"
const Checkout = z.object({
  payment: z.looseObject({
    status: z.string(),
    chain: z.string(),
    network_id: z.string(),
    token: z.string(),
    remaining_amount: z.string(),
    deposit_address: z.string(),
    memo: z.string().nullable(),
  }),
})

/** The buyer's storefront and sandbox. */
export type Site = {
  storefront: string
  kind: StarterKind
  /** Controls of the sandbox. */
  sandbox: JsonApi
  /** Folder for screenshots. */
  pictures: string | undefined
}

/** A shopper who sees and clicks what the pages show. */
export class Buyer {
  constructor(
    readonly page: Page,
    private readonly site: Site
  ) {
    page.setDefaultTimeout(STEP_TIMEOUT_MS)
  }

  static async arrive(context: BrowserContext, site: Site): Promise<Buyer> {
    return new Buyer(await context.newPage(), site)
  }

  async register(email: string): Promise<void> {
    await this.page.goto(`${this.site.storefront}/us/account`)
    await this.at("register-button").click()
    await this.fill({
      "first-name-input": "Ada",
      "last-name-input": "Example",
      "email-input": email,
      "password-input": "correct horse battery",
    })
    await this.at("register-page").getByTestId("register-button").click()
    await this.page.getByText("Hello Ada").locator("visible=true").first().waitFor()
  }

  /** From the catalog to the list of payment methods. */
  async fillCart(email: string): Promise<void> {
    await this.page.goto(`${this.site.storefront}/us/store`)
    await this.at("product-wrapper").first().click()
    if (this.site.kind === "B2B") return this.fillCompanyCart(email)
    const added = this.page.waitForResponse((response) => response.request().method() === "POST")
    await this.at("add-product-button").click()
    await added
    await this.page.goto(`${this.site.storefront}/us/cart`)
    await this.at("checkout-button").click()
    await this.page.getByTestId("shipping-first-name-input").waitFor()
    await this.fill({ ...ADDRESS, "shipping-email-input": email })
    await this.at("shipping-country-select").selectOption("us")
    await this.at("submit-address-button").click()
    await this.at("delivery-option-radio").first().click()
    await this.at("submit-delivery-option-button").click()
  }

  /** The B2B starter has a table of quantities, and opens the checkout of a guest only by its address. */
  private async fillCompanyCart(email: string): Promise<void> {
    await this.page.getByRole("spinbutton").first().fill("1")
    const added = this.page.waitForResponse((response) => response.request().method() === "POST")
    await this.at("add-product-button").click()
    await added
    await this.page.goto(`${this.site.storefront}/us/checkout?step=shipping-address`)
    await this.at("shipping-first-name-input").waitFor()
    await this.fill({ ...ADDRESS, "shipping-phone-input": PHONE })
    await this.at("shipping-country-select").selectOption("us")
    await this.at("submit-address-button").click()
    await this.page.waitForURL(/step=billing-address/)
    const billing = Object.entries(ADDRESS).map(([name, value]) => [
      name.replace("shipping", "billing"),
      value,
    ])
    await this.fill({ ...Object.fromEntries(billing), "billing-phone-input": PHONE })
    await this.at("billing-country-select").selectOption("us")
    await this.at("submit-address-button").click()
    await this.at("delivery-option-radio").first().click()
    await this.at("submit-delivery-option-button").click()
    await this.fill({ "email-input": email })
    await this.at("submit-address-button").click()
  }

  /** Chooses only the provider; the network and token are chosen on the payment page. */
  async chooseCrypto(): Promise<void> {
    await this.page.getByRole("radio", { name: "Crypto" }).click()
    await this.picture("payment-step")
    await this.at("submit-payment-button").click()
    await this.at("submit-order-button").waitFor()
    await this.picture("review")
  }

  /** @returns address of the payment page */
  async placeOrder(): Promise<string> {
    await this.at("submit-order-button").click()
    await this.page.waitForURL(/\/onchain\/pay\//)
    return this.page.url()
  }

  /** @param rail the start of an id of the payment options: chain, network and token */
  async chooseRail(rail: string): Promise<void> {
    await this.page.locator(`input[name="rail"][value^="${rail}"]`).check()
    await this.picture(`page-choose-${rail}`)
    await this.page.locator('form[data-action="attempt"] button').first().click()
    await this.picture(`page-pay-${rail}`)
  }

  /** Pays the amount on the open payment page from the shopper's wallet. */
  async pay(): Promise<void> {
    const { payment } = await this.readPayment()
    await this.site.sandbox.post("/transfer", {
      toAddress: payment.deposit_address,
      chain: payment.chain,
      networkId: payment.network_id,
      token: payment.token,
      amount: payment.remaining_amount,
      memo: payment.memo,
    })
  }

  /** Clicks the payment page's return button. */
  async returnToShop(expected: RegExp): Promise<void> {
    await this.page.locator('[part~="return"]').first().click()
    await this.page.waitForURL(expected)
  }

  /** Clicks "Pay now" on the order page. */
  async openPayment(): Promise<void> {
    await this.at("onchain-pay-link").click()
    await this.page.waitForURL(/\/onchain\/pay\//)
  }

  async openLastOrder(): Promise<void> {
    await this.page.goto(`${this.site.storefront}/us/account/orders`)
    await this.at("order-details-link").first().click()
    await this.page.waitForURL(/\/orders\/details\//)
  }

  async expectPaymentMethod(title: string): Promise<void> {
    await this.at("payment-method").getByText(title).waitFor()
  }

  async expectPayment(title: string): Promise<void> {
    const shown = this.at("onchain-payment-title").and(this.page.getByText(title, { exact: true }))
    await shown.waitFor({ timeout: PAID_TIMEOUT_MS })
  }

  at(testId: string) {
    return this.page.getByTestId(testId)
  }

  /** Takes a screenshot if STARTER_PICTURES is set. */
  async picture(name: string): Promise<void> {
    if (!this.site.pictures) return
    mkdirSync(this.site.pictures, { recursive: true })
    await this.page.waitForLoadState("load")
    const path = join(this.site.pictures, `${name.replaceAll(/[^\w-]+/g, "-")}.png`)
    await this.page.screenshot({ path, fullPage: true })
  }

  private async fill(values: Record<string, string>): Promise<void> {
    for (const [testId, value] of Object.entries(values)) await this.at(testId).fill(value)
  }

  /** The checkout on the payment page, including a customer's reusable address. */
  private async readPayment() {
    const element = this.page.locator("onchain-checkout")
    return waitUntil(
      "the payment page to show an address",
      async () => {
        const shown = await element.evaluate((node) => ("checkout" in node ? node.checkout : null))
        return Checkout.safeParse(shown).data ?? null
      },
      { timeoutMs: STEP_TIMEOUT_MS }
    )
  }
}
