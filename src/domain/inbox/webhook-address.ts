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

const LOCAL_NAME = /^(?:localhost|.+\.(?:localhost|local|internal|test)|\[::1?\]|\[f[cd][0-9a-f]{2}:.*\])$/i
const LOCAL_IP = /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/

/** Whether only this machine or network can reach an address. @example isLocalAddress("http://localhost:9000") // true */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return LOCAL_NAME.test(hostname) || (/^[\d.]+$/.test(hostname) && LOCAL_IP.test(hostname))
}
