/** A request that is ready to send: nothing is computed between the clock's start and the first byte. */
export interface Webhook {
  url: URL
  headers: Record<string, string | number>
  body: Buffer
}

/**
 * Padding that makes a JSON body as long as the other side's, so that neither side is measured with shorter
 * messages.
 *
 * @param body what the padding is for
 * @param lengthBytes length of the padded body
 */
export function paddingFor(body: object, lengthBytes: number): string {
  const unpadded = Buffer.byteLength(JSON.stringify({ ...body, padding: "" }))
  return ".".repeat(Math.max(0, lengthBytes - unpadded))
}
