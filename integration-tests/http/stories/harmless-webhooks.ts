import { paidBody, postBytes, signedHeaders, type WebhookHeaders } from "../support/hand-signed-webhook"
import { expectCaptured, expectUnpaid, placePurchase } from "../support/purchase"
import { expectRefused } from "../support/refusals"
import type { StoreUnderTest } from "../support/store-suite"

/** What an honest sender, or a proxy before the store, may do to a delivery. */
export function harmlessWebhooksStories(store: StoreUnderTest): void {
  const MARK = Buffer.from([0xef, 0xbb, 0xbf])
  const harmless: [string, (body: string) => { body: string | Buffer; headers: WebhookHeaders }][] = [
    [
      "begin with a byte order mark, which is signed too",
      (body) => signedBytes(Buffer.concat([MARK, Buffer.from(body)])),
    ],
    [
      "name the encoding Identity",
      (body) => signedBytes(body, (valid) => ({ ...valid, "content-encoding": "Identity" })),
    ],
    [
      "repeat each header",
      (body) =>
        signedBytes(body, (valid) =>
          ["x-webhook-id", "x-webhook-timestamp", "x-webhook-signature"].reduce(twice, valid)
        ),
    ],
    [
      "list the signatures of two secrets",
      (body) =>
        signedBytes(body, (valid) => ({
          ...valid,
          "x-webhook-signature": `${"ab".repeat(32)},${String(valid["x-webhook-signature"])}`,
        })),
    ],
    [
      "are signed in capitals",
      (body) =>
        signedBytes(body, (valid) => ({
          ...valid,
          "x-webhook-signature": String(valid["x-webhook-signature"]).toUpperCase(),
        })),
    ],
  ]
  const signedBytes = (body: string | Buffer, change = (valid: WebhookHeaders) => valid) => ({
    body,
    headers: change(signedHeaders(store, body)),
  })
  it.each(harmless)("that %s are accepted, and capture", async (_, deliveryOf) => {
    const { sandbox } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_lost", count: 20 })
    await sandbox.payInFull(invoiceId)
    await expectUnpaid(store, orderId)
    const { body, headers } = deliveryOf(paidBody(invoiceId))
    expect(await postBytes(store, body, headers)).toMatchObject({ status: 200 })
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("whose byte order mark is not signed are refused", async () => {
    const body = paidBody("inv_1")
    const bytes = Buffer.concat([MARK, Buffer.from(body)])
    await expectRefused(
      store,
      () => postBytes(store, bytes, signedHeaders(store, body)),
      401,
      "signature_invalid"
    )
  })
}

function twice(headers: WebhookHeaders, name: string): WebhookHeaders {
  const value = String(headers[name])
  return { ...headers, [name]: [value, value] }
}
