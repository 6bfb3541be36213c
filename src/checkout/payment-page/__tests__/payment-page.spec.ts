import type { OnchainPaymentView } from "../../../types/http"
import { ENGLISH, SRC, STATUSES } from "../../view/__tests__/sample-checkout"
import { sampleCheckout } from "../../../types/http/__tests__/sample-checkout"
import { OPTIONS } from "../../view/__tests__/sample-states"
import { jsonForScript, pagePolicy, type PaymentPage, renderPaymentPage } from "../payment-page"

const pageOf = (change: Partial<OnchainPaymentView> = {}, page: Partial<PaymentPage> = {}) =>
  renderPaymentPage({
    checkout: sampleCheckout(change),
    words: ENGLISH,
    options: null,
    src: SRC,
    notice: null,
    nonce: "n0nce",
    scriptPath: "/onchain/checkout/0123.js",
    isRedirectedAfterPaid: false,
    ...page,
  })

const hostile = `"><script>alert('x')</script>&`

test.each(STATUSES)("on the page of %s no text from outside becomes markup", (status) => {
  const fixed = ["kind", "status", "environment", "review_reason"]
  const payment = sampleCheckout({
    memo: "1",
    tx_hash: "0x",
    canonical_asset_id: "x",
    claimed_tx_hash: "y",
  }).payment
  const texts = Object.fromEntries(
    Object.entries(payment)
      .filter(([field, value]) => !fixed.includes(field) && (typeof value === "string" || value === null))
      .map(([field]) => [field, hostile])
  )
  const money = { tx_hash: hostile, tx_url: hostile, amount: hostile, token: hostile, network_name: hostile }
  const checkout = sampleCheckout({
    ...{ ...texts, status, environment: "sandbox", confirmations: 1 },
    transactions: [{ ...money, is_in_review: true }],
  })
  const page = pageOf(
    {},
    {
      checkout: {
        ...checkout,
        shop: {
          name: hostile,
          logo_url: `https://x/${hostile}`,
          accent_color: `red}${hostile}`,
          support: { email: hostile, url: `https://x/${hostile}` },
        },
        return_url: `https://x/${hostile}`,
      },
      options: {
        payment_options: OPTIONS.payment_options.map((option) => ({
          ...option,
          ...{ id: hostile, token: hostile, network_name: hostile, amount: hostile },
        })),
        unavailable: OPTIONS.unavailable.map((option) => ({ ...option, token: hostile, reason: hostile })),
      },
      notice: { tone: "bad", text: hostile },
    }
  )
  expect(page).not.toContain("<script>alert")
  expect(page).not.toContain(hostile)
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<style[^]*?<\/style>/g)?.join()).not.toContain("red}")
})

test.each(STATUSES)(
  "the page of %s loads style and script by nonce only and has no inline handlers",
  (status) => {
    const page = pageOf({ status, memo: "1" })
    expect(page.match(/<style/g)).toHaveLength(page.match(/<style nonce="n0nce">/g)?.length ?? 0)
    expect(page.match(/<script/g)).toHaveLength(page.match(/<script [^>]*nonce="n0nce"/g)?.length ?? 0)
    expect(page).not.toMatch(/\s(?:style|on[a-z]+)=/)
  }
)

test("links and images that are not web URLs are left out", () => {
  const checkout = sampleCheckout({
    status: "paid",
    tx_hash: "0x1",
    explorer: { tx_url: "javascript:alert(1)", address_url: null },
  })
  const page = pageOf(
    {},
    {
      checkout: {
        ...checkout,
        return_url: "javascript:alert(2)",
        shop: {
          ...checkout.shop,
          logo_url: "data:text/html,x",
          support: { email: null, url: "javascript:alert(3)" },
        },
      },
    }
  )
  expect(page.replace(/<script type="application\/json"[^]*?<\/script>/, "")).not.toMatch(
    /javascript:|data:text/
  )
})

test.each(STATUSES)(
  "without JavaScript the page of %s refreshes only while something can change",
  (status) => {
    expect(pageOf({ status }).includes('http-equiv="refresh"')).toBe(status !== "paid")
  }
)

test("a return address in the URL applies in every state, with and without the script", () => {
  const returnUrl = "https://shop.example/back?a=1&b=2"
  const page = pageOf({}, { returnUrl })
  expect(page).toContain('return-url="https://shop.example/back?a=1&amp;b=2"')
  expect(page).toContain('href="https://shop.example/back?a=1&amp;b=2"')
  expect(pageOf()).not.toContain("return-url")
})

test("the script's data cannot close its element and reads back unchanged", () => {
  const value = { text: "</script><!-- \u2028", list: [1, null] }
  expect(jsonForScript(value)).not.toMatch(/[<>\u2028]/)
  expect(JSON.parse(jsonForScript(value))).toEqual(value)
})

test("a page renders without the built script", () => {
  expect(pageOf({}, { scriptPath: null })).not.toContain("/onchain/checkout/")
  expect(pageOf({}, { isRedirectedAfterPaid: true })).toContain("redirect-after-paid")
})

test("the default policy allows only the page's own resources", () => {
  expect(pagePolicy({ nonce: "abc", logoUrl: null, framedBy: [] })).toBe(
    "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'; img-src data:; connect-src 'self'; " +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  )
})

test("the policy lists the logo's origin and the origins that may frame the page", () => {
  const policy = pagePolicy({
    nonce: "abc",
    logoUrl: "https://cdn.example/logo.svg?a;b",
    framedBy: ["https://shop.example", "https://b.example"],
  })
  expect(policy).toContain("img-src data: https://cdn.example;")
  expect(policy).toContain("frame-ancestors https://shop.example https://b.example")
})
