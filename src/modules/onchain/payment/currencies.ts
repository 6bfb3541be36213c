import type { Knex } from "@medusajs/framework/mikro-orm/knex"

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
