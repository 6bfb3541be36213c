import type { SqlPart } from "./withdrawal-change"

/**
 * Adds what the service says otherwise than we do, as assignments of the row `w`.
 *
 * What is told again changes nothing. Another mismatch is one that nobody has seen; it stands beside one that
 * nobody has seen either, and in place of one that somebody has.
 *
 * @param words null for none, which takes back nothing
 */
export function withMismatch(words: string | null): SqlPart {
  const isKnown = "(?::text IS NULL OR position(?::text IN w.mismatch) > 0)"
  const known = [words, words]
  const kept = (column: string) => `${column} = CASE WHEN ${isKnown} THEN w.${column} END`
  return {
    sql: `mismatch = CASE WHEN ${isKnown} THEN w.mismatch
        WHEN w.mismatch IS NULL OR w.mismatch_seen_at IS NOT NULL THEN ?::text ELSE w.mismatch || ' ' || ?::text END,
      ${SEEN.map(kept).join(", ")}`,
    bindings: [...known, words, words, ...SEEN.flatMap(() => known)],
  }
}

const SEEN = ["mismatch_seen_at", "mismatch_seen_by", "mismatch_seen_note"]
