import type { IncomingMessage } from "node:http"

/** The bytes of a request, or why they are not read. */
export type RawBody = { bytes: Buffer } | { refusal: "body_too_large" | "encoding_unsupported" }

/**
 * Reads a body as it came, whatever its content type says, and stops as soon as it is too long.
 *
 * Compressed bodies are refused: the service does not send them, and a small one can unpack to gigabytes.
 *
 * @param limitBytes longest body that is read
 * @throws when the sender goes away in the middle
 */
export async function readRawBody(request: IncomingMessage, limitBytes: number): Promise<RawBody> {
  const encoding = request.headers["content-encoding"]
  if (encoding && encoding !== "identity") return { refusal: "encoding_unsupported" }
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) return { refusal: "body_too_large" }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request
      .on("data", (chunk: Buffer) => {
        length += chunk.length
        if (length <= limitBytes) return void chunks.push(chunk)
        request.removeAllListeners("data").pause()
        resolve({ refusal: "body_too_large" })
      })
      .once("end", () => resolve({ bytes: Buffer.concat(chunks) }))
      .once("error", reject)
      .once("close", () => reject(new Error("aborted")))
  })
}
