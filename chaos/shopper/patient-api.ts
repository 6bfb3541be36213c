import { setTimeout as delay } from "node:timers/promises"
import type { JsonApi } from "../../demo/shopper/json-api"

const answerTimeoutMs = 30_000
const firstPauseMs = 500
const longestPauseMs = 5_000

/** An answer other than 2xx. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
  }
}

/** Retries of the shoppers of a run. */
export interface Patience {
  /** Calls that were retried. */
  retries: number
  /** Carts and accounts that a shopper gave up and began anew, each with what the store's database shows of it. */
  startedOver: string[]
}

/** Medusa fails for ever over what an interrupted request of its own has left. */
export class HalfWrittenError extends Error {
  override readonly name = "HalfWrittenError"
}

/**
 * One call of Medusa's own route. Only a 500 together with the database's proof ends it for good: how long it has failed says
 * nothing while other weather goes on.
 *
 * @param findProof reads what Medusa has left half written
 * @throws HalfWrittenError when there is proof
 */
export async function unlessHalfWritten<T>(
  patience: Patience,
  findProof: () => Promise<string | undefined>,
  attempt: () => Promise<T>
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof RefusedError && error.status === 500)) throw error
    const proof = await findProof()
    if (proof === undefined) throw error
    patience.startedOver.push(proof)
    throw new HalfWrittenError(`${error.message}; ${proof}`)
  }
}

/** One attempt. @throws RefusedError, or the platform's error when there was no answer */
export async function callOnce(
  origin: string,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: unknown; timeoutMs?: number } = {}
): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { "content-type": "application/json", ...options.headers },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: AbortSignal.timeout(options.timeoutMs ?? answerTimeoutMs),
  })
  const text = await response.text()
  if (!response.ok) throw new RefusedError(response.status, `${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** Retries with growing pauses, as a shopper who wants to buy does. */
export async function insist<T>(
  patienceMs: number,
  patience: Patience,
  attempt: () => Promise<T>
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() + pauseMs > deadline || error instanceof HalfWrittenError) throw error
      patience.retries += 1
      await delay(pauseMs)
    }
  }
}

/** A JSON API without retries. */
export interface OnceApi {
  get(path: string, headers: Record<string, string>): Promise<unknown>
  post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
}

export function createOnceApi(origin: string, headers: Record<string, string>): OnceApi {
  return {
    get: (path, more) => callOnce(origin, "GET", path, { headers: { ...headers, ...more } }),
    post: (path, body, more) => callOnce(origin, "POST", path, { body, headers: { ...headers, ...more } }),
  }
}

/** A JSON API that is called until it answers with a 2xx, whatever fails. */
export function createPatientApi(options: {
  origin: string
  headers: Record<string, string>
  patienceMs: number
  patience: Patience
}): JsonApi {
  const { origin, headers, patienceMs, patience } = options
  const call = (method: string, path: string, sent: { body?: unknown; headers?: Record<string, string> }) =>
    insist(patienceMs, patience, () =>
      callOnce(origin, method, path, { body: sent.body, headers: { ...headers, ...sent.headers } })
    )
  return {
    get: (path, more) => call("GET", path, { headers: more }),
    post: (path, body) => call("POST", path, { body }),
  }
}
