const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
/** Version byte, 32 bytes of key, 8 bytes of id, 2 bytes of checksum. */
const MUXED_BYTES = 43
const MUXED_VERSION = 12 << 3
const ACCOUNT_VERSION = 6 << 3
const KEY_BYTES = 32

/**
 * Splits a muxed Stellar address into account and memo. The server validates what is entered.
 *
 * @returns null when it is no muxed address
 * @see https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md
 */
export function splitMuxed(text: string): { address: string; memo: string } | null {
  const bytes = fromBase32(text)
  if (!bytes || bytes.length !== MUXED_BYTES || bytes[0] !== MUXED_VERSION) return null
  const body = bytes.slice(0, -2)
  if (checksum(body).some((byte, index) => byte !== bytes[MUXED_BYTES - 2 + index])) return null
  const id = body.slice(1 + KEY_BYTES).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const account = [ACCOUNT_VERSION, ...body.slice(1, 1 + KEY_BYTES)]
  return { address: toBase32([...account, ...checksum(account)]), memo: String(id) }
}

/** @returns null for anything but base 32 without padding and without bits left over */
function fromBase32(text: string): number[] | null {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Of whole groups of five bytes, as an account has. */
function toBase32(bytes: number[]): string {
  let text = ""
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((held >> bits) & 0x1f)
    }
  }
  return text
}

/** CRC-16 with the polynomial of XModem, low byte first. */
function checksum(bytes: number[]): [number, number] {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return [crc & 0xff, crc >> 8]
}
