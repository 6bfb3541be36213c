import { type ResourceKind, resources } from "../contract/endpoints"
import { fieldOf, isRecord, type Identified, type WireRecord } from "../contract/wire"
import type { Findings } from "./findings"

/** A value of an answer, with the path that leads to it, such as `gas.included.remaining`. */
export type Leaf = { path: string; words: readonly string[]; value: unknown }

const MAX_DEPTH = 4
const MAX_PLACES = 200
const MAX_LEAVES = 500
/** Names that a setting can hold and a terminal can show. */
const PLAIN_NAME = /^[\w-]{1,60}$/

function fieldsOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([name]) => PLAIN_NAME.test(name) && name !== "__proto__")
}

const join = (path: string, name: string) => (path === "" ? name : `${path}.${name}`)
export const depthOf = (path: string) => (path === "" ? 0 : path.split(".").length)

/** The objects of an answer, outermost first; the path of the answer itself is empty. Bounded, whatever the service sends. */
export function placesIn(body: unknown): { path: string; record: WireRecord }[] {
  const places = isRecord(body) ? [{ path: "", record: body }] : []
  for (const { path, record } of places) {
    if (depthOf(path) >= MAX_DEPTH || places.length >= MAX_PLACES) continue
    for (const [name, value] of fieldsOf(record))
      if (isRecord(value)) places.push({ path: join(path, name), record: value })
  }
  return places.slice(0, MAX_PLACES)
}

/** The values of an object and of the objects in it. Null counts as absent, a list as one value. */
export function leavesOf(record: WireRecord): Leaf[] {
  const leaves = placesIn(record).flatMap((place) =>
    fieldsOf(place.record).flatMap(([name, value]): Leaf[] => {
      if (isRecord(value) || value === null || value === undefined) return []
      const path = join(place.path, name)
      return [{ path, words: wordsOf(path), value }]
    })
  )
  return leaves.slice(0, MAX_LEAVES)
}

/** The lists of objects in an answer, with their paths; the path of a bare list is empty. */
function listsIn(body: unknown): { path: string; rows: WireRecord[] }[] {
  if (Array.isArray(body)) return body.every(isRecord) ? [{ path: "", rows: body }] : []
  return placesIn(body).flatMap(({ path, record }) =>
    fieldsOf(record).flatMap(([name, value]) =>
      Array.isArray(value) && value.every(isRecord) ? [{ path: join(path, name), rows: value }] : []
    )
  )
}

/** @example wordsOf("gas.includedUsd") // ["gas", "included", "usd"] */
function wordsOf(name: string): string[] {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
  return (
    words
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.map(singular) ?? []
  )
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word
}

/**
 * Compares the words of a name with a pattern: each group needs one of its words, and a word after a hyphen
 * must be missing.
 *
 * @returns words of the name that the pattern does not mention, or null when it does not match
 * @example wordsBeyond("gas remaining|left -prepaid", ["gas", "left", "usd"]) // 1
 */
export function wordsBeyond(pattern: string, words: readonly string[]): number | null {
  const used = new Set<string>()
  for (const group of pattern.split(" ")) {
    const isForbidden = group.startsWith("-")
    const names = group.replace(/^-/, "").split("|").map(singular)
    const found = words.filter((word) => names.includes(word))
    if (found.length > 0 === isForbidden) return null
    for (const word of found) used.add(word)
  }
  return words.filter((word) => !used.has(word)).length
}

/** Fields that tell a quote from another object beside those of its schema: it repeats its request. */
const OF_A_QUOTE = ["chain", "networkId", "token", "amount"]

/** How many fields an object has by which its kind is recognized: those of the schema, by our names. */
export function signsIn(kind: ResourceKind, record: WireRecord): number {
  const names = [...Object.keys(resources[kind].shape), ...(kind === "quote" ? OF_A_QUOTE : [])]
  return names.filter((name) => name !== "id" && fieldOf(record, name) !== undefined).length
}

/** The rows of a list, or null when the answer has no list of objects. An empty list is the last choice. */
export function findRows(kind: ResourceKind, body: unknown): { path: string; rows: WireRecord[] } | null {
  const score = ({ rows: [first] }: { rows: WireRecord[] }) => (first ? signsIn(kind, first) : -1)
  const lists = listsIn(body).sort((a, b) => score(b) - score(a) || depthOf(a.path) - depthOf(b.path))
  return lists[0] ?? null
}

const ID_WORDS = "id uid uuid guid identifier reference ref number code key slug".split(" ")
/** A name with one of these refers to another thing. */
const OTHERS = (
  "customer order intent deposit withdrawal payout invoice network external asset memo request business merchant " +
  "account chain hash contract route canonical parent client quote user plan subscription token env correlation " +
  "source tx"
).split(" ")

/**
 * Fields that may hold the identifier of these objects, best first: a text or whole number that all of them
 * have, whose name refers to no other thing, and that no two share.
 */
export function idCandidates(kind: Identified, records: readonly WireRecord[], findings: Findings): string[] {
  const known = knownIds(kind, findings)
  const names = new Set(records.flatMap(leavesOf).map(({ path }) => path))
  // Names that we try by default first, then the shortest of the usual ones.
  const rankOf = (path: string) => {
    const words = wordsOf(path)
    const usual = ID_WORDS.findIndex((word) => words.includes(word)) * 2 + (words.length > 1 ? 1 : 0)
    return known.includes(path) ? known.indexOf(path) : known.length + usual
  }
  return [...names]
    .filter((path) => depthOf(path) <= 2 && isOwnId(kind, path) && isUnique(path, records))
    .sort((a, b) => rankOf(a) - rankOf(b) || depthOf(a) - depthOf(b))
}

function isOwnId(kind: Identified, path: string): boolean {
  const words = wordsOf(path)
  const others = OTHERS.filter((other) => other !== kind && !(kind === "withdrawal" && other === "payout"))
  return words.some((word) => ID_WORDS.includes(word)) && !words.some((word) => others.includes(word))
}

function isUnique(path: string, records: readonly WireRecord[]): boolean {
  const ids = records.map((record) => idIn(record, path))
  return !ids.includes(undefined) && new Set(ids).size === ids.length
}

/** The identifier at a path, as text. */
export function idIn(record: WireRecord, path: string): string | undefined {
  const value = fieldOf(record, path)
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : undefined
}

/** Notes which field is the identifier: the default fits when it is what the default would read first. */
export function proposeId(
  kind: Identified,
  path: string,
  records: readonly WireRecord[],
  because: string,
  findings: Findings
): void {
  const isThere = (name: string) => records.some((record) => fieldOf(record, name) !== undefined)
  if (knownIds(kind, findings).find(isThere) === path) findings.fit(`ids.${kind}`)
  else findings.propose(`ids.${kind}`, [path], because)
}

/** Names that are tried by default. The documented one of a deposit comes first. */
function knownIds(kind: Identified, findings: Findings): string[] {
  return [...(kind === "deposit" ? ["depositId"] : []), ...findings.baseline.ids[kind]]
}
