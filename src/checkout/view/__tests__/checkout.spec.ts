import type { OnchainPaymentView } from "../../../types/http"
import { renderCheckout } from "../checkout"
import { AT_REST, type Screen } from "../screen"
import { checkoutStyle, textOn } from "../style"
import { sampleScreen, STATUSES } from "./sample-checkout"
import { MISTAKES, OPTIONS, STATES } from "./sample-states"

/** The visible text, without markup and bidi isolation marks. */
function textOf(change: Partial<OnchainPaymentView>, screen: Partial<Omit<Screen, "checkout">> = {}): string {
  const { markup } = renderCheckout(sampleScreen(change, screen))
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/\u00a0/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'")
}
const markupOf = (change: Partial<OnchainPaymentView>, screen: Partial<Omit<Screen, "checkout">> = {}) =>
  renderCheckout(sampleScreen(change, screen)).markup

const PAYABLE = ["awaiting_payment", "partially_paid"]
const MEMO_WARNING = "Without the memo your payment cannot be matched"

test("a payable page has a copyable amount and address, and a QR code", () => {
  const page = markupOf({})
  expect(page).toContain('data-copy="0x52908400098527886E0F7030069857D2E4169EE7"')
  expect(page).toContain('data-copy="17"')
  expect(page).toContain("<svg")
  expect(page).toMatch(/<b>0x5290<\/b>8400098527886E0F7030069857D2E4<b\s*>169EE7<\/b/)
  expect(textOf({})).toContain("Send only USDC on Base.")
  expect(textOf({})).toContain("Token contract 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
})

test.each(STATUSES.filter((status) => !PAYABLE.includes(status)))(
  "the page of %s shows no address, memo or QR code even if the data has them",
  (status) => {
    const page = markupOf({ status, deposit_address: "0xdeposit", memo: "424242" })
    for (const hidden of ["0xdeposit", "424242", MEMO_WARNING, 'class="qr'])
      expect(page).not.toContain(hidden)
  }
)

test("a memo comes before the address, with its type and a warning", () => {
  const page = textOf(STATES.memo)
  expect(page.indexOf("Enter the memo · Memo type: ID")).toBeGreaterThan(0)
  expect(page.indexOf("Enter the memo")).toBeLessThan(page.indexOf("Enter the address"))
  expect(page).toContain(MEMO_WARNING)
  expect(markupOf(STATES.memo)).toContain('data-copy="18446744073709551615"')
  expect(textOf({ memo: "0" })).toContain(MEMO_WARNING)
  expect(textOf({})).not.toMatch(/memo/i)
})

test("the exchange steps start with the network's exchange name and the memo, and explain fees", () => {
  const page = textOf(STATES.memo)
  const steps = [
    "Select the network Stellar Network (XLM)",
    "Enter the memo. Some",
    "Paste the address",
    "Withdraw so that 17 USDC arrives",
  ]
  const places = steps.map((step) => page.indexOf(step))
  expect(places).toEqual([...places].sort((left, right) => left - right))
  expect(places[0]).toBeGreaterThan(0)
  expect(page).toContain("Fees are extra")
})

test.each([
  [{ confirmations: 3, confirmations_required: 12 }, "Confirmations: 3 of 12"],
  [{ confirmations: 15, confirmations_required: 12 }, "Confirmations: 12 of 12"],
  [{ confirmations: 1, confirmations_required: 1 }, "Confirmations: 1 of 1"],
  [{ confirmations: 2, confirmations_required: 92 }, "About 3 min left"],
  [{ confirmations: 11, confirmations_required: 12 }, "Less than a minute left"],
  [{ confirmations: null, confirmations_required: 12 }, "Payment detected"],
])("progress %j is shown as %s", (progress, expected) => {
  expect(textOf({ status: "confirming", ...progress })).toContain(expected)
})

test.each<[keyof typeof MISTAKES, string]>([
  ["late", "17 USDC arrived late."],
  ["token", "0.01 ETH arrived instead of 17 USDC."],
  ["network", "17 USDC arrived on Ethereum."],
  ["memo", "17 USDC arrived without the memo of this payment."],
])("money with another %s says what arrived and what to do, and asks for nothing", (mistake, sentence) => {
  const page = textOf(MISTAKES[mistake])
  expect(page).toContain(`${sentence} The shop is checking it. Do not pay again.`)
  expect(page).toContain(STATES.paid.tx_hash)
  expect(page).toContain("Email help@nordic.example Reference #1042 · payses_01K9SAMPLE")
  for (const other of ["Pay another way", "new quote", "Copy"]) expect(page).not.toContain(other)
  expect(textOf({ ...MISTAKES[mistake], transactions: [] })).toContain("Your payment has arrived. The shop")
})

test("the receipt lists every transaction, and more money for a paid order is said to be checked", () => {
  const page = textOf(STATES.paid_twice)
  for (const amount of ["8.60", "8.40"]) expect(page).toContain(`Transaction ${amount} USDC Base`)
  expect(page).toContain("Another 17 USDC arrived on Base. The shop is checking it. Do not pay again.")
  expect(textOf(STATES.paid)).not.toContain("Another")
})

test("the time limit names its day, unless that is today", () => {
  expect(textOf({})).toContain("Pay before 12:14 PM UTC")
  expect(textOf({ expires_at: "2026-11-26T12:00:00.000Z" })).toContain(
    "Pay before Nov 26, 2026, 12:00 PM UTC"
  )
})

test("a transaction that the payer names is saved and looked for, not seen", () => {
  expect(textOf(STATES.claimed)).toContain("Saved. We look for it on the network.")
  expect(markupOf({}, { browser: { ...AT_REST, isLive: true } })).toContain("novalidate")
})

test("once the time is up nothing can be sent, and a new quote stays available", () => {
  const over = { expires_at: "2026-11-24T11:59:59.000Z" }
  expect(textOf(over)).toContain("Time is up. Checking for your payment…")
  expect(textOf(over)).toContain("Pay another way")
  expect(textOf(over)).toContain("Already sent?")
  for (const hidden of ["data-copy", 'class="qr', "ethereum:"]) expect(markupOf(over)).not.toContain(hidden)
})

test("only a payable page depends on the time", () => {
  const at = (nowMs: number) => (state: Partial<OnchainPaymentView>) => markupOf(state, { nowMs })
  const hourMs = 3_600_000
  const nowMs = Date.parse("2026-11-24T12:00:00.000Z")
  for (const state of Object.values<Partial<OnchainPaymentView>>(STATES)) {
    if (PAYABLE.includes(state.status ?? "awaiting_payment")) continue
    const [now, ...others] = [0, -3, 1, 26].map((hours) => at(nowMs + hours * hourMs)(state))
    for (const other of others) expect(other).toBe(now)
  }
})

test.each<[string, Partial<OnchainPaymentView>]>(Object.entries(STATES))(
  "a page translator leaves codes and values of %s alone",
  (name, state) => {
    const markup = markupOf(state, { options: name === "choose" ? OPTIONS : null })
    // The receipt marks whole values.
    const rest = markup.replace(/<dd translate="no">[^]*?<\/dd>/g, "")
    expect(rest.match(/<(?:code|bdi)(?![^>]*translate="no")[^>]*>/g)).toBeNull()
  }
)

const notice = { tone: "bad", text: "That did not work." } as const

test.each<[string, Partial<OnchainPaymentView>, Partial<Screen>]>([
  ["while choosing", STATES.choose, { options: OPTIONS }],
  ["while nothing can be chosen", STATES.choose, { options: null }],
  ["while paying", {}, {}],
  ["once the time is up", { expires_at: "2026-11-24T11:59:59.000Z" }, {}],
  ["after the end", STATES.expired, {}],
])("the result of an action is shown once, outside the tabs, %s", (_, state, screen) => {
  const markup = markupOf(state, { ...screen, browser: { ...AT_REST, isLive: true, notice } })
  expect(markup.split(notice.text)).toHaveLength(2)
  expect(markup.split("pane from-wallet")[0]).toContain(notice.text)
})

test("every sandbox page says so, and no live page does", () => {
  for (const status of STATUSES) {
    expect(textOf({ status, environment: "sandbox" })).toContain("no real money")
    expect(textOf({ status })).not.toMatch(/sandbox/i)
  }
})

test("an invalid accent colour is dropped, and text on the accent is readable", () => {
  expect(checkoutStyle("#0a7")).toContain("--shop-accent:#0a7;--shop-on-accent:#000")
  expect(checkoutStyle("red}body{}")).not.toContain("red}")
  expect([textOn("#ffffff"), textOn("#000"), textOn("#2b50e0"), textOn("#ffd400")]).toEqual([
    "#000",
    "#fff",
    "#fff",
    "#000",
  ])
})
