import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"
import type { OnchainCheckout } from "../../../src/types/http"

/** A server-sent events stream on its own connection, parsed like in a browser. */
export type LiveStream = {
  status: number
  headers: IncomingHttpHeaders
  checkouts: OnchainCheckout[]
  ids: string[]
  text: () => string
  isEnded: () => boolean
  close: () => void
}

export async function openStream(
  url: string,
  options: { headers?: Record<string, string>; method?: string } = {}
): Promise<LiveStream> {
  const headers = { accept: "text/event-stream", "accept-encoding": "gzip, br", ...options.headers }
  const sent = request(url, { agent: false, method: options.method ?? "GET", headers })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject).end()
  })
  const stream = { checkouts: [] as OnchainCheckout[], ids: [] as string[] }
  let [text, rest, isEnded] = ["", "", false]
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
    const blocks = (rest + chunk).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const [, id, data] = /^event: checkout\nid: (.+)\ndata: (.+)$/.exec(block) ?? []
      if (id === undefined || data === undefined) continue
      stream.ids.push(id)
      stream.checkouts.push(JSON.parse(data) as OnchainCheckout)
    }
  })
  answer.once("close", () => (isEnded = true)).on("error", () => undefined)
  sent.on("error", () => undefined)
  return {
    ...stream,
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: () => text,
    isEnded: () => isEnded,
    close: () => sent.destroy(),
  }
}
