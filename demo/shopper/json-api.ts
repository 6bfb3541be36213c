/** Calls a JSON API; errors contain everything needed to understand a refusal. */
export interface JsonApi {
  /** @param headers sent beside those of every call */
  get(path: string, headers?: Record<string, string>): Promise<unknown>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown>
}

/**
 * @param origin such as `http://localhost:9000`
 * @param headers sent with every call
 * @throws Error from each call that is not answered with a 2xx
 * @example const store = createJsonApi(storeUrl, { "x-publishable-api-key": key })
 */
export function createJsonApi(origin: string, headers: Record<string, string> = {}): JsonApi {
  async function call(method: string, path: string, sent: { body?: unknown; headers?: object }) {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers, ...sent.headers },
      body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    }).catch((error: Error) => {
      // fetch says only "fetch failed"; its cause names the reason.
      throw new Error(`${method} ${origin}${path} failed: ${String(error.cause ?? error)}`, { cause: error })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  return {
    get: (path, more) => call("GET", path, { headers: more }),
    post: (path, body, more) => call("POST", path, { body, headers: more }),
  }
}
