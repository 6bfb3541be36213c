import type { Words } from "./locale-words"

/** Words of a language without their keys, which are those of the English ones: a third less to download. */
export type PackedWords = { forms: readonly string[]; values: readonly string[] }

/**
 * @param english of the same build: its order is what the values follow
 * @param forms of a plural in the language, as i18next names them
 */
export function packWords(words: Words, english: Words, forms: readonly string[]): PackedWords {
  const values = pathsOf(english, forms).map((path) => {
    const value = path.reduce<string | Words | undefined>(
      (part, name) => (typeof part === "object" ? part[name] : undefined),
      words
    )
    return typeof value === "string" ? value : ""
  })
  return { forms, values }
}

/** A word that is missing stays out, so that English is shown. */
export function unpackWords({ forms, values }: PackedWords, english: Words): Words {
  const words: Words = {}
  pathsOf(english, forms).forEach((path, index) => {
    const value = values[index]
    if (value) put(words, path, value)
  })
  return words
}

function put(words: Words, [name = "", ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    words[name] = value
    return
  }
  const known = words[name]
  const part = typeof known === "object" ? known : {}
  words[name] = part
  put(part, rest, value)
}

const PLURAL = /_one$/

/** Every key, where English has two forms with all forms of the language. */
function pathsOf(english: Words, forms: readonly string[], path: readonly string[] = []): string[][] {
  return Object.entries(english).flatMap(([name, part]): string[][] => {
    if (typeof part === "object") return pathsOf(part, forms, [...path, name])
    const base = name.replace(/_(?:one|other)$/, "")
    if (base === name || !(`${base}_one` in english && `${base}_other` in english)) return [[...path, name]]
    return PLURAL.test(name) ? forms.map((form) => [...path, `${base}_${form}`]) : []
  })
}
