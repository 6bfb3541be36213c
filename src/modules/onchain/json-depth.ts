const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/**
 * Whether a JSON text nests deeper than a limit, told without parsing it.
 *
 * Parsers and what comes after them may recurse; a text of brackets alone is a cheap way to exhaust them.
 *
 * @example isNestedDeeper("[[1]]", 1) // true
 */
export function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (isInText && code === BACKSLASH) at++
    else if (!isInText && OPENING.has(code) && ++depth > limit) return true
    else if (!isInText && CLOSING.has(code)) depth--
  }
  return false
}
