/**
 * Keeps both ends of a long identifier, which is what people compare.
 *
 * @example shortened("0x1234567890abcdef1234567890abcdef") // "0x12345678…90abcdef"
 */
export function shortened(text: string, head = 10, tail = 8): string {
  return text.length > head + tail + 1 ? `${text.slice(0, head)}…${text.slice(-tail)}` : text
}
