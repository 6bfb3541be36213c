import { parsePlainJson } from "../contract/plain-text"

/** Largest response we read, in bytes. */
export const MAX_RESPONSE_BYTES = 5 * 1024 * 1024

/** A body that was read to its end, or far enough to know that it is of no use. */
export type ResponseBody =
  { isJson: true; value: unknown } | { isJson: false; problem: "empty" | "not JSON" | "too large" }

/**
 * Reads a body as JSON, within bounds: a gateway or a proxy gone wrong must not exhaust our memory.
 *
 * @throws whatever the connection throws when it fails midway
 */
export async function readBody(response: Response): Promise<ResponseBody> {
  const bytes = await readBytes(response)
  if (bytes === null) return { isJson: false, problem: "too large" }
  if (bytes.length === 0) return { isJson: false, problem: "empty" }
  return parseJson(bytes.toString("utf8"))
}

async function readBytes(response: Response): Promise<Buffer | null> {
  const reader = response.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > MAX_RESPONSE_BYTES) {
      await reader.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): ResponseBody {
  try {
    const value = parsePlainJson(text)
    return {
      isJson: true,
      value: LONG_NUMBER.test(text) ? parsePlainJson(withLongNumbersAsText(text)) : value,
    }
  } catch {
    return { isJson: false, problem: "not JSON" }
  }
}

/** May find one inside a text too: then the slower way reads the same. */
const LONG_NUMBER = /[:,[\s]-?(?=[\d.]{16})/
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** A number of JavaScript keeps 15 digits for certain. */
const KEPT_DIGITS = 15

/** Writes numbers that JavaScript would round as text, so that an amount keeps every digit that was sent. */
function withLongNumbersAsText(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (part) => {
    if (part.startsWith('"')) return part
    const digits = part.replace(/[eE].*/, "").replace(/\D/g, "")
    return digits.length > KEPT_DIGITS ? `"${part}"` : part
  })
}
