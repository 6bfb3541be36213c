import { ExactEvmScheme } from "@x402/evm"
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig, x402Client } from "@x402/fetch"
import { Signature, type TypedDataDomain, type TypedDataField, Wallet } from "ethers"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { OnchainCheckout, OnchainTransferAuthorization } from "../../../src/types/http"
import { eventually } from "../support/eventually"
import { expectUnpaid, findRail, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

/** `X402_ORDERS=100 npm test -- http access` buys more. */
const ORDERS = Number(process.env.X402_ORDERS ?? 3)
const AT_ONCE = 4
const JSON_ONLY = { headers: { accept: "application/json" } }

type Offer = Awaited<Parameters<x402Client["createPaymentPayload"]>[0]>
type Accepted = Offer["accepts"][number]

type TypedData = {
  domain: TypedDataDomain
  types: { TransferWithAuthorization: TypedDataField[] }
  message: { nonce: string }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64")
const decode = <T>(header: string | null) => JSON.parse(Buffer.from(header ?? "", "base64").toString()) as T

/** Software that buys with the stock client of x402, and a facilitator that does whatever it likes. */
export function agentStories(store: StoreUnderTest): void {
  const wallet = Wallet.createRandom()
  const scheme = new ExactEvmScheme({
    address: wallet.address as `0x${string}`,
    signTypedData: async ({ domain, types, message }) =>
      (await wallet.signTypedData(
        domain,
        types as Record<string, TypedDataField[]>,
        message
      )) as `0x${string}`,
  })
  const client = x402Client.fromConfig({
    ...{ schemes: [{ network: "eip155:*", client: scheme }], spendControls: false },
  })
  const buy = wrapFetchWithPaymentFromConfig(fetch, {
    ...{ schemes: [{ network: "eip155:*", client: scheme }], spendControls: false },
  })

  beforeEach(() => {
    const facilitator = `${store.sandbox.origin}/_sandbox/facilitator`
    Object.assign(store.container.resolve("onchain").options, { x402: { facilitator } })
  })
  afterEach(async () => {
    Object.assign(store.container.resolve("onchain").options, { x402: undefined })
    await store.sandbox.setFacilitator("valid")
  })

  /** By the store API alone: a cart, its order, and the link of its page. */
  async function order(): Promise<{ url: string; orderId: string }> {
    const { cartId, sessionId } = await store.shopper.choose(await store.shopper.fillCart(), undefined)
    return {
      orderId: await store.shopper.placeOrder(cartId),
      url: store.origin + store.shopper.pagePath(sessionId),
    }
  }
  const paymentOf = async (orderId: string) => (await store.merchant.order(orderId)).captures
  const confirm = async () => {
    await store.sandbox.advance(60_000)
    await store.quiet()
  }

  async function sign(url: string, change: Partial<Accepted> = {}) {
    const asked = await fetch(url, JSON_ONLY)
    expect(asked.status).toBe(402)
    const offer = decode<Offer>(asked.headers.get("payment-required"))
    expect(await asked.json()).toEqual(offer)
    const accepts = offer.accepts.map((accepted) => ({ ...accepted, ...change }))
    return client.createPaymentPayload({ ...offer, accepts })
  }
  const send = (url: string, payload: unknown) =>
    fetch(url, { headers: { ...JSON_ONLY.headers, "payment-signature": encode(payload) } })

  it(
    `buys ${ORDERS} of ${ORDERS} orders with the stock client, each captured once`,
    async () => {
      const hashes = new Map<string, string>()
      const buyOne = async () => {
        const { url, orderId } = await order()
        const answer = await buy(url, JSON_ONLY)
        expect(answer.status).toBe(200)
        const said = decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "")
        expect(said).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x[\da-f]{64}$/) })
        const { payment } = (await answer.json()) as OnchainCheckout
        expect(payment).toMatchObject({ network_id: "base-sepolia", token: "USDC" })
        hashes.set(orderId, said.transaction)
        return url
      }
      const urls: string[] = []
      while (urls.length < ORDERS) {
        const atOnce = Math.min(AT_ONCE, ORDERS - urls.length)
        urls.push(...(await Promise.all(Array.from({ length: atOnce }, buyOne))))
      }
      await confirm()
      await eventually(async () => {
        const captures = await Promise.all([...hashes.keys()].map(paymentOf))
        expect(captures.map(({ length }) => length)).toEqual(urls.map(() => 1))
      })
      expect(new Set(hashes.values()).size).toBe(ORDERS)
      const paid = (await (await fetch(urls[0] ?? "", JSON_ONLY)).json()) as OnchainCheckout
      expect(paid.payment.status).toBe("paid")
    },
    60_000 + ORDERS * 3_000
  )

  it("takes nothing that is not exactly what the order asks for, and says why", async () => {
    const payer = Wallet.createRandom().address
    const first = await order()
    const used = await sign(first.url)
    expect((await send(first.url, used)).status).toBe(200)
    const { url, orderId } = await order()
    const signed = await sign(url)
    const changed = { ...(signed.payload as { authorization: object; signature: string }) }
    const forged = { ...changed, authorization: { ...changed.authorization, from: payer } }
    const mismatch = "invalid_exact_evm_payload_recipient_mismatch"
    const cases: [payload: unknown, error: string][] = [
      ["nothing of the kind", "invalid_payload"],
      [{ ...signed, x402Version: 1 }, "invalid_payload"],
      [await sign(url, { amount: "16999999" }), "invalid_exact_evm_payload_authorization_value"],
      [await sign(url, { payTo: payer }), mismatch],
      [{ ...(await sign(url, { payTo: payer })), accepted: signed.accepted }, mismatch],
      [await sign(url, { asset: payer }), "invalid_asset"],
      [
        { ...(await sign(url, { asset: payer })), accepted: signed.accepted },
        "invalid_exact_evm_payload_signature",
      ],
      [await sign(url, { network: "eip155:11155111" }), "invalid_network"],
      [await sign(url, { maxTimeoutSeconds: -5 }), "invalid_exact_evm_payload_authorization_valid_before"],
      [
        await sign(url, { maxTimeoutSeconds: 90_000 }),
        "invalid_exact_evm_payload_authorization_valid_before",
      ],
      [{ ...signed, payload: forged }, "invalid_exact_evm_payload_signature"],
      [used, mismatch],
    ]
    for (const [payload, error] of cases) {
      const answer = await send(url, payload)
      expect([answer.status, decode<Offer>(answer.headers.get("payment-required")).error]).toEqual([
        402,
        error,
      ])
    }
    await confirm()
    expect(await paymentOf(orderId)).toEqual([])
    expect(await store.sandbox.payments()).toHaveLength(1)
    // None of them took the place of the right one.
    expect((await send(url, signed)).status).toBe(200)
  })

  it.each([
    ["slow", 200, 1],
    ["lost", 202, 1],
    ["failing", 202, 0],
    ["poor", 402, 0],
    ["lying", 200, 0],
    ["late", 402, 1],
    ["double", 200, 1],
    ["other_token", 200, 0],
  ] as const)("a facilitator that is %s changes no order but by money", async (fate, status, captures) => {
    const { url, orderId } = await order()
    await store.sandbox.setFacilitator(fate)
    expect((await buy(url, JSON_ONLY)).status).toBe(status)
    await confirm()
    await eventually(async () => expect(await paymentOf(orderId)).toHaveLength(captures))
    await store.sandbox.setFacilitator("valid")
    const again = await fetch(url, JSON_ONLY)
    expect(again.status).toBe(200)
    await confirm()
    const isSentAgain = fate === "failing" || fate === "poor"
    const { length } = await paymentOf(orderId)
    expect(length).toBe(isSentAgain ? 1 : captures)
    if (length === 0) await expectUnpaid(store, orderId)
    const moved = (await store.sandbox.payments()).length
    expect(moved).toBe(fate === "double" ? 2 : fate === "lying" ? 0 : 1)
  })

  it("software that looks takes no place of what the payer chose or sent, until it names the rail", async () => {
    const { cartId, sessionId } = await store.shopper.choose(await store.shopper.fillCart(), USDC_ON_BASE)
    await store.shopper.placeOrder(cartId)
    const url = store.origin + store.shopper.pagePath(sessionId)
    const attempts = async () => (await store.db.raw("SELECT id FROM onchain_attempt")).rows
    const [chosen, ...none] = await attempts()
    expect(none).toEqual([])
    expect((await fetch(url, JSON_ONLY)).status).toBe(409)
    const rail = encodeURIComponent(await findRail(store, "base-sepolia", "USDC"))
    expect((await fetch(`${url}?rail=${rail}`, { ...JSON_ONLY, method: "HEAD" })).status).toBe(200)
    expect(await attempts()).toEqual([chosen])
    await store.shopper.claim(sessionId, `0x${"ab".repeat(32)}`)
    expect((await fetch(url, JSON_ONLY)).status).toBe(200)
    expect(await attempts()).toEqual([chosen])
    expect((await fetch(`${url}?rail=${rail}`, JSON_ONLY)).status).toBe(402)
    expect(await attempts()).toHaveLength(2)
  })

  it.each([
    ["failing", 202, 202, { reason: "not_due" }],
    ["poor", 402, 409, { code: "not_offered" }],
  ] as const)(
    "nothing is sent or requested again for an order that is cancelled, before Medusa's event says so: %s",
    async (fate, status, later, reason) => {
      const { url, orderId } = await order()
      const signed = await sign(url)
      await store.sandbox.setFacilitator(fate)
      expect((await send(url, signed)).status).toBe(status)
      await store.sandbox.setFacilitator("valid")
      await store.db.raw(`UPDATE "order" SET status = 'canceled' WHERE id = ?`, [orderId])
      const answer = await send(url, signed)
      expect([answer.status, answer.headers.get("payment-required"), await answer.json()]).toEqual([
        later,
        null,
        expect.objectContaining(reason),
      ])
      expect(await store.sandbox.payments()).toEqual([])
    }
  )

  it("what was signed and not sent stays unsent once its payer names a transaction, and is taken until its quote ends", async () => {
    const { options } = store.container.resolve("onchain")
    const { x402 } = options
    const { url } = await order()
    await fetch(url, JSON_ONLY)
    const left = (seconds: number) =>
      store.db.raw(
        `UPDATE onchain_attempt SET expires_at = now() + ? * interval '1 second' WHERE state = 'awaiting'`,
        [seconds]
      )
    await left(60)
    const signed = await sign(url)
    await left(42)
    Object.assign(options, { x402: { facilitator: `${store.origin}/nothing` } })
    const checkout = (await (await send(url, signed)).json()) as OnchainCheckout
    expect(checkout).toMatchObject({ reason: "facilitator_unavailable", payment: { is_signed: true } })
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ tx_hash: `0x${"ab".repeat(32)}` })
    expect((await fetch(`${url}/claims`, { method: "POST", headers, body })).status).toBe(200)
    Object.assign(options, { x402 })
    const answer = await send(url, signed)
    expect([answer.status, await answer.json()]).toEqual([
      202,
      expect.objectContaining({ reason: "not_due" }),
    ])
    expect(await store.sandbox.payments()).toEqual([])
  })

  it("an answer of a facilitator that is none settles and declines nothing, and the same signature still pays once", async () => {
    const json = (value: object) => JSON.stringify(value)
    const network = "eip155:84532"
    const kinds = [{ x402Version: 2, scheme: "exact", network }]
    let settled: { status?: number; body: string; location?: string } = { body: "" }
    const server = createServer((req, res) => {
      req.resume()
      const isSettling = req.url === "/settle"
      const known = req.url === "/verify" ? { isValid: true } : { kinds }
      const { status = 200, body, location } = isSettling ? settled : { body: json(known) }
      res.writeHead(status, { "content-type": "text/html", ...(location && { location }) }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const { options } = store.container.resolve("onchain")
    const { x402 } = options
    Object.assign(options, { x402: { facilitator: `http://127.0.0.1:${port}/` } })
    try {
      const { url, orderId } = await order()
      const signed = await sign(url)
      const success = { success: true, network }
      for (settled of [
        { body: "<html>ok</html>" },
        { status: 307, body: "", location: `${store.sandbox.origin}/_sandbox/facilitator/settle` },
        { body: json({ ...success, transaction: "0x12", pad: "x".repeat(5_000_000) }) },
        { body: json({ ...success, transaction: "ab".repeat(40) }) },
        { body: json({ ...success, success: "true" }) },
        { status: 500, body: json({ ...success, transaction: `0x${"ab".repeat(32)}` }) },
        { status: 401, body: json({ error: "<b>no key</b>" }) },
        { status: 400, body: json({ success: false, errorReason: "<b>nonce used</b>", transaction: "" }) },
      ]) {
        const answer = await send(url, signed)
        expect([settled, answer.status, await answer.text()]).toEqual([
          settled,
          202,
          expect.not.stringMatching(/<b>/),
        ])
      }
      Object.assign(options, { x402 })
      expect((await send(url, signed)).status).toBe(200)
      await confirm()
      await eventually(async () => expect(await paymentOf(orderId)).toHaveLength(1))
    } finally {
      server.close()
    }
  })

  it("repeats a signature whose answer was lost, and takes no other one meanwhile", async () => {
    const { url, orderId } = await order()
    const signed = await sign(url)
    const other = await sign(url)
    await store.sandbox.setFacilitator("failing")
    const unclear = await send(url, signed)
    expect(unclear.status).toBe(202)
    // The page warns of another payment, also once it is loaded again.
    expect(((await unclear.json()) as OnchainCheckout).payment.is_signed).toBe(true)
    await store.sandbox.setFacilitator("valid")
    const answers = await Promise.all([signed, other, signed].map((payload) => send(url, payload)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.headers.get("payment-response"))).size).toBe(1)
    expect(await store.sandbox.payments()).toHaveLength(1)
    await confirm()
    await eventually(async () => expect(await paymentOf(orderId)).toHaveLength(1))
  })

  it("the page shows a nonce that is stored, and takes its signature once", async () => {
    const { url, orderId } = await order()
    const post = async <T>(path: string, body: object): Promise<T> => {
      const headers = { "content-type": "application/json" }
      return (await (
        await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
      ).json()) as T
    }
    const rail = await findRail(store, "base-sepolia", "USDC")
    expect((await post<OnchainCheckout>("/attempts", { rail })).payment.can_sign).toBe(true)
    const authorize = (body: object) => post<OnchainTransferAuthorization>("/authorizations", body)
    const from = wallet.address
    const prepared = await authorize({ from })
    expect(await authorize({ from })).toEqual(prepared)
    const { domain, types, message } = prepared.typed_data as TypedData
    const { rows } = await store.db.raw(
      "SELECT transfer_authorization->>'nonce' AS nonce FROM onchain_attempt"
    )
    expect(rows).toEqual([{ nonce: message.nonce }])
    const { TransferWithAuthorization } = types
    const written = await wallet.signTypedData(domain, { TransferWithAuthorization }, message)
    // Some hardware ends it with 0 or 1, which the token does not take.
    const signature = `${written.slice(0, -2)}0${Signature.from(written).yParity}`
    const stranger = Wallet.createRandom().address
    expect(await authorize({ from: stranger, signature })).toMatchObject({ state: "declined" })
    const settled = { state: "settled", reason: null, typed_data: null }
    for (const body of [{ from, signature }, { from, signature }, { from: stranger }])
      expect(await authorize(body)).toEqual(settled)
    expect(await store.sandbox.payments()).toHaveLength(1)
    await confirm()
    await eventually(async () => expect(await paymentOf(orderId)).toHaveLength(1))
    const part = await fetch(`${store.origin}/onchain/checkout/onchain-authorization.mjs`)
    expect([part.status, await part.text()]).toEqual([200, expect.stringContaining("eth_signTypedData_v4")])
  })

  it("offers nothing without a facilitator that answers, and the page is the same as ever", async () => {
    const { url } = await order()
    Object.assign(store.container.resolve("onchain").options, {
      x402: { facilitator: `${store.origin}/nothing` },
    })
    const answer = await fetch(url, JSON_ONLY)
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: "not_offered" }),
    ])
    Object.assign(store.container.resolve("onchain").options, { x402: undefined })
    const page = await fetch(url, JSON_ONLY)
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  })
}
