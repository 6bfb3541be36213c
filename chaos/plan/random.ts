import { createHash } from "node:crypto"

/** Random numbers, repeatable per seed. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  fraction(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  isTrue(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[]
}

/**
 * Creates random numbers from a text, so that one order's luck does not depend on the others.
 *
 * @example createRandom("seed/17").between(1, 6)
 */
export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE()
  // Mulberry32: small, and good enough to spread faults.
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    between,
    isTrue: (probability) => fraction() < probability,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    shuffle(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = between(0, last)
        const held = mixed[last]
        const swapped = mixed[other]
        if (held === undefined || swapped === undefined) continue
        mixed[last] = swapped
        mixed[other] = held
      }
      return mixed
    },
  }
}
