import type { IncomingMessage } from "node:http"

/** Why a body is not read, or not to its end. */
export type BodyRefusal = "body_too_large" | "encoding_unsupported" | "body_timeout" | "too_many_readings"

/** The bytes of a request, or why they are not there. */
export type RawBody = { bytes: Buffer } | { refusal: BodyRefusal }

export type ReadingLimits = {
  /** Longest body that is read. */
  limitBytes: number
  /** Bodies read at once in this process. */
  maxOpen: number
}

/** The service sends a few kilobytes at once; a body that trickles for longer is nobody we wait for. */
const DEADLINE_MS = 10_000
/** A reading that is open for longer than this makes room for another when all places are taken. */
const YIELDS_AFTER_MS = 1_000

/** Senders whose bodies are being read, the one that waits longest first. */
export class OpenReadings {
  private readonly open = new Set<{ sinceMs: number; giveUp: (refusal: BodyRefusal) => void }>()

  /** @param clock milliseconds that never go back */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly deadlineMs: number = DEADLINE_MS
  ) {}

  get count(): number {
    return this.open.size
  }

  /**
   * Reads a body as it came, whatever its content type says, and stops as soon as it is too long or takes too long.
   *
   * Compressed bodies are refused: the service does not send them, and a small one can unpack to gigabytes. When all
   * places are taken by senders that trickle, the slowest loses its place; nobody keeps the door shut that way.
   *
   * @throws when the sender goes away in the middle
   */
  async read(request: IncomingMessage, limits: ReadingLimits): Promise<RawBody> {
    const encoding = request.headers["content-encoding"]
    if (encoding && encoding !== "identity") return { refusal: "encoding_unsupported" }
    if (Number(request.headers["content-length"] ?? 0) > limits.limitBytes)
      return { refusal: "body_too_large" }
    if (!this.makeRoom(limits.maxOpen)) return { refusal: "too_many_readings" }
    return this.collect(request, limits.limitBytes)
  }

  private makeRoom(maxOpen: number): boolean {
    if (this.open.size < maxOpen) return true
    const [slowest] = this.open
    if (!slowest || this.clock() - slowest.sinceMs < YIELDS_AFTER_MS) return false
    slowest.giveUp("too_many_readings")
    return true
  }

  private async collect(request: IncomingMessage, limitBytes: number): Promise<RawBody> {
    const reading = { sinceMs: this.clock(), giveUp: (_: BodyRefusal): void => undefined }
    let deadline: NodeJS.Timeout | undefined
    this.open.add(reading)
    try {
      return await new Promise((resolve, reject) => {
        const chunks: Buffer[] = []
        let length = 0
        reading.giveUp = (refusal) => {
          request.removeAllListeners("data").pause()
          this.open.delete(reading)
          resolve({ refusal })
        }
        deadline = setTimeout(() => reading.giveUp("body_timeout"), this.deadlineMs)
        request
          .on("data", (chunk: Buffer) => {
            length += chunk.length
            if (length <= limitBytes) return void chunks.push(chunk)
            reading.giveUp("body_too_large")
          })
          .once("end", () => resolve({ bytes: Buffer.concat(chunks) }))
          .once("error", reject)
          .once("close", () => reject(new Error("aborted")))
      })
    } finally {
      clearTimeout(deadline)
      this.open.delete(reading)
    }
  }
}
