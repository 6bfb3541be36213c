import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import arabic from "../../src/admin/i18n/ar.json"
import german from "../../src/admin/i18n/de.json"
import { type PackedWords, packWords } from "../../src/admin/i18n/load-locale"

const LOCALES: Record<string, PackedWords> = {
  de: packWords(german, ["one", "other"]),
  ar: packWords(arabic, ["zero", "one", "two", "few", "many", "other"]),
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
    writeFileSync(join(folder, part), `export default ${JSON.stringify(packed)};\n`)
  }
}
