/**
 * What a payer reads on a payment page: its title and text. The page also carries every word for its script, so a search in the markup
 * would find words that nobody sees.
 */
export function pageText(html: string): string {
  return html
    .replace(/<(script|style)\b[^]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replace(/[\s\u00a0]+/g, " ")
}
