import { type Digits, parseDigits } from "../format/decimal"

/**
 * How much of a whole is used, in whole percent, rounded down and at most 100.
 *
 * @param used decimal
 * @param whole decimal
 * @returns null when either is not known, or when there is no whole
 * @example shareUsed("12.5", "50") // 25
 */
export function shareUsed(used: string | null, whole: string | null): number | null {
  const [part, all] = [used && parseDigits(used), whole && parseDigits(whole)]
  if (!part || !all || all.digits === 0n) return null
  const scale = Math.max(part.scale, all.scale)
  const widen = ({ digits, scale: own }: Digits) => digits * 10n ** BigInt(scale - own)
  const percent = (widen(part) * 100n) / widen(all)
  return Number(percent > 100n ? 100n : percent)
}
