const INDENT = "  "

/**
 * Indents JSON without parsing it: a memo id may be longer than a double holds. @returns the text itself when
 * it is no JSON
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  const line = () => `\n${INDENT.repeat(depth)}`
  const parts = text.match(TOKENS) ?? []
  return parts
    .map((part, index) => {
      if (part === "{" || part === "[") {
        const isEmpty = parts[index + 1] === CLOSING[part]
        depth += 1
        return isEmpty ? part : part + line()
      }
      if (part === "}" || part === "]") {
        depth -= 1
        return CLOSING_OF.has(`${parts[index - 1]}${part}`) ? part : line() + part
      }
      if (part === ",") return part + line()
      return part === ":" ? ": " : part
    })
    .join("")
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const CLOSING = { "{": "}", "[": "]" } as const
const CLOSING_OF = new Set(["{}", "[]"])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
