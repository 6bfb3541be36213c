import { createHmac } from "node:crypto"
import { request } from "node:http"
import type { StoreUnderTest } from "./store-suite"

export type WebhookHeaders = Record<string, string | string[]>
export type Answer = { status: number; json: Record<string, unknown> }

type Signing = { id?: string; secret?: string; ageMs?: number }
type Sending = { method?: string; path?: string; isChunked?: boolean }

let deliveries = 0

/** The headers of a delivery, signed here without the plugin's own code, which might be wrong twice. */
export function signedHeaders(
  { sandbox }: StoreUnderTest,
  body: string | Buffer,
  { id = `hand_${deliveries++}`, secret = sandbox.credentials.webhookSecret ?? "", ageMs = 0 }: Signing = {}
): WebhookHeaders {
  const timestamp = String(Math.floor((Date.now() - ageMs) / 1000))
  const signature = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
  return {
    "content-type": "application/json",
    "x-webhook-id": id,
    "x-webhook-timestamp": timestamp,
    "x-webhook-signature": signature,
  }
}

/** Sends bytes to the store on a new connection. */
export function postBytes(
  { origin }: StoreUnderTest,
  body: string | Buffer,
  headers: WebhookHeaders,
  { method = "POST", path = "/hooks/onchain", isChunked = false }: Sending = {}
): Promise<Answer> {
  const length = isChunked ? {} : { "content-length": String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, agent: false, headers: { ...headers, ...length } })
    sent.on("error", reject)
    sent.on("response", (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("error", reject)
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = answer.headers["content-type"]?.includes("json")
        resolve({ status: answer.statusCode ?? 0, json: isJson ? JSON.parse(text) : {} })
      })
    })
    // Two writes make it chunked: a body known at the end would get a length.
    if (isChunked) sent.write(body.slice(0, 1))
    sent.end(isChunked ? body.slice(1) : body)
  })
}

export function postSigned(
  store: StoreUnderTest,
  body: string | Buffer,
  signing: Signing = {},
  headers: WebhookHeaders = {}
): Promise<Answer> {
  return postBytes(store, body, { ...signedHeaders(store, body, signing), ...headers })
}

export const paidBody = (invoiceId: string) =>
  JSON.stringify({ event: "invoice.paid", data: { id: invoiceId } })
