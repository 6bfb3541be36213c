import type { Row } from "./row"

export const titles = ["row", "ours", "peer", "ratio", "unit", "aim", "met", "runs", "spread"]

/** Formats the rows for the terminal. */
export function createTable(rows: readonly Row[]): string {
  const lines = [titles, ...rows.map(toCells)]
  const widths = titles.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const layOut = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")
  return lines.map((cells) => `${layOut(cells).trimEnd()}\n`).join("")
}

export function toCells({ name, ours, peer, ratio, unit, aim, met, runs, spread }: Row): string[] {
  const optional = (value: number | null) => (value === null ? "-" : String(value))
  const figures = [String(ours), String(peer), optional(ratio)]
  return [name, ...figures, unit, aim, met ? "yes" : "NO", String(runs), optional(spread)]
}
