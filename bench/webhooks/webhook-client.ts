import { once } from "node:events"
import { Agent, type IncomingMessage, request } from "node:http"
import type { Webhook } from "./webhook"

/** Sends webhooks over keep-alive connections. */
export interface WebhookClient {
  /** @throws Error unless the answer is a 2xx */
  post(webhook: Webhook): Promise<void>
  close(): void
}

/**
 * A client as light as Node has one, since it shares the machine with what it measures.
 *
 * @param connections most requests in flight at once
 */
export function createWebhookClient(connections: number): WebhookClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    async post({ url, headers, body }) {
      const sent = request(url, { agent, method: "POST", headers })
      sent.end(body)
      const [answer] = (await once(sent, "response")) as [IncomingMessage]
      answer.resume()
      await once(answer, "end")
      const { statusCode = 0 } = answer
      if (statusCode < 200 || statusCode > 299)
        throw new Error(`${url.pathname} answered a webhook with ${statusCode}`)
    },
    close: () => agent.destroy(),
  }
}
