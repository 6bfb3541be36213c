import { join } from "node:path"
import type { Browser } from "playwright-core"
import { renderRefundPage, type RefundPage } from "../../../src/checkout/refund-page/refund-page"
import { refundWords } from "../../../src/checkout/refund-page/refund-form"
import { SAMPLE_REFUND_PAGE as open } from "../../../src/checkout/refund-page/__tests__/sample-refund-page"
import { settle } from "../support/settle"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const EXCHANGE = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

const proposal = { address: ADDRESS, memo: null, is_signed: true }
const hash = `0x${"5f".repeat(32)}`
const entered = { email: "ada@example.com", address: ADDRESS.slice(0, -1), memo: "", has_no_memo: false }

type State = Pick<RefundPage, "page"> & Partial<Pick<RefundPage, "entered" | "problem">>

const STATES: Readonly<Record<string, State>> = {
  open: { page: { ...open, environment: "sandbox" } },
  memo: {
    page: {
      ...open,
      ...{ chain: "stellar", network_id: "stellar-mainnet", network_name: "Stellar", has_memos: true },
    },
    entered: { ...entered, address: EXCHANGE },
    problem: { field: "memo", code: "memo_missing" },
  },
  refused: { page: open, entered, problem: { field: "address", code: "checksum" } },
  proposed: { page: { ...open, state: "proposed", proposal } },
  declined: { page: { ...open, state: "declined", proposal: { ...proposal, is_signed: false } } },
  sending: { page: { ...open, state: "approved", proposal, can_propose: false, is_sending: true } },
  done: {
    page: {
      ...{ ...open, state: "used", proposal, can_propose: false },
      ...{ tx_hash: hash, tx_url: `https://basescan.org/tx/${hash}` },
    },
  },
}

/** Takes pictures of the page of a refund link whose names match: every state on a phone, some in dark mode and Arabic. */
export async function takeRefundPictures(browser: Browser, folder: string, pattern: RegExp): Promise<void> {
  const looks = [
    { suffix: "", locale: "en", colorScheme: "light", width: 390 },
    { suffix: "-dark", locale: "de", colorScheme: "dark", width: 390 },
    { suffix: "-arabic", locale: "ar", colorScheme: "light", width: 320 },
    { suffix: "-wide", locale: "en", colorScheme: "light", width: 1280 },
  ] as const
  for (const [state, shown] of Object.entries(STATES))
    for (const { suffix, locale, colorScheme, width } of looks) {
      const name = `refund-page-${state}${suffix}`
      if (!pattern.test(name)) continue
      const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme })
      const page = await context.newPage()
      const body = renderRefundPage({
        ...{ entered: null, problem: null, ...shown },
        ...{ action: "/refund", typedData: null, nonce: "nonce" },
        words: refundWords({ words: {} }, { locale }),
      })
      await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body }))
      await page.goto("http://localhost/refund")
      await settle(page)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      await context.close()
      console.log(`${name}.png`)
    }
}
