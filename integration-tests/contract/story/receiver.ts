import { createServer, type IncomingHttpHeaders } from "node:http"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { eventResource, webhookEnvelopeSchema, type WireRecord } from "../../../src/gateway/contract"
import { verifyDelivery } from "../../../src/gateway"
import { noteEvent, type Observations } from "./observations"
import { eventToOurs } from "./our-names"

/** One delivery attempt that arrived. */
export type Received = {
  id: string
  /** Our name for it. */
  event: string
  /** The invoice, deposit or withdrawal, under the service's field names, with its identifier as `id`. */
  resource: WireRecord
  rawBody: Buffer
  headers: IncomingHttpHeaders
  isVerified: boolean
}

export type Receiver = {
  readonly url: string
  /** In the order of arrival, refused ones included. */
  readonly received: readonly Received[]
  /** Names of the verified events. */
  events(): string[]
  /** Statuses to answer the next attempts with, instead of 200 and 401. */
  answerWith(...statuses: number[]): void
  /** Answers nothing until the returned function is called. */
  holdAnswers(): () => void
  forget(): void
  close(): Promise<void>
}

/** A webhook receiver as a merchant has one: it verifies the raw bytes with the code we ship. */
export async function startReceiver(
  secrets: () => readonly string[],
  assumptions: Assumptions,
  seen: Observations
): Promise<Receiver> {
  const received: Received[] = []
  const statuses: number[] = []
  let mayAnswer = Promise.resolve()

  function take(rawBody: Buffer, headers: IncomingHttpHeaders): Received {
    const input = { rawBody, headers, secrets: secrets(), nowMs: Date.now() }
    const { isValid: isVerified } = verifyDelivery(input, assumptions.signature)
    const envelope = webhookEnvelopeSchema.parse(JSON.parse(rawBody.toString()))
    if (isVerified) noteEvent(seen, envelope, assumptions)
    const event = eventToOurs(envelope.event, assumptions)
    const resource = eventResource(envelope, assumptions)
    return { id: String(headers["x-webhook-id"]), event, resource, rawBody, headers, isVerified }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const delivery = take(Buffer.concat(chunks), request.headers)
      received.push(delivery)
      const status = statuses.shift() ?? (delivery.isVerified ? 200 : 401)
      void mayAnswer.then(() => response.writeHead(status).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the receiver has no port")

  return {
    url: `http://127.0.0.1:${address.port}/hooks/onchain`,
    received,
    events: () => received.filter(({ isVerified }) => isVerified).map(({ event }) => event),
    answerWith: (...next) => void statuses.push(...next),
    holdAnswers() {
      let release = () => {}
      mayAnswer = new Promise((resolve) => (release = resolve))
      return release
    },
    forget: () => void received.splice(0),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
