import { STORED } from "../support/payment-rows"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ADMIN_ACCESS } from "../../../src/api/admin/onchain/access"
import { eventually } from "../support/eventually"
import { paidBody, postBytes, postSigned, signedHeaders } from "../support/hand-signed-webhook"
import { listenToLogs } from "../support/log-listener"
import { expectCaptured, openPurchase, placePurchase } from "../support/purchase"
import { storedDeliveries } from "../support/refusals"
import type { StoreUnderTest } from "../support/store-suite"

export function intrudersStories(store: StoreUnderTest): void {
  it("reaches no admin route without the login of an admin", async () => {
    const { account } = await store.shopper.signUp()
    const strangers: Record<string, Record<string, string>> = {
      nobody: {},
      forger: { authorization: "Bearer forged" },
      "bearer of an unsigned token": { authorization: `Bearer ${unsignedToken()}` },
      "bearer of an unknown secret key": { authorization: `Basic ${btoa("sk_forged:")}` },
      storefront: { "x-publishable-api-key": store.seed.publishableKey },
      customer: { authorization: `Bearer ${account?.token}` },
    }
    for (const { method, path } of ADMIN_ACCESS) {
      for (const [stranger, headers] of Object.entries(strangers)) {
        const url = store.origin + path.replace(":id", "nothing")
        const { status } = await fetch(url, {
          method,
          headers: { ...headers, "content-type": "application/json" },
        })
        expect([method, path, stranger, status]).toEqual([method, path, stranger, 401])
      }
    }
  })

  it.each([
    ["a NUL", "%00"],
    ["a name that ends with one", "payses_01%00"],
    ["too long a name", "x".repeat(221)],
  ])("gets a 404, and puts no error into the log, by requesting %s", async (_, name) => {
    const { origin, seed, merchant } = store
    const headers = { "x-publishable-api-key": seed.publishableKey }
    const paths = [`/onchain/pay/${name}`, `/onchain/pay/${name}/status`, `/store/onchain/payments/${name}`]
    const ours = ADMIN_ACCESS.filter(({ path }) => path.includes(":id"))
    expect(ours.length).toBeGreaterThan(8)
    const log = listenToLogs(store.container)
    try {
      for (const path of paths) expect((await fetch(origin + path, { headers })).status).toBe(404)
      for (const { method, path } of ours) {
        const url = path.replace(":id", name)
        const call = method === "GET" ? merchant.get(url) : merchant.post(url, {})
        await expect(call).rejects.toMatchObject({ response: { status: 404 } })
      }
      expect(log.text()).not.toMatch(/22021|invalid byte|unknown error/i)
    } finally {
      log.stop()
    }
  })

  it("reaches no route by another spelling of its path: the checks of a route have one", async () => {
    const message = expect.stringContaining("There is no route POST")
    for (const path of ["withdrawals/nothing/%71uote", "deposits/nothing/%72efund"])
      await expect(store.merchant.post(`/admin/onchain/${path}`, {})).rejects.toMatchObject({
        response: { status: 404, data: { message } },
      })
  })

  it("can neither frame the payment page, nor script it, nor learn a payer's origin from it", async () => {
    const { sessionId } = await openPurchase(store)
    const page = store.shopper.pagePath(sessionId)
    for (const path of [page, `${page}/status`]) {
      const { status, headers } = await fetch(store.origin + path)
      expect(status).toBe(200)
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
    const first = await fetch(store.origin + page)
    const again = await fetch(store.origin + page)
    expect(first.headers.get("x-frame-options")).toBe("DENY")
    expect(first.headers.get("referrer-policy")).toBe("no-referrer")
    const policy = first.headers.get("content-security-policy") ?? ""
    const rules = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]
    for (const rule of rules) expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    expect(again.headers.get("content-security-policy")).not.toContain(nonce)
    const markup = await first.text()
    for (const [tag] of markup.matchAll(/<(?:script|style)\b[^>]*>/g))
      expect(tag).toContain(`nonce="${nonce}"`)
    expect(markup).not.toMatch(/\son\w+=|javascript:/i)
  })

  it("cannot make the store call their address by writing it into a webhook", async () => {
    let calls = 0
    const trap = createServer((_, res) => {
      calls++
      res.end("{}")
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => trap.once("listening", resolve))
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
    try {
      const ids = [url, `../../../${url}`, "..", "inv_1?x=1", "inv_1#", `@${url}`]
      for (const id of ids) {
        const data = { id, url, invoiceId: id, callbackUrl: url, depositAddress: url }
        for (const event of ["invoice.paid", "deposit.review_required"])
          expect(await postSigned(store, JSON.stringify({ event, data }))).toMatchObject({ status: 200 })
      }
      expect(await postSigned(store, paidBody("inv_1"))).toMatchObject({ status: 200 })
      const rows = await eventually(async () => {
        const stored = await storedDeliveries(store)
        expect(stored.filter(({ attempts }) => Number(attempts) > 0)).toHaveLength(2 * ids.length + 1)
        return stored
      })
      expect(new Set(rows.map((row) => row["resource_id"]))).toEqual(new Set([null, "..", "inv_1"]))
      const asked = await eventually(async () => {
        const paths = (await store.sandbox.requests("getInvoice")).map(({ path }) => path)
        expect(paths.length).toBeGreaterThan(0)
        return paths
      })
      for (const path of asked) expect(path).toMatch(/\/businesses\/invoices\/inv_1$/)
      expect(calls).toBe(0)
    } finally {
      await new Promise((resolve) => trap.close(resolve))
    }
  })

  it("finds no key, secret, body or address in the log of a purchase with every failure", async () => {
    const log = listenToLogs(store.container)
    try {
      const { orderId, sessionId, invoiceId, data } = await placePurchase(store)
      await store.sandbox.fault({ kind: "server_error", status: 500, endpoint: "getInvoice", count: 3 })
      await store.sandbox.fault({ kind: "webhook_badly_signed", count: 1 })
      const marked = JSON.stringify({ event: "invoice.paid", data: { id: "inv_x", note: "marked body" } })
      await postBytes(store, marked, signedHeaders(store, marked, { secret: "a secret that is wrong" }))
      await postSigned(store, marked)
      await store.sandbox.payInFull(invoiceId)
      await store.sandbox.advance(3_600_000)
      await eventually(() => expectCaptured(store, orderId))
      await store.merchant.health()

      const { rows } = await store.db.raw(`SELECT * FROM ${STORED} WHERE session_id = ?`, [sessionId])
      const text = log.text()
      expect(text).toContain(`payment ${rows[0].id}`)
      expect(text).toContain(orderId)
      expect(text).toContain("webhook refused: signature_invalid")
      const { apiKey, payoutApiKey, webhookSecret } = store.sandbox.credentials
      const secrets = [apiKey, payoutApiKey, webhookSecret, "a secret that is wrong", "marked body"]
      const { deposit_address, idempotency_key } = rows[0]
      const personal = [deposit_address, idempotency_key, "ada@example.com", "Ada", "x-api-key"]
      for (const secret of [...secrets, ...personal]) expect(text).not.toContain(secret)
      expect(JSON.stringify(data)).not.toContain(apiKey)
    } finally {
      log.stop()
    }
  })
}

/** An unsigned token. */
function unsignedToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "none", typ: "JWT" })}.${part({ actor_type: "user", actor_id: "user_1" })}.`
}
