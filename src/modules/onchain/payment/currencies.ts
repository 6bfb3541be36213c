import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { inUnit } from "../../../domain/money"

/** Writes an amount in the unit of its currency. @see inUnit */
export type ShownFiat = (amount: string, currencyCode: string) => string

/** For a currency that Medusa does not know. */
export const USUAL_DECIMALS = 2

/**
 * The number of decimals of each currency, from Medusa's own table: a store may add currencies of its own.
 *
 * The number of a currency never changes, so each is read once.
 */
export class Currencies {
  private readonly known = new Map<string, number>()

  constructor(private readonly knex: Knex) {}

  /**
   * Reads what it takes to show amounts of these currencies. An amount of another one is shown in {@link USUAL_DECIMALS}.
   *
   * @param codes in any case; null for no amount
   * @returns writes an amount in the unit of its currency
   */
  async shown(codes: readonly (string | null)[]): Promise<ShownFiat> {
    const found = new Map<string, number>()
    for (const code of new Set(codes))
      if (code !== null) found.set(code.toLowerCase(), await this.decimalsOf(code))
    return (amount, code) => inUnit(amount, found.get(code.toLowerCase()) ?? USUAL_DECIMALS)
  }

  /** @param code in any case */
  async decimalsOf(code: string): Promise<number> {
    const key = code.toLowerCase()
    const known = this.known.get(key)
    if (known !== undefined) return known
    const row: { decimal_digits: unknown } | undefined = await this.knex("currency")
      .where({ code: key })
      .whereNull("deleted_at")
      .first("decimal_digits")
    const decimals = Number(row?.decimal_digits ?? USUAL_DECIMALS)
    if (row) this.known.set(key, decimals)
    return decimals
  }
}
