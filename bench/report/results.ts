import { cpus, release, totalmem } from "node:os"
import type { Row } from "./row"
import { toCells, titles } from "./table"

const bytesPerGiB = 2 ** 30

/** The rows and the machine they were measured on, as Markdown. */
export function createResults(rows: readonly Row[], failures: readonly string[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows.map(toCells)]
  const missed = rows.filter(({ met }) => !met).map(({ name }) => `\`${name}\``)
  return [
    "# Results",
    "",
    "Written by `npm run bench -- --results bench/RESULTS.md`; [README.md](README.md) says what each row compares. The notes below the table are written by hand.",
    "",
    ...machineFacts().map((fact) => `- ${fact}`),
    `- ${rows.length} rows, ${rows.length - missed.length} met. Missed: ${missed.join(", ") || "none"}.`,
    `- Not measured: ${failures.length === 0 ? "none" : failures.join(", ")}.`,
    "",
    ...lines.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n")
}

function machineFacts(): string[] {
  const [first] = cpus()
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}.`,
    `${cpus().length} cores, ${first?.model.trim() ?? "unknown"}; ${Math.round(totalmem() / bytesPerGiB)} GiB.`,
    `${process.platform} ${release()}, Node ${process.version}.`,
  ]
}
