import { readFileSync, readdirSync } from "node:fs"
import path from "node:path"

export const repository = path.resolve(__dirname, "..", "..")

/** A block of code of a document. */
export type CodeBlock = { document: string; line: number; language: string; code: string }

/** Every Markdown document of the repository, as paths from its root. */
export function listDocuments(): string[] {
  const inFolders = ["docs", "skills", "src", "bench", "chaos"].flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      path.join(folder, name)
    )
  )
  return [...readdirSync(repository), ...inFolders].filter((name) => name.endsWith(".md")).sort()
}

/** Blocks of one of these languages, such as `ts`, in a document. */
export function codeBlocks(document: string, languages: readonly string[]): CodeBlock[] {
  const text = readFileSync(path.join(repository, document), "utf8")
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    .map(({ 1: language = "", 2: code = "", index }) => {
      return { document, line: text.slice(0, index).split("\n").length, language, code }
    })
    .filter(({ language }) => languages.includes(language))
}

/** The document without its blocks of code. */
export function proseOf(document: string): string {
  return readFileSync(path.join(repository, document), "utf8").replace(/^```[\s\S]*?^```$/gm, "")
}
