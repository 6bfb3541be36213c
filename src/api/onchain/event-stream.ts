import type { ServerResponse } from "node:http"
import { Server } from "node:net"

/** Proxies close a connection that is silent for a minute or less. */
const HEARTBEAT_MS = 15_000
/**
 * Then the browser connects again, perhaps to another process. Access is looked at meanwhile, too; an opening costs about ten
 * queries, so 5,000 pages that return every five minutes would cost more than all their updates.
 */
const LIFE_MS = 15 * 60_000
/** A share of both times that differs per stream, so that streams which began together do not return together. */
const SPREAD = 0.2
/** How long a browser waits before it connects again. */
const RECONNECT_MS = 2_000
/** An event has about 3 kB: a connection that holds this much back does not read. */
const MOST_UNSENT_BYTES = 64 * 1024
const FAREWELL_MS = 5_000

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // `no-transform` keeps Medusa's compression and a proxy's from holding events back, and the last one tells nginx.
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
}

/**
 * An answer of server-sent events.
 *
 * It has no timer of its own: its owner calls `keep` every second, and forgets it when the answer closes.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class EventStream {
  private readonly endsAtMs: number
  private lastWriteMs: number

  /**
   * @param clock epoch milliseconds
   * @param random from 0 to 1
   * @param farewellMs how long the last bytes may take; then Node closes the connection
   */
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

  /** @param data one line, such as JSON */
  send(event: string, id: string, data: string): void {
    this.write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`)
  }

  /** @returns false when the stream has to end */
  keep(): boolean {
    const nowMs = this.clock()
    if (this.res.writableLength > MOST_UNSENT_BYTES || nowMs >= this.endsAtMs || this.isServerStopping)
      return false
    if (nowMs - this.lastWriteMs >= HEARTBEAT_MS) this.write(": still here\n\n")
    return true
  }

  /** A reader that is behind is cut off, and one that takes the end no more loses its connection, too. */
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

  /** Medusa stops when its open answers have ended. Node names the server of a connection, its types do not. */
  private get isServerStopping(): boolean {
    const { socket } = this.res
    return (
      socket !== null && "server" in socket && socket.server instanceof Server && !socket.server.listening
    )
  }
}

/** Sends the headers at once, before the first event. */
export function writeStreamHead(res: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
  res.flushHeaders()
}
