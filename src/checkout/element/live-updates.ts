import type { OnchainCheckout } from "../../types/http"
import { CallRefused, type CheckoutApi } from "./checkout-api"

/** Browser APIs, replaceable in tests. */
export type LivePorts = {
  openStream: ((url: string) => EventSource) | null
  setTimer: (run: () => void, ms: number) => number
  clearTimer: (id: number) => void
  /** Monotonic milliseconds. */
  now: () => number
}

export type LiveListener = {
  onCheckout: (checkout: OnchainCheckout) => void
  /** @param isConnected false while both the stream and polls fail */
  onConnection: (isConnected: boolean) => void
  /** The link no longer works. */
  onGone: () => void
}

const FIRST_MS = 2_000
const LONGEST_MS = 30_000
/** A stream is given up after this many failures in a row, for example behind a buffering proxy. */
const MOST_STREAM_ERRORS = 3
/** A stream that stayed open this long works: the server ends streams regularly, and the browser reconnects. */
const WORKS_AFTER_MS = 60_000
const OPEN = 1
const CLOSED = 2

/**
 * Keeps a checkout up to date with server-sent events, or by polling where they do not get through.
 *
 * The browser resumes the stream with the version it has. While it reconnects, the status is polled.
 */
export class LiveUpdates {
  #stream: EventSource | null = null
  #timer: number | null = null
  #pauseMs = FIRST_MS
  #streamErrors = 0
  #isRunning = false
  /** The last poll did not reach the server. */
  #isAway = false
  /** Counts starts, so that late answers of an earlier run are dropped. */
  #run = 0

  constructor(
    private readonly api: CheckoutApi,
    private readonly ports: LivePorts,
    private readonly listener: LiveListener
  ) {}

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run += 1
    this.#pauseMs = FIRST_MS
    if (this.ports.openStream && this.#streamErrors < MOST_STREAM_ERRORS) this.#listen(this.ports.openStream)
    else this.#schedule()
  }

  stop(): void {
    this.#isRunning = false
    this.#stream?.close()
    this.#stream = null
    this.#clear()
  }

  /** Reads the status immediately, such as after a tab was hidden. */
  async poll(): Promise<void> {
    const run = this.#run
    this.#clear()
    try {
      const checkout = await this.api.readCheckout({ isDisplay: false })
      if (run !== this.#run) return
      this.#pauseMs = FIRST_MS
      this.listener.onConnection(true)
      this.listener.onCheckout(checkout)
      if (this.#isAway) this.#listenAgain()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (run !== this.#run) return
      if (error.refusal === "gone") {
        this.stop()
        return this.listener.onGone()
      }
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_MS)
      if (error.refusal === "unreachable") {
        this.#isAway = true
        this.listener.onConnection(false)
      }
    }
    if (this.#isRunning && this.#stream?.readyState !== OPEN) this.#schedule()
  }

  #listen(openStream: (url: string) => EventSource): void {
    const stream = openStream(`${this.api.src}/events`)
    this.#stream = stream
    let openedAtMs = Infinity
    stream.addEventListener("open", () => {
      openedAtMs = this.ports.now()
      this.#clear()
      this.listener.onConnection(true)
    })
    stream.addEventListener("checkout", (event) => {
      this.#streamErrors = 0
      this.listener.onConnection(true)
      this.listener.onCheckout(JSON.parse((event as MessageEvent<string>).data) as OnchainCheckout)
    })
    stream.addEventListener("error", () => {
      this.#streamErrors = this.ports.now() - openedAtMs >= WORKS_AFTER_MS ? 0 : this.#streamErrors + 1
      openedAtMs = Infinity
      if (stream.readyState === CLOSED || this.#streamErrors >= MOST_STREAM_ERRORS) {
        stream.close()
        this.#stream = null
      }
      if (this.#isRunning && this.#timer === null) this.#schedule()
    })
  }

  /** A stream that failed while offline may work now. */
  #listenAgain(): void {
    this.#isAway = false
    this.#streamErrors = 0
    if (this.#isRunning && !this.#stream && this.ports.openStream) this.#listen(this.ports.openStream)
  }

  #schedule(): void {
    this.#clear()
    this.#timer = this.ports.setTimer(() => {
      this.#timer = null
      void this.poll()
    }, this.#pauseMs)
  }

  #clear(): void {
    if (this.#timer !== null) this.ports.clearTimer(this.#timer)
    this.#timer = null
  }
}
