import { english, type Words } from "./locale-words"
import { type PackedWords, unpackWords } from "./packed-words"

type Resources = {
  addResourceBundle: (
    language: string,
    namespace: string,
    words: Words,
    deep: boolean,
    overwrite: boolean
  ) => unknown
}

/** Loaded when chosen, so that a store in English downloads none of them. */
const LOCALES: Record<string, () => Promise<{ words: Words | PackedWords }>> = {
  de: () => import("./de.js"),
  ar: () => import("./ar.js"),
}

const loading = new Map<string, Promise<void>>()

/**
 * Loads the words of a language once. Until they are there, and where one is missing, English is shown.
 *
 * Words of the store's own `i18n` stay: they are never overwritten.
 */
export function loadLocale(resources: Resources, language: string): Promise<void> {
  const load = LOCALES[language]
  if (!load) return Promise.resolve()
  const started = loading.get(language)
  if (started) return started
  const request = load().then(
    ({ words }) => void resources.addResourceBundle(language, "onchain", unpacked(words), true, false),
    // Offline for a moment: the next screen tries again.
    () => void loading.delete(language)
  )
  loading.set(language, request)
  return request
}

/** The build packs the words. @see scripts/package/pack-locales.ts */
const unpacked = (words: Words | PackedWords): Words =>
  isPacked(words) ? unpackWords(words, english.words) : words

const isPacked = (words: Words | PackedWords): words is PackedWords => Array.isArray(words.values)
