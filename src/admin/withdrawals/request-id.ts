/**
 * Makes an identifier that nobody else has (UUID, version 4). `crypto.randomUUID` is not there in a dashboard that is
 * served without TLS on a private network; `getRandomValues` is.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return toUuid(bytes)
}

/** Writes 16 random bytes as a UUID of version 4. @example toUuid(new Uint8Array(16)) // "00000000-0000-4000-8000-000000000000" */
export function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16)
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16)
    return byte.toString(16).padStart(2, "0")
  }).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
