import type { OnchainSentence } from "../../types/http"
import { render, type Texts } from "../../words/render"
import english from "./en.json"

/** Words of one language, in the shape of the English ones. */
export type Words = { [key: string]: string | Words }

/** Words of a language without their keys, which are those of the English ones: a third less to download. */
export type PackedWords = { forms: readonly string[]; values: readonly string[] }

/** Values follow the order of the English words of the same build; `forms` of a plural are those of the language, by i18next's names. */
export function packWords(words: Words, forms: readonly string[]): PackedWords {
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
export function unpackWords({ forms, values }: PackedWords): Words {
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
function pathsOf(words: Words, forms: readonly string[], path: readonly string[] = []): string[][] {
  return Object.entries(words).flatMap(([name, part]): string[][] => {
    if (typeof part === "object") return pathsOf(part, forms, [...path, name])
    const base = name.replace(/_(?:one|other)$/, "")
    if (base === name || !(`${base}_one` in words && `${base}_other` in words)) return [[...path, name]]
    return PLURAL.test(name) ? forms.map((form) => [...path, `${base}_${form}`]) : []
  })
}

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
const LOCALES: Record<string, () => Promise<{ default: Words | PackedWords }>> = {
  de: () => import("./de.json"),
  ar: () => import("./ar.json"),
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
    ({ default: words }) =>
      void resources.addResourceBundle(language, "onchain", unpacked(words), true, false),
    // Offline for a moment: the next screen tries again.
    () => void loading.delete(language)
  )
  loading.set(language, request)
  return request
}

/** The build packs the words. @see scripts/package/pack-admin.ts */
const unpacked = (words: Words | PackedWords): Words => (isPacked(words) ? unpackWords(words) : words)

const isPacked = (words: Words | PackedWords): words is PackedWords => Array.isArray(words.values)

/** What the API says to a person, by code. In English the API's own sentence is shown. */
const SENTENCES: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import("../../words/sentences.de.json"),
  ar: () => import("../../words/sentences.ar.json"),
}

type Said = { reason?: string; message?: string; details: readonly OnchainSentence[] }

/** Replaces each `reason` and `message` of an answer that has its sentences as `details`, where the language has them. */
export async function translated<Answer>(answer: Answer, language: string): Promise<Answer> {
  const texts = await SENTENCES[language]?.().catch(() => undefined)
  if (!texts) return answer
  const show = (value: string) => inertText(value, language === "ar")
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    if (!isSaid(value)) return value
    const name = value.message === undefined ? "reason" : "message"
    const english = value[name] ?? ""
    const text = render(texts.default, value.details, show) ?? english
    // A form shows the text at the field that it begins with.
    const [field = ""] = /^[a-z_]+: /.exec(english) ?? []
    return { ...value, [name]: text.startsWith(field) ? text : `${field}${text}` }
  }) as Answer
}

const isSaid = (value: unknown): value is Said =>
  typeof value === "object" && value !== null && "details" in value && Array.isArray(value.details)

/** Marks that turn the direction of the text around them: U+202A to U+202E, U+2066 to U+2069, U+200E and U+200F. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"]

/**
 * Makes a value safe inside a sentence: it cannot turn the direction of the words around it.
 *
 * @param isIsolated in a language that is written from right to left, an amount or an address keeps its own direction
 */
export function inertText(value: string, isIsolated: boolean): string {
  const plain = value.replace(DIRECTION_MARKS, "")
  return isIsolated ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain
}
