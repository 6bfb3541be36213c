import { withoutPadding } from "../words/render"

/** Null is an empty cell. */
export type CsvRow = readonly (string | null)[]

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF"
/** Characters that begin a formula, also in full width, as East Asian spreadsheets accept. */
const SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]"
/** White space, quotes and marks that a spreadsheet drops before it looks for a formula. */
const IGNORED = "[\\s\\p{Cc}\\p{Cf}\"']*"
/**
 * Where a formula can begin: at the start of a cell, and after what another locale takes for the end of one.
 * A cell that begins with a control character is escaped too, because programs differ.
 */
const FORMULA = new RegExp(`^(?=${IGNORED}${SIGN}|[\\p{Cc}])|(?<=[;|\\t\\r\\n])(?=${IGNORED}${SIGN})`, "gu")
const QUOTED = /[",;|\t\r\n]/

/**
 * Writes RFC 4180 in UTF-8 with a byte order mark, with CRLF after each line.
 *
 * What a spreadsheet would run as a formula gets an apostrophe, also where its locale separates cells by `;`:
 * identifiers come from outside. The zeros that the service pads an amount with are left out.
 *
 * @param rows the names of the columns first; null is an empty cell
 * @example toCsv([["day", "tokens"], ["2026-01-31", "12.5"]]) // "\uFEFFday,tokens\r\n2026-01-31,12.5\r\n"
 */
export function toCsv(rows: readonly CsvRow[]): string {
  return `${BYTE_ORDER_MARK}${toCsvLines(rows)}`
}

/** Further rows of the same file. */
export function toCsvLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("")
}

function toCell(value: string | null): string {
  const text = withoutPadding(value ?? "").replace(FORMULA, "'")
  return QUOTED.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

/** What a row has under each name of a column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>

export type CsvFile = { name: string; pages: AsyncIterable<string> }

export const CSV_PAGE = 500

type CsvSource<Row, Shown> = {
  /** Of the file, before its day. */
  name: string
  /** Epoch milliseconds. */
  nowMs: number
  columns: CsvColumns<Shown>
  /** Rows after one, newest first; at most {@link CSV_PAGE}. */
  read: (after?: Row) => Promise<readonly Row[]>
  show: (rows: readonly Row[]) => Promise<readonly Shown[]>
}

/** Page by page, so that memory stays bounded. The first page is read before anything is sent: a failure is no half file. */
export async function csvFile<Row, Shown>(source: CsvSource<Row, Shown>): Promise<CsvFile> {
  const { name, nowMs, columns, read, show } = source
  const toRows = async (rows: readonly Row[]) =>
    (await show(rows)).map((row) => Object.values(columns).map((cell) => cell(row)))
  let page = await read()
  const head = toCsv([Object.keys(columns), ...(await toRows(page))])
  async function* pages(): AsyncIterable<string> {
    yield head
    for (let last = page.at(-1); last !== undefined && page.length === CSV_PAGE; last = page.at(-1)) {
      page = await read(last)
      if (page.length > 0) yield toCsvLines(await toRows(page))
    }
  }
  return { name: `${name}-${new Date(nowMs).toISOString().slice(0, 10)}.csv`, pages: pages() }
}

/** As a spreadsheet reads it. @example inUtc("2026-01-31T10:20:30.400Z") // "2026-01-31 10:20:30" */
export function inUtc(at: string | Date | null): string | null {
  return at === null ? null : (typeof at === "string" ? at : at.toISOString()).slice(0, 19).replace("T", " ")
}
