import type { ResourceKind, WireRecord } from "../contract/records"
import { fieldOf, isRecord, type Enveloped, type Identified } from "../contract/wire"
import { depthOf, leavesOf, listsIn, placesIn, wordsBeyond, wordsOf, type Place } from "./answer-shape"
import { WANTED, type Wanted } from "./field-names"
import type { Findings } from "./findings"

/** Documented fields by which an object of a kind is recognized. */
const SIGNS: Readonly<Record<ResourceKind, readonly string[]>> = {
  customer: ["externalRef"],
  address: ["address", "created"],
  invoice: ["chain", "networkId", "token", "amount", "status", "depositAddress"],
  intent: ["externalOrderId", "expectedAmount", "chain", "networkId", "token"],
  quote: ["fee", "netAmount", "expiresAt", "amount", "chain", "networkId", "token"],
  withdrawal: ["chain", "networkId", "token", "status", "quoteId", "clientReference"],
  depositAction: [],
  billing: [],
  network: ["chain", "networkId"],
  token: ["chain", "networkId", "token"],
  balance: ["chain", "networkId", "token", "amounts"],
  transaction: ["chain", "networkId", "token"],
  deposit: [
    "depositId",
    "chain",
    "networkId",
    "asset",
    "amount",
    "transaction",
    "assignment",
    "resolutionStatus",
  ],
}

/**
 * Finds the object of a kind in an answer, and the setting `envelopes.<kind>`.
 *
 * @param id of the resource, when it was fetched by it
 * @returns the object, or null when nothing in the answer looks like it
 */
export function findResource(
  kind: Enveloped,
  { endpoint, body }: { endpoint: string; body: unknown },
  findings: Findings,
  id?: string
): WireRecord | null {
  const setting = `envelopes.${kind}`
  const scored = placesIn(body).map((place) => ({
    ...place,
    score: scoreOf(kind, place.record, id, findings),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const equals = scored.filter(({ score }) => score === best && best > 0)
  // Groups of a bill lie in objects of their own: the innermost object with all of them is the bill.
  const found: Place | undefined = kind === "billing" ? equals.at(-1) : equals[0]
  if (found === undefined) {
    findings.doubt(setting, `${endpoint}: nothing in the answer looks like a ${kind}`)
    return null
  }
  const where = found.path === "" ? "the answer itself" : `field ${found.path}`
  findings.proposeOneOf(setting, found.path, `${endpoint}, ${where}`)
  return found.record
}

function scoreOf(kind: Enveloped, record: WireRecord, id: string | undefined, findings: Findings): number {
  if (kind === "address") return addressScore(record)
  if (kind === "billing") return fieldsFound(WANTED.billing, record)
  const requested = id === undefined ? [] : leavesOf(record).filter(({ path }) => idIn(record, path) === id)
  const [nearest = 0] = requested.map(({ path }) => 1 / depthOf(path)).sort((a, b) => b - a)
  if (kind === "depositAction") return fieldsFound(WANTED.depositAction, record) + nearest
  const signs = SIGNS[kind].filter((name) => fieldOf(record, name) !== undefined).length
  if (signs > 0 || nearest > 0) return signs + nearest
  return idCandidates(kind, [record], findings).some((path) => depthOf(path) === 1) ? 0.5 : 0
}

function addressScore({ address, chainFamily }: WireRecord): number {
  if (isRecord(address)) return typeof address.address === "string" ? 3 : 0
  return typeof address === "string" && typeof chainFamily === "string" ? 2 : 0
}

/** How many of our fields an object has, under any name. */
function fieldsFound(wanted: Readonly<Record<string, Wanted>>, record: WireRecord): number {
  const leaves = leavesOf(record)
  return Object.values(wanted).filter(({ names, fits }) =>
    leaves.some(({ words, value }) => fits(value) && names.some((name) => wordsBeyond(name, words) !== null))
  ).length
}

export type FoundList = { path: string; rows: WireRecord[] }

/** The rows of a list, or null when the answer has no list of objects. An empty list is the last choice. */
export function findRows(kind: ResourceKind, body: unknown): FoundList | null {
  const scored = listsIn(body).map((list) => ({ ...list, score: rowScore(kind, list.rows) }))
  scored.sort((a, b) => b.score - a.score || depthOf(a.path) - depthOf(b.path))
  const [best] = scored
  return best === undefined ? null : { path: best.path, rows: best.rows }
}

function rowScore(kind: ResourceKind, rows: readonly WireRecord[]): number {
  const [first] = rows
  return first ? SIGNS[kind].filter((name) => fieldOf(first, name) !== undefined).length : -1
}

/** Proposes `list.itemsFields` from where the rows of all lists were. */
export function proposeItemsFields(
  lists: readonly { endpoint: string; path: string; body: unknown }[],
  findings: Findings
): void {
  const setting = "list.itemsFields"
  const paths = [...new Set(lists.map(({ path }) => path))]
  if (paths.length === 0) return findings.miss(setting, "a list with rows")
  const known = findings.defaultOf(setting)
  if (Array.isArray(known) && paths.every((path) => known.includes(path))) return findings.fit(setting)
  const where = lists.map(({ endpoint, path }) => `${endpoint}: ${path || "the answer itself"}`)
  findings.propose(setting, paths, [...new Set(where)].join("; "))
}

const ID_WORDS = [
  "id",
  "uid",
  "uuid",
  "guid",
  "identifier",
  "reference",
  "ref",
  "number",
  "code",
  "key",
  "slug",
]
/** A name with one of these refers to another thing. */
const OTHERS = [
  ...[
    "customer",
    "order",
    "intent",
    "deposit",
    "withdrawal",
    "payout",
    "invoice",
    "network",
    "external",
    "asset",
  ],
  ...[
    "memo",
    "request",
    "business",
    "merchant",
    "account",
    "chain",
    "hash",
    "contract",
    "route",
    "canonical",
  ],
  ...[
    "parent",
    "client",
    "quote",
    "user",
    "plan",
    "subscription",
    "token",
    "env",
    "correlation",
    "source",
    "tx",
  ],
]

/**
 * Fields that may hold the identifier of these objects, best first: a text or whole number that all of them
 * have, whose name refers to no other thing, and that no two share.
 */
export function idCandidates(kind: Identified, records: readonly WireRecord[], findings: Findings): string[] {
  const known = knownIds(kind, findings)
  const names = new Set(records.flatMap(leavesOf).map(({ path }) => path))
  return [...names]
    .filter((path) => depthOf(path) <= 2 && isOwnId(kind, path) && isUnique(path, records))
    .sort((a, b) => rankOf(a, known) - rankOf(b, known) || depthOf(a) - depthOf(b))
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

/** Names that we try by default first, then the shortest of the usual ones. */
function rankOf(path: string, known: readonly unknown[]): number {
  const position = known.indexOf(path)
  if (position !== -1) return position
  const usual = ID_WORDS.findIndex((word) => wordsOf(path).includes(word))
  return known.length + usual * 2 + (wordsOf(path).length > 1 ? 1 : 0)
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
  { records, because }: { records: readonly WireRecord[]; because: string },
  findings: Findings
): void {
  const setting = `ids.${kind}`
  const first = knownIds(kind, findings).find((name) =>
    records.some((record) => fieldOf(record, String(name)) !== undefined)
  )
  if (first === path) findings.fit(setting)
  else findings.propose(setting, [path], because)
}

/** Names that are tried by default. The documented one of a deposit comes first. */
function knownIds(kind: Identified, findings: Findings): unknown[] {
  return [...(kind === "deposit" ? ["depositId"] : []), ...findings.listOf(`ids.${kind}`)]
}
