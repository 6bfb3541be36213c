import { createHash } from "node:crypto"

/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** @returns a whole number from 0 to `most` */
  upTo: (most: number) => number
}

/** @example createRandom("never twice").upTo(3) */
export function createRandom(seed: string): Random {
  let drawn = 0
  return {
    upTo(most) {
      const digest = createHash("sha256").update(`${seed} ${drawn++}`).digest()
      return digest.readUInt32BE(0) % (most + 1)
    },
  }
}
