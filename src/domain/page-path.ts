/** Path of the hosted payment page of a session, on the store's server. */
export function pagePath(sessionId: string): string {
  return `/onchain/pay/${encodeURIComponent(sessionId)}`
}
