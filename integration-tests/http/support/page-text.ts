/**
 * The visible title and text of a payment page. The markup also contains every text for the script, so searching it would find
 * invisible texts.
 */
export function pageText(html: string): string {
  return html
    .replace(/<(script|style)\b[^]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replace(/[\s\u00a0]+/g, " ")
}
