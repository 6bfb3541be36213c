import type { OnchainSentence, OnchainSentenceParam } from "../types/http"
import { render } from "./render"
import english from "./sentences.json"

export type SentenceCode = keyof typeof english

/** What the API says to a person: codes with parameters, which every language turns into sentences. */
export type Words = readonly OnchainSentence[]

type Value = OnchainSentenceParam | Date | boolean | null | undefined
type Values = Readonly<Record<string, Value>>

/** What a sentence is chosen by: a code, and its reason or state where it has several. */
type KeyOf<Problem> = Problem extends { code: infer Code extends string; reason: infer Reason extends string }
  ? `${Code}.${Reason}`
  : Problem extends { code: infer Code extends string; state: infer State extends string }
    ? `${Code}.${State}`
    : Problem extends { code: infer Code extends string }
      ? Code
      : never

/** Fails to compile where a sentence is missing. */
type Sayable<Area extends string, Problem> = [`${Area}.${KeyOf<Problem>}`] extends [SentenceCode]
  ? unknown
  : { missing: Exclude<`${Area}.${KeyOf<Problem>}`, SentenceCode> }

export function isSentence(code: string): code is SentenceCode {
  return Object.hasOwn(english, code)
}

/** One sentence. It carries the parameters that its text names; null and undefined are absent. */
export function sentence(code: SentenceCode, values: Values = {}): OnchainSentence {
  const names = [...english[code].matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const params = names.flatMap((name) => {
    const param = toParam(values[name])
    return param === null ? [] : [[name, param] as const]
  })
  return { code, params: Object.fromEntries(params) }
}

export const say = (code: SentenceCode, values?: Values): Words => [sentence(code, values)]

/** Says a problem of the domain: its code, and its reason or state, name a sentence of the area. @param more replaces parameters */
export function sayProblem<Area extends string, Problem extends { code: string }>(
  area: Area,
  problem: Problem & Sayable<Area, Problem>,
  more: Values = {}
): Words {
  const values: Record<string, unknown> = { ...problem, ...more }
  const { code, reason, state } = values
  const found = [`${area}.${String(code)}.${String(reason ?? state)}`, `${area}.${String(code)}`].find(
    isSentence
  )
  if (found === undefined) throw new Error(`there are no words for ${area}.${String(code)}`)
  return say(found, Object.fromEntries(Object.entries(values).filter(isValue)))
}

/** What is no parameter, such as the other payout of a refund, comes in `more`. */
function isValue(entry: [string, unknown]): entry is [string, Value] {
  const [, value] = entry
  if (typeof value !== "object" || value === null || value instanceof Date || Array.isArray(value))
    return true
  return "code" in value && "params" in value
}

function toParam(value: Value): OnchainSentenceParam | null {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return null
  if (!(value instanceof Date)) return value
  const text = value.toISOString()
  return sentence("at", { day: text.slice(0, 10), time: text.slice(11, 16) })
}

/** The sentences in the language of the API. */
export const inEnglish = (words: Words): string => render(english, words) ?? ""

/** A list within a sentence. @example joined("or", ["wd_1", "wd_2"]) // in English "wd_1 or wd_2" */
export function joined(
  code: "or" | "and" | "semicolon",
  [head = "", ...rest]: readonly (string | OnchainSentence)[]
): string | OnchainSentence {
  return rest.reduce<string | OnchainSentence>((first, last) => sentence(code, { first, last }), head)
}

/** The answer of an action that may be refused, with the reason where it is. */
export function toChoice<Obstacle>(
  obstacle: Obstacle | null,
  words: (obstacle: Obstacle) => Words
): { is_possible: boolean; reason: string | null; details?: Words } {
  return { is_possible: obstacle === null, ...toReason(obstacle && words(obstacle)) }
}

export function toReason(words: Words | null): { reason: string | null; details?: Words } {
  return words === null ? { reason: null } : { reason: inEnglish(words), details: words }
}
