import type { WireRecord } from "../contract/records"
import { isRecord } from "../contract/wire"

/** A value of an answer, with the path that leads to it, such as `gas.included.remaining`. */
export type Leaf = { path: string; words: readonly string[]; value: unknown }

/** An object of an answer; its path is empty for the answer itself. */
export type Place = { path: string; record: WireRecord }

const MAX_DEPTH = 4
const MAX_PLACES = 200
const MAX_LEAVES = 500
/** Names that a setting can hold and a terminal can show. */
const PLAIN_NAME = /^[\w-]{1,60}$/

/** The fields of an object that a setting can name. */
function fieldsOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([name]) => PLAIN_NAME.test(name) && name !== "__proto__")
}

/** The objects of an answer, outermost first. Bounded, whatever the service sends. */
export function placesIn(body: unknown): Place[] {
  const places: Place[] = isRecord(body) ? [{ path: "", record: body }] : []
  for (let n = 0; n < places.length && places.length < MAX_PLACES; n++) {
    const { path, record } = places[n] ?? { path: "", record: {} }
    if (depthOf(path) >= MAX_DEPTH) continue
    for (const [name, value] of fieldsOf(record))
      if (isRecord(value)) places.push({ path: join(path, name), record: value })
  }
  return places.slice(0, MAX_PLACES)
}

/** The values of an object and of the objects in it. Null counts as absent, a list as one value. */
export function leavesOf(record: WireRecord): Leaf[] {
  const leaves: Leaf[] = []
  for (const place of placesIn(record)) {
    for (const [name, value] of fieldsOf(place.record)) {
      if (isRecord(value) || value === null || value === undefined) continue
      if (leaves.length >= MAX_LEAVES) return leaves
      const path = join(place.path, name)
      leaves.push({ path, words: wordsOf(path), value })
    }
  }
  return leaves
}

/** The lists of objects in an answer, with their paths; the path of a bare list is empty. */
export function listsIn(body: unknown): { path: string; rows: WireRecord[] }[] {
  if (Array.isArray(body)) return body.every(isRecord) ? [{ path: "", rows: body }] : []
  return placesIn(body).flatMap(({ path, record }) =>
    fieldsOf(record).flatMap(([name, value]) =>
      Array.isArray(value) && value.every(isRecord) ? [{ path: join(path, name), rows: value }] : []
    )
  )
}

export function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`
}

export function depthOf(path: string): number {
  return path === "" ? 0 : path.split(".").length
}

/** @example wordsOf("gas.includedUsd") // ["gas", "included", "usd"] */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "")
    .map(singular)
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
  const groups = pattern.split(" ")
  const used = new Set<string>()
  for (const group of groups) {
    const isForbidden = group.startsWith("-")
    const names = group.replace(/^-/, "").split("|").map(singular)
    const found = words.filter((word) => names.includes(word))
    if (found.length > 0 === isForbidden) return null
    for (const word of found) used.add(word)
  }
  return words.filter((word) => !used.has(word)).length
}
