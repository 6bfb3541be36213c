import { type ClientRequest, type IncomingMessage, request } from "node:http"

/** Many open pages in this process, each with its own connection, like browsers. */
export interface WatcherSwarm {
  /**
   * Waits for this many events.
   *
   * @param containing other events do not count
   * @returns the delay of each since the call, in milliseconds
   */
  nextEvents(count: number, timeoutMs: number, containing?: string): Promise<number[]>
  close(): void
}

const atOnce = 8

/** Opens one stream per URL and waits for the first event of each. */
export async function openSwarm(urls: readonly string[]): Promise<WatcherSwarm> {
  const requests: ClientRequest[] = []
  let onEvent: ((event: string) => void) | undefined
  const waiting = [...urls]
  const openInTurn = async () => {
    for (let url = waiting.pop(); url; url = waiting.pop())
      requests.push(await open(url, (event) => onEvent?.(event)))
  }
  await Promise.all(Array.from({ length: atOnce }, openInTurn))
  return {
    nextEvents: (count, timeoutMs, containing = "") =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const delays: number[] = []
        const timeout = setTimeout(
          () => reject(new Error(`${delays.length} of ${count} events arrived within ${timeoutMs} ms`)),
          timeoutMs
        )
        onEvent = (event) => {
          if (!event.includes(containing)) return
          delays.push(performance.now() - startedAt)
          if (delays.length < count) return
          clearTimeout(timeout)
          onEvent = undefined
          resolve(delays)
        }
      }),
    close: () => requests.forEach((sent) => sent.destroy()),
  }
}

/** Resolves at the first event, which is not passed on. */
function open(url: string, onEvent: (event: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    let rest = ""
    const sent = request(url, { agent: false, headers: { accept: "text/event-stream" } })
    const listen = (answer: IncomingMessage) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`a stream was answered with ${answer.statusCode}`))
      answer.setEncoding("utf8").on("data", (text: string) => {
        const blocks = (rest + text).split("\n\n")
        rest = blocks.pop() ?? ""
        for (const block of blocks.filter((one) => one.startsWith("event: "))) {
          if (isOpen) onEvent(block)
          isOpen = true
          resolve(sent)
        }
      })
    }
    sent.once("response", listen).on("error", reject).end()
  })
}
