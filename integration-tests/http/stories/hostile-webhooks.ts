import { gzipSync } from "node:zlib"
import { Modules } from "@medusajs/framework/utils"
import {
  paidBody,
  postBytes,
  postSigned,
  signedHeaders,
  type WebhookHeaders,
} from "../support/hand-signed-webhook"
import { listenTo } from "../support/event-listener"
import { expectCaptured, expectUnpaid, placePurchase } from "../support/purchase"
import { expectRefused, storedDeliveries } from "../support/refusals"
import type { StoreUnderTest } from "../support/store-suite"

const BODY = paidBody("inv_1")
const TEN_MINUTES = 600_000
/** Of UTF-8. */
const MARK = "\ufeff"

export function hostileWebhooksStories(store: StoreUnderTest): void {
  let events: unknown[] = []
  beforeAll(() => void (events = listenTo(store, "onchain.webhook_received")))
  beforeEach(() => void events.splice(0))

  // The rules of each header are in the tests of the signature and of the intake.
  const refused: [string, (valid: WebhookHeaders) => WebhookHeaders, string][] = [
    [
      "signed with another key",
      () => signedHeaders(store, BODY, { secret: "another secret" }),
      "signature_invalid",
    ],
    [
      "with two headers of different signatures",
      (valid) => other(valid, "x-webhook-signature"),
      "signature_missing",
    ],
    ["with a stale timestamp", () => signedHeaders(store, BODY, { ageMs: TEN_MINUTES }), "timestamp_stale"],
    ["with two headers of different ids", (valid) => other(valid, "x-webhook-id"), "id_missing"],
    ["with a byte above ASCII in its id", () => signedHeaders(store, BODY, { id: "\u00e9" }), "id_invalid"],
  ]
  it.each(refused)("%s are refused", async (_, change, code) => {
    const headers = change(signedHeaders(store, BODY))
    const status = code.startsWith("id_") ? 400 : 401
    await expectRefused(store, () => postBytes(store, BODY, headers), status, code)
    expect(events).toEqual([])
  })

  it("with any byte of the body changed are refused", async () => {
    for (const index of [0, 10, BODY.length - 1]) {
      const bytes = Buffer.from(BODY)
      bytes[index] = (bytes[index] ?? 0) ^ 1
      const headers = signedHeaders(store, BODY)
      await expectRefused(store, () => postBytes(store, bytes, headers), 401, "signature_invalid")
    }
  })

  it("that are replayed, under the same id or another, capture once, also under an id that had another body before", async () => {
    const { sandbox } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_lost", count: 20 })
    await sandbox.payInFull(invoiceId)
    await expectUnpaid(store, orderId)
    const first = JSON.stringify({ event: "treasury.swept", data: { id: "first" } })
    await postSigned(store, first, { id: "replayed" })
    await store.quiet()
    events.splice(0)

    const body = paidBody(invoiceId)
    const headers = signedHeaders(store, body, { id: "replayed" })
    expect(await postBytes(store, body, headers)).toEqual({
      status: 200,
      json: { received: true, repeated: false },
    })
    await store.quiet()
    await expectCaptured(store, orderId)
    for (let time = 0; time < 3; time++) {
      expect(await postBytes(store, body, headers)).toEqual({
        status: 200,
        json: { received: true, repeated: true },
      })
    }
    const stored = await storedDeliveries(store)
    expect(stored).toHaveLength(2)
    expect(stored).toContainEqual(
      expect.objectContaining({ id: "replayed", raw_body: first, state: "ignored" })
    )
    expect(events).toHaveLength(1)

    expect(await postBytes(store, body, { ...headers, "x-webhook-id": "renamed" })).toMatchObject({
      status: 200,
    })
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("that are signed and call a pending invoice paid capture nothing", async () => {
    const { sandbox } = store
    const { orderId, invoiceId } = await placePurchase(store)
    const forged = { id: invoiceId, status: "paid", amountReceived: "17.00", txHash: `0x${"a".repeat(64)}` }
    const body = JSON.stringify({ event: "invoice.paid", data: forged })
    expect(await postSigned(store, body)).toMatchObject({ status: 200 })
    await store.quiet()
    expect(await storedDeliveries(store)).toMatchObject([{ state: "processed", resource_id: invoiceId }])
    expect((await sandbox.calls("getInvoice")).length).toBeGreaterThan(0)
    await expectUnpaid(store, orderId)
  })

  it.each([
    "/hooks/payment/onchain_default",
    "/hooks/payment/pp_onchain_default",
    "/hooks/payment/onchain_another/",
    "/Hooks/payment/%6Fnchain_default",
  ])("have no second door: %s is closed, even to validly signed ones", async (path) => {
    const reported: unknown[] = []
    const tell = (event: unknown) => Promise.resolve(void reported.push(event))
    const bus = store.container.resolve(Modules.EVENT_BUS)
    bus.subscribe("payment.webhook_received", tell, { subscriberId: `told of ${path}` })
    try {
      await expectRefused(
        store,
        () => postBytes(store, BODY, signedHeaders(store, BODY), { path }),
        410,
        "address_wrong"
      )
    } finally {
      bus.unsubscribe("payment.webhook_received", tell, { subscriberId: `told of ${path}` })
    }
    expect([...reported, ...events]).toEqual([])
  })

  it("are neither parsed nor decompressed at Medusa's own payment route, which is left to other providers", async () => {
    const packed = gzipSync(Buffer.alloc(1024 * 1024))
    const headers = { ...signedHeaders(store, packed), "content-encoding": "gzip" }
    const send = (path: string) => postBytes(store, packed, headers, { path })
    // 413 is Medusa's answer to any compressed body.
    expect(await send("/hooks/payment/onchain_default")).toMatchObject({ status: 410 })
    expect(await send("/hooks/payment/stripe_stripe")).toMatchObject({ status: 413 })
    const other = { path: "/hooks/payment/stripe_stripe" }
    expect(await postBytes(store, BODY, signedHeaders(store, BODY), other)).toMatchObject({ status: 200 })
  })

  // What an honest sender, or a proxy before the store, may do; the other ways are in the tests of the signature.
  const harmless: [string, (body: string) => { bytes: Buffer; headers: WebhookHeaders }][] = [
    [
      "begin with a byte order mark, which is signed too",
      (body) => {
        const bytes = Buffer.from(MARK + body)
        return { bytes, headers: signedHeaders(store, bytes) }
      },
    ],
    [
      "repeat each header",
      (body) => {
        const { "content-type": type = "", ...signed } = signedHeaders(store, body)
        const twice = Object.entries(signed).map(([name, value]) => [name, [String(value), String(value)]])
        return { bytes: Buffer.from(body), headers: { "content-type": type, ...Object.fromEntries(twice) } }
      },
    ],
  ]
  it.each(harmless)("that %s are accepted, and capture", async (_, deliveryOf) => {
    const { sandbox } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_lost", count: 20 })
    await sandbox.payInFull(invoiceId)
    await expectUnpaid(store, orderId)
    const { bytes, headers } = deliveryOf(paidBody(invoiceId))
    expect(await postBytes(store, bytes, headers)).toMatchObject({ status: 200 })
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("whose byte order mark is not signed are refused", async () => {
    const headers = signedHeaders(store, BODY)
    await expectRefused(
      store,
      () => postBytes(store, Buffer.from(MARK + BODY), headers),
      401,
      "signature_invalid"
    )
  })
}

function other(headers: WebhookHeaders, name: string): WebhookHeaders {
  return { ...headers, [name]: [String(headers[name]), "1"] }
}
