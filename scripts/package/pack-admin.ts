import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transformSync } from "esbuild"
import arabic from "../../src/admin/i18n/ar.json"
import german from "../../src/admin/i18n/de.json"
import { packWords } from "../../src/admin/i18n/load-locale"
import arabicSentences from "../../src/words/sentences.ar.json"
import germanSentences from "../../src/words/sentences.de.json"

const LOCALES: Record<string, object> = {
  de: packWords(german, ["one", "other"]),
  ar: packWords(arabic, ["zero", "one", "two", "few", "many", "other"]),
  "sentences.de": germanSentences,
  "sentences.ar": arabicSentences,
}

/**
 * Makes the built admin what a store downloads: its modules, minified, in parts named `.js`, with packed languages.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 * @throws Error when the build has no part for a language
 */
export function packAdmin(root: string): void {
  const admin = join(root, ".medusa", "server", "src", "admin")
  const folder = join(admin, "_chunks")
  nameParts(admin, folder)
  packLocales(folder)
  // Node and bundlers read these files as modules, although the package is not one.
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
}

/**
 * The Tailwind of a store looks for class names in files that end in `.js` only, so that screens in other parts would have no styles
 * of their own. Nothing loads the copy that is built for `require`.
 */
function nameParts(admin: string, folder: string): void {
  const parts = readdirSync(folder)
  const isModule = (name: string) => /^(?:import|export)\b/m.test(readFileSync(join(folder, name), "utf8"))
  const modules = new Map(parts.filter(isModule).map((name) => [name, `${name.replace(/\.m?js$/, "")}.js`]))
  const rename = (text: string) =>
    text.replace(
      /(["'])(\.{1,2}\/(?:_chunks\/)?)([\w.-]+)\1/g,
      (whole, quote: string, path, name: string) => {
        const named = modules.get(name)
        return named === undefined ? whole : `${quote}${path}${named}${quote}`
      }
    )
  rmSync(join(admin, "index.js"))
  for (const name of parts.filter((one) => !modules.has(one))) rmSync(join(folder, name))
  for (const file of [join(admin, "index.mjs"), ...[...modules.keys()].map((name) => join(folder, name))])
    writeFileSync(file, minified(rename(readFileSync(file, "utf8"))))
  for (const [name, named] of modules) renameSync(join(folder, name), join(folder, named))
}

const minified = (code: string) =>
  transformSync(code, {
    ...{ format: "esm", target: "es2022", charset: "utf8", minify: true, legalComments: "none" },
  }).code

/**
 * Takes the keys out of the built languages, which are those of the English words of the same build. A bundler reads one long text
 * faster than thousands of words, and Tailwind reads no `.mjs`.
 */
function packLocales(folder: string): void {
  const parts = readdirSync(folder)
  for (const [language, packed] of Object.entries(LOCALES)) {
    const [part, another] = parts.filter((name) => name.startsWith(`${language}-`))
    if (part === undefined || another !== undefined)
      throw new Error(`Expected one part for ${language}, found ${part ?? "none"}, ${another ?? ""}`)
    const named = part.replace(/\.js$/, ".mjs")
    rmSync(join(folder, part))
    writeFileSync(join(folder, named), `export default JSON.parse(${quoted(JSON.stringify(packed))});\n`)
    for (const other of parts.filter((name) => !(languageOf(name) in LOCALES))) {
      const text = readFileSync(join(folder, other), "utf8")
      writeFileSync(join(folder, other), text.replaceAll(`/${part}`, `/${named}`))
    }
  }
}

const languageOf = (part: string) => part.slice(0, part.indexOf("-"))

/** With the quotes of which JSON has few. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
