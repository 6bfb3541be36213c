import type { IncomingMessage } from "node:http"

export type BodyRefusal = "body_too_large" | "encoding_unsupported" | "body_timeout" | "too_many_readings"

export type RawBody = { bytes: Buffer } | { refusal: BodyRefusal }

export type ReadingLimits = {
  limitBytes: number
  /** Bodies read at once in this process. */
  maxOpen: number
}

/** The service sends a few kilobytes at once; a slower body is not from it. */
const DEADLINE_MS = 10_000
/** Codings are compared without case. */
const PLAIN = /^\s*(identity)?\s*$/i
/** Without a free place, a read older than this loses its own. */
const YIELDS_AFTER_MS = 1_000

/** Bodies being read in this process, oldest first. */
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
   * Reads a body as raw bytes, whatever its content type, and stops when it is too long or too slow.
   *
   * Compressed bodies are refused: the service sends none, and a small one can unpack to gigabytes. When slow
   * senders take all places, the slowest loses its own.
   *
   * @throws when the sender disconnects
   */
  async read(request: IncomingMessage, limits: ReadingLimits): Promise<RawBody> {
    const encodings = (request.headers["content-encoding"] ?? "").split(",")
    if (!encodings.every((encoding) => PLAIN.test(encoding))) return { refusal: "encoding_unsupported" }
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
