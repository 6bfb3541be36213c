import { readPlainJson } from "../../../gateway/contract/wire"

/** Also matches strings, to leave digits inside them alone. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON with every number as decimal text, exactly as sent, so a price never becomes a float.
 *
 * @throws SyntaxError when it is not JSON
 * @example parseExactJson('{"usd": 67187.3358936566}') // { usd: "67187.3358936566" }
 */
export function parseExactJson(json: string): unknown {
  JSON.parse(json)
  return readPlainJson(
    json.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${withoutExponent(part)}"`))
  )
}

/** A number beyond this is not a price; it stays as sent and is refused. */
const LARGEST_EXPONENT = 30

/**
 * Rewrites a JSON number without its exponent.
 *
 * @example withoutExponent("1.25e-5") // "0.0000125"
 */
function withoutExponent(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const shift = Number(exponent ?? "0")
  if (exponent === undefined || Math.abs(shift) > LARGEST_EXPONENT) return number
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0")
  const at = Math.max(point, 1)
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, "")
  const rest = padded.slice(at)
  return `${sign}${integer}${rest ? `.${rest}` : ""}`
}
