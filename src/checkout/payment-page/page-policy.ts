/**
 * Content security policy of the hosted page. The shop's logo is the only outside resource.
 *
 * @param input.framedBy origins that may frame the page; none by default
 */
export function pagePolicy(input: {
  nonce: string
  logoUrl: string | null
  framedBy: readonly string[]
}): string {
  const { nonce, logoUrl, framedBy } = input
  // Wallet icons are data URLs.
  const pictures = logoUrl === null ? "data:" : `data: ${new URL(logoUrl).origin}`
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${pictures}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(" ")}`,
  ].join("; ")
}
