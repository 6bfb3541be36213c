import type { ServerResponse } from "node:http"
import { Server } from "node:net"

/** Proxies close a connection that is silent for a minute or less. */
const HEARTBEAT_MS = 15_000
/** Then the browser reconnects. Opening a stream costs about ten queries: sooner would cost more than all updates of 5,000 pages. */
const LIFE_MS = 15 * 60_000
/** Jitter per stream, so streams that started together do not reconnect together. */
const SPREAD = 0.2
const RECONNECT_MS = 2_000
/** An event is about 3 kB, so a connection with this much buffered has stopped reading. */
const MOST_UNSENT_BYTES = 64 * 1024
const FAREWELL_MS = 5_000

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // `no-transform` stops Medusa and proxies from compressing, which would delay events; the last header does so for nginx.
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
}

/** A server-sent events response. It has no timer: the owner calls `keep` every second and drops it when the response closes. */
export class EventStream {
  private readonly endsAtMs: number
  private lastWriteMs: number

  constructor(
    private readonly res: ServerResponse,
    private readonly clock: () => number,
    random: () => number = Math.random,
    private readonly farewellMs = FAREWELL_MS
  ) {
    const nowMs = clock()
    this.endsAtMs = nowMs + LIFE_MS * (1 - SPREAD * random())
    this.lastWriteMs = nowMs
    writeStreamHead(res)
    this.write(`retry: ${Math.round(RECONNECT_MS * (1 + random()))}\n\n`)
  }

  send(event: string, id: string, data: string): void {
    this.write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`)
  }

  keep(): boolean {
    const nowMs = this.clock()
    if (this.res.writableLength > MOST_UNSENT_BYTES || nowMs >= this.endsAtMs || this.isServerStopping)
      return false
    if (nowMs - this.lastWriteMs >= HEARTBEAT_MS) this.write(": still here\n\n")
    return true
  }

  /** Ends the stream. Destroys the connection of a reader that is behind or does not take the end. */
  end(): void {
    if (this.res.writableLength > MOST_UNSENT_BYTES) this.res.destroy()
    else {
      this.res.socket?.setTimeout(this.farewellMs)
      this.res.end()
    }
  }

  private write(text: string): void {
    this.lastWriteMs = this.clock()
    if (this.res.writableLength <= MOST_UNSENT_BYTES) this.res.write(text)
  }

  /** Medusa waits for open responses before it stops. Node's types lack the socket's server. */
  private get isServerStopping(): boolean {
    const { socket } = this.res
    return (
      socket !== null && "server" in socket && socket.server instanceof Server && !socket.server.listening
    )
  }
}

export function writeStreamHead(res: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
  res.flushHeaders()
}
