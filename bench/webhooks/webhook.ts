/** A request that is ready to be sent: nothing is computed between the clock's start and the first byte. */
export interface Webhook {
  url: URL
  headers: Record<string, string | number>
  body: Buffer
}

/**
 * Text that makes a JSON body of another side as long, so that neither side is measured with shorter messages.
 *
 * @param body what the padding is for
 * @param lengthBytes length the padded body shall have
 */
export function paddingFor(body: object, lengthBytes: number): string {
  const unpadded = Buffer.byteLength(JSON.stringify({ ...body, padding: "" }))
  return ".".repeat(Math.max(0, lengthBytes - unpadded))
}
