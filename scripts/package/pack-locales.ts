import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { en } from "../../src/admin/i18n"
import { words as arabic } from "../../src/admin/i18n/ar"
import { words as german } from "../../src/admin/i18n/de"
import { packWords, type PackedWords } from "../../src/admin/i18n/packed-words"

const LOCALES: Record<string, PackedWords> = {
  de: packWords(german, en, ["one", "other"]),
  ar: packWords(arabic, en, ["zero", "one", "two", "few", "many", "other"]),
}

/**
 * Takes the keys out of the built languages, which are those of the English words of the same build.
 *
 * @param root directory of the repository, with the named parts of the admin
 * @throws Error when the build has no part for a language
 */
export function packLocales(root: string): void {
  const folder = join(root, ".medusa", "server", "src", "admin", "_chunks")
  const parts = readdirSync(folder)
  for (const [language, packed] of Object.entries(LOCALES)) {
    const [part, another] = parts.filter((name) => name.startsWith(`${language}-`))
    if (part === undefined || another !== undefined)
      throw new Error(`Expected one part for ${language}, found ${part ?? "none"}, ${another ?? ""}`)
    writeFileSync(join(folder, part), `export const words = ${JSON.stringify(packed)};\n`)
  }
}
