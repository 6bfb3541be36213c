import english from "../../../src/checkout/locales/en.json"
import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../../src/types/http"
import { eventually } from "../support/eventually"
import { pageText } from "../support/page-text"
import { expectCaptured, findRail, placePurchase, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const en = english.payment

const HASH = `0x${"ab".repeat(32)}`

/** Routes below a page link. */
export function paymentPageStories(store: StoreUnderTest): void {
  const open = async () => {
    const { sessionId } = await placePurchase(store)
    return store.origin + store.shopper.pagePath(sessionId)
  }
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  const status = async (page: string) => (await (await fetch(`${page}/status`)).json()) as OnchainCheckout

  it("offers the last choice first, and switches to another network on the same payment, also by the form of a browser without JavaScript", async () => {
    const page = await open()
    const options = (await (await fetch(`${page}/options`)).json()) as OnchainPaymentOptionsResponse
    expect(options.payment_options[0]?.id).toBe(USDC_ON_BASE)
    const rail = await findRail(store, "sol-mainnet", "USDC")
    const before = await status(page)
    const switched = (await (await post(`${page}/attempts`, { rail })).json()) as OnchainCheckout
    expect(switched.payment).toMatchObject({
      status: "awaiting_payment",
      rail,
      session_id: before.payment.session_id,
    })
    expect(switched.version).not.toBe(before.version)
    expect((await status(page)).version).toBe(switched.version)
    expect(pageText(await (await fetch(page)).text())).toContain("Send 17 USDC on")

    const send = (path: string, fields: Record<string, string>) =>
      fetch(page + path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })
    const stellar = await findRail(store, "stellar-mainnet", "USDC")
    const chosen = await send("/attempts", { rail: stellar, is_warned: "yes" })
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, new URL(page).pathname])
    expect((await status(page)).payment.rail).toBe(stellar)
    const refused = await send("/attempts", { rail: "evm:nowhere:NONE" })
    expect(refused.headers.get("location")).toContain("?problem=")
    const answer = await fetch(new URL(refused.headers.get("location") ?? "", page))
    expect(pageText(await answer.text())).toContain(en.problem_choice)
    const choosing = pageText(await (await fetch(`${page}?choose=1`)).text())
    expect(choosing).toContain(en.choose_title)
  })

  it("waits for an address of its own on Stellar, and shows none before it is ready", async () => {
    const { options } = store.container.resolve("onchain")
    const rail = await findRail(store, "stellar-mainnet", "USDC")
    const before = options.rails
    Object.assign(options, { rails: [{ chain: "stellar", receiveMode: "dedicated_address" }] })
    try {
      const { sessionId, orderId, invoiceId } = await placePurchase(store, rail)
      const page = store.origin + store.shopper.pagePath(sessionId)
      const waiting = { status: "preparing", deposit_address: null, memo: null }
      expect((await status(page)).payment).toMatchObject(waiting)
      const html = await (await fetch(page)).text()
      // The issuer of the token is public.
      expect(html.replaceAll(rail.split(":").at(-1) ?? "", "")).not.toMatch(/G[A-Z2-7]{55}|<svg[^>]*qr/)
      await store.sandbox.advance(5_000)
      const { payment } = await eventually(async () => {
        const found = await status(page)
        expect(found.payment.status).toBe("awaiting_payment")
        return found
      }, 20_000)
      expect(payment).toMatchObject({
        ...{ memo: null, deposit_address: expect.stringMatching(/^G[A-Z2-7]{55}$/) },
      })
      expect(await (await fetch(page)).text()).toContain(payment.deposit_address)
      await store.sandbox.payInFull(invoiceId)
      await store.quiet()
      await expectCaptured(store, orderId)
    } finally {
      Object.assign(options, { rails: before })
    }
  })

  it("refuses changes from other sites' pages, and lets them read nothing but its script, which is compressed and immutable", async () => {
    const page = await open()
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    for (const [path, body] of [
      ["/attempts", { rail: USDC_ON_BASE }],
      ["/claims", { tx_hash: HASH }],
    ] as const)
      expect([path, (await post(page + path, body, headers)).status]).toEqual([path, 403])
    const read = await fetch(`${page}/status`, { headers })
    expect(read.headers.get("access-control-allow-origin")).toBeNull()
    const asked = await fetch(`${page}/attempts`, { method: "OPTIONS", headers })
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, null])

    const html = await (await fetch(page)).text()
    const [, path = ""] = /src="(\/onchain\/checkout\/[0-9a-f]{16}\.js)"/.exec(html) ?? []
    for (const encoding of ["br", "gzip"]) {
      const script = await fetch(store.origin + path, { headers: { "accept-encoding": encoding } })
      expect(Object.fromEntries(script.headers)).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": encoding,
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      expect(await script.text()).toContain("onchain-checkout")
    }
    const stable = await fetch(`${store.origin}/onchain/checkout/onchain-checkout.js`)
    expect([stable.status, stable.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"])
    expect((await fetch(`${store.origin}/onchain/checkout/0000000000000000.js`)).status).toBe(404)
    const compressed = await fetch(page, { headers: { "accept-encoding": "br" } })
    expect(compressed.headers.get("content-encoding")).toBe("br")
  })
}
