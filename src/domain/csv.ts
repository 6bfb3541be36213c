/** Excel reads the file as UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF"
/** What begins a formula, also in full width, as spreadsheets of East Asia accept it. */
const SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]"
/** White space, quotes and marks that a spreadsheet drops before it looks for a formula. */
const IGNORED = "[\\s\\p{Cc}\\p{Cf}\"']*"
/**
 * Where a formula can begin: at the start of a cell, and after what another locale takes for the end of one.
 * A cell that begins with a control character is marked too: what a program makes of it is not known.
 */
const FORMULA = new RegExp(`^(?=${IGNORED}${SIGN}|[\\p{Cc}])|(?<=[;|\\t\\r\\n])(?=${IGNORED}${SIGN})`, "gu")
const QUOTED = /[",;|\t\r\n]/

/**
 * Writes rows as RFC 4180 has them, in UTF-8 with a byte order mark, with CRLF after each line, the last one included.
 *
 * What a spreadsheet would run as a formula gets an apostrophe before it, also where its locale separates cells by `;`:
 * identifiers come from outside.
 *
 * @param rows first the names of the columns; null is an empty cell
 * @example toCsv([["day", "tokens"], ["2026-01-31", "12.5"]]) // "\uFEFFday,tokens\r\n2026-01-31,12.5\r\n"
 */
export function toCsv(rows: readonly (readonly (string | null)[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("")}`
}

function toCell(value: string | null): string {
  const text = (value ?? "").replace(FORMULA, "'")
  return QUOTED.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}
