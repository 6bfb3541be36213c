import { fieldOf } from "../contract/wire"
import type { WireRecord } from "../contract/records"
import { depthOf, leavesOf, wordsBeyond, type Leaf } from "./answer-shape"
import { DOCUMENTED, WANTED, type FieldSetting, type Wanted } from "./field-names"
import type { Findings } from "./findings"

/** Objects of one kind, with the endpoint that answered them. */
export type Seen = { endpoint: string; records: readonly WireRecord[] }

type Found = { path: string; rank: number; beyond: number }

/**
 * Finds the settings `fields.<kind>.*` in objects of a kind.
 *
 * @param hint what would show a field that is missing
 * @param names fields that are taken already, such as the identifier
 */
export function findFields(
  kind: FieldSetting,
  { endpoint, records }: Seen,
  findings: Findings,
  hint: string,
  names: readonly string[] = []
): void {
  const leaves = records.map(leavesOf)
  const wanted = Object.entries<Wanted>(WANTED[kind])
  const taken = new Set(names)
  const open: [string, Wanted][] = []
  for (const [field, want] of wanted) {
    const byDefault = String(findings.defaultOf(`fields.${kind}.${field}`))
    const isDefault = isEverywhere(byDefault, records, want)
    if (isDefault) findings.fit(`fields.${kind}.${field}`)
    if (isDefault) taken.add(byDefault)
    else open.push([field, want])
  }
  // Fields whose name is clearer choose first.
  const choices = open.map(([field, want]) => ({ field, found: candidatesFor(want, kind, leaves, records) }))
  choices.sort((a, b) => clarityOf(a.found[0]) - clarityOf(b.found[0]))
  for (const { field, found } of choices) {
    const setting = `fields.${kind}.${field}`
    const [best, next] = found.filter(({ path }) => !taken.has(path))
    if (best === undefined) {
      findings.miss(setting, hint)
    } else if (next && isEqual(best, next)) {
      findings.doubt(setting, `${endpoint} has several fields that could be it: ${best.path}, ${next.path}`)
    } else {
      taken.add(best.path)
      findings.propose(setting, best.path, `${endpoint}, field ${best.path}`)
    }
  }
}

/** The path at which a field of ours was found, or is by default. */
export function pathFound(kind: FieldSetting, field: string, findings: Findings): string {
  return String(findings.proposed(`fields.${kind}.${field}`) ?? findings.defaultOf(`fields.${kind}.${field}`))
}

function isEverywhere(path: string, records: readonly WireRecord[], { fits }: Wanted): boolean {
  const values = records.map((record) => fieldOf(record, path)).filter((value) => value !== undefined)
  return values.length > 0 && values.every(fits)
}

function candidatesFor(
  want: Wanted,
  kind: FieldSetting,
  leaves: readonly Leaf[][],
  records: readonly WireRecord[]
): Found[] {
  const paths = new Map(leaves.flat().map((leaf) => [leaf.path, leaf.words]))
  const found = [...paths].flatMap(([path, words]): Found[] => {
    if (isDocumented(path, kind) || !isEverywhere(path, records, want)) return []
    for (const [rank, pattern] of want.names.entries()) {
      const beyond = wordsBeyond(pattern, words)
      if (beyond !== null) return [{ path, rank, beyond }]
    }
    const { says } = want
    return says && isEverywhere(path, records, { names: [], fits: says })
      ? [{ path, rank: want.names.length, beyond: 0 }]
      : []
  })
  return found.sort((a, b) => clarityOf(a) - clarityOf(b) || depthOf(a.path) - depthOf(b.path))
}

const UNFOUND = 1_000

function clarityOf(found: Found | undefined): number {
  return found === undefined ? UNFOUND : found.rank * 10 + found.beyond
}

function isEqual(a: Found, b: Found): boolean {
  return clarityOf(a) === clarityOf(b) && depthOf(a.path) === depthOf(b.path)
}

function isDocumented(path: string, kind: FieldSetting): boolean {
  return DOCUMENTED[kind].some((name) => path === name || path.startsWith(`${name}.`))
}
