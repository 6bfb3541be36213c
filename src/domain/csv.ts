/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/**
 * Writes rows as RFC 4180 has them, with CRLF after each line, the last one included.
 *
 * A cell that a spreadsheet would run as a formula gets an apostrophe before it: identifiers come from outside.
 *
 * @param rows first the names of the columns; null is an empty cell
 * @example toCsv([["day", "tokens"], ["2026-01-31", "12.5"]]) // "day,tokens\r\n2026-01-31,12.5\r\n"
 */
export function toCsv(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("")
}

function toCell(value: string | null): string {
  const text = value === null ? "" : FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}
