/** Where this server takes the provider's events. */
export const WEBHOOK_PATH = "/hooks/onchain"

/**
 * The address that the provider must send its events to: the configured one, else the host of the request with the fixed path.
 *
 * Nothing else of a request counts, so that a caller cannot choose a path, a query or a login.
 *
 * @param request.origin scheme and Host header, such as `https://api.shop.example`
 * @returns null when there is no usable host
 */
export function webhookAddress(
  { webhookUrl }: { webhookUrl?: string | undefined },
  request: { origin: string }
): string | null {
  if (webhookUrl !== undefined) return webhookUrl
  if (!/^https?:\/\//.test(request.origin) || !URL.canParse(request.origin)) return null
  return new URL(request.origin).origin + WEBHOOK_PATH
}

/** What this server knows of itself. */
export type OwnServer = {
  /** Medusa's `admin.backendUrl`: an origin, or a path while none is configured. */
  backendUrl: string | undefined
  /** That the request's connection came to. */
  port: number | undefined
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/**
 * Whether a signed event may be sent to the host of a request. A caller chooses that host: it counts when it is the configured origin
 * of this server, or this very server on this machine.
 */
export function isOwnOrigin(origin: string, { backendUrl, port }: OwnServer): boolean {
  if (!URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (backendUrl !== undefined && URL.canParse(backendUrl) && new URL(backendUrl).host === asked.host)
    return true
  return port !== undefined && LOOPBACK.includes(asked.hostname) && asked.port === String(port)
}

const LOCAL_NAME = /^(?:localhost|.+\.(?:localhost|local|internal|test)|\[::1?\]|\[f[cd][0-9a-f]{2}:.*\])$/i
const LOCAL_IP = /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/

/** Whether only this machine or network can reach an address. @example isLocalAddress("http://localhost:9000") // true */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return LOCAL_NAME.test(hostname) || (/^[\d.]+$/.test(hostname) && LOCAL_IP.test(hostname))
}
