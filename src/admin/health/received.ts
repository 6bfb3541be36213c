import type { OnchainReceived, OnchainReceivedDay } from "../../types/http"
import { type Digits, parseDigits } from "../ui/format"

type Line = Omit<OnchainReceivedDay, "day">

/** Adds decimals given as text, exactly. @example sumDecimals(["1.5", "0.25"]) // "1.75" */
export function sumDecimals(amounts: readonly string[]): string {
  const parsed = amounts.map(parseDigits).filter((one): one is Digits => one !== null)
  const scale = Math.max(0, ...parsed.map((one) => one.scale))
  const sum = parsed.reduce((total, one) => total + one.digits * 10n ** BigInt(scale - one.scale), 0n)
  const text = String(sum).padStart(scale + 1, "0")
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** The currencies of orders that were paid, the most common first. */
export function currenciesOf({ total }: Pick<OnchainReceived, "total">): string[] {
  const counts = new Map<string, number>()
  for (const { fiat } of total)
    for (const { currency_code: code, count } of fiat) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].sort(([a, one], [b, two]) => two - one || a.localeCompare(b)).map(([code]) => code)
}

/** In one currency, in major units. */
export const fiatOf = (lines: readonly Line[], currency: string) =>
  sumDecimals(
    lines.flatMap(({ fiat }) => fiat.filter((one) => one.currency_code === currency).map((one) => one.amount))
  )

/** What the payments in one currency brought: lines without any are left out. */
export const inCurrency = <One extends Line>(lines: readonly One[], currency: string): One[] =>
  lines.flatMap((line) => {
    const own = line.fiat.find((one) => one.currency_code === currency)
    return own ? [{ ...line, count: own.count, amount: own.token_amount, fiat: [own] }] : []
  })

export const countOf = (lines: readonly Line[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** Tokens by name, the one that brought most payments first. */
export function tokensOf(lines: readonly Line[]): string[] {
  const names = [...new Set(lines.map(({ token }) => token))]
  const count = (name: string) => countOf(lines.filter(({ token }) => token === name))
  return names.sort((a, b) => count(b) - count(a) || a.localeCompare(b))
}

/** Every day from the first to the last, those without money included. */
export function daysOf({ from, to, days }: OnchainReceived): { day: string; lines: OnchainReceivedDay[] }[] {
  const found: { day: string; lines: OnchainReceivedDay[] }[] = []
  const end = Date.parse(to)
  for (let at = Date.parse(from); at <= end; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    found.push({ day, lines: days.filter((line) => line.day === day) })
  }
  return found
}
