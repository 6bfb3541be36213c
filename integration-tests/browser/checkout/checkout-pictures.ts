import { join } from "node:path"
import type { Browser } from "playwright-core"
import { pageWords } from "../../../src/checkout/payment-page/payment-page"
import { sampleCheckout } from "../../../src/types/http/__tests__/sample-checkout"
import { STATE_NAMES, STATES, type StateName } from "../../../src/checkout/view/__tests__/sample-states"
import { settle } from "../support/settle"
import { CheckoutServer } from "./checkout-server"

type Picture = {
  name: string
  state: StateName
  width: number
  theme?: "dark"
  locale?: string
  hasScript?: false
}

const phone = (state: StateName): Picture => ({ name: `checkout-${state}`, state, width: 390 })

/** Every state on phone and desktop, and some on the narrowest screen, in dark mode and in other languages. */
const pictures: Picture[] = [
  ...STATE_NAMES.map(phone),
  ...STATE_NAMES.map((state) => ({ ...phone(state), name: `checkout-${state}-wide`, width: 1280 })),
  ...(["awaiting", "choose", "paid", "partial"] as const).flatMap((state): Picture[] => [
    { ...phone(state), name: `checkout-${state}-dark`, theme: "dark" },
    { ...phone(state), name: `checkout-${state}-arabic`, locale: "ar" },
    { ...phone(state), name: `checkout-${state}-320`, width: 320, locale: "de" },
    { ...phone(state), name: `checkout-${state}-without-script`, hasScript: false },
  ]),
]

/** Takes the screenshots of the payment page whose names match. */
export async function takeCheckoutPictures(browser: Browser, folder: string, pattern: RegExp): Promise<void> {
  const wanted = pictures.filter(({ name }) => pattern.test(name))
  if (wanted.length === 0) return
  const server = await CheckoutServer.start()
  try {
    for (const { name, state, width, theme, locale, hasScript } of wanted) {
      server.words = pageWords({ words: {} }, { locale: locale ?? "en" })
      server.show(sampleCheckout(STATES[state]))
      const context = await browser.newContext({
        viewport: { width, height: width < 1_000 ? 844 : 860 },
        isMobile: width < 1_000,
        hasTouch: width < 1_000,
        colorScheme: theme ?? "light",
        javaScriptEnabled: hasScript ?? true,
      })
      const page = await context.newPage()
      await page.goto(server.pageUrl)
      await settle(page)
      const height = await page.evaluate<number>("document.documentElement.scrollHeight")
      // A full-page screenshot would lose the phone's touch emulation.
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: join(folder, `${name}.png`) })
      await context.close()
      console.log(`${name}.png`)
    }
  } finally {
    await server.stop()
  }
}
