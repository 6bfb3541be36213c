import { parseExactJson } from "./json-numbers"
import { RateSourceError } from "./rate-source"

export type Fetch = typeof fetch

/** The largest answer, a list of all currencies, is about ten kilobytes. */
const MAX_BYTES = 1024 * 1024

/**
 * The only place that calls rate sources. Redirects are not followed: they would send the key to another host.
 *
 * @returns the JSON of a 200, with numbers as text
 * @throws RateSourceError without the address, the key or the body
 */
export async function fetchRates(
  request: { url: string; headers: Record<string, string>; timeoutMs: number },
  send: Fetch = fetch
): Promise<unknown> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await send(request.url, {
      headers: { accept: "application/json", ...request.headers },
      redirect: "manual",
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new RateSourceError(`HTTP ${response.status}`)
    }
    return parse(await readText(response))
  } catch (error) {
    if (error instanceof RateSourceError) throw error
    if (signal.aborted) throw new RateSourceError(`no answer within ${request.timeoutMs} ms`)
    throw new RateSourceError(systemCode(error))
  }
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new RateSourceError("the answer is not JSON")
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > MAX_BYTES) {
      await reader?.cancel()
      throw new RateSourceError("the answer is too large")
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** A system error's message may contain an address, so only its code is kept. */
function systemCode(error: unknown): string {
  const code = propertyOf(propertyOf(error, "cause"), "code")
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "the connection failed"
}

function propertyOf(value: unknown, name: "cause" | "code"): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}
