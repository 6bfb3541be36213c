import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MathBN, MedusaError } from "@medusajs/framework/utils"

export type Row = Record<string, unknown>

export const text = (value: unknown): string => {
  if (typeof value !== "string") throw new Error(`${JSON.stringify(value)} is no text`)
  return value
}
export const amountOf = (row: Row): string => text((row["raw_amount"] as Row | undefined)?.["value"])
export const sumOf = (rows: readonly Row[]) => MathBN.sum(0, ...rows.map(amountOf)).toFixed()
/** As Medusa keeps an exact amount. */
export const raw = (value: string) => JSON.stringify({ value, precision: 20 })
export const idOf = (prefix: string) => generateEntityId(undefined, prefix)

/** What a nested field of `query.graph` leads to: the table, the column there, and the column here. */
const RELATIONS: Record<
  string,
  Record<string, [table: string, theirs: string, ours: string, isOne?: true]>
> = {
  order: {
    payment_collections: ["order_payment_collection>payment_collection", "order_id", "id"],
    fulfillments: ["fulfillment", "order_id", "id"],
    items: ["order_item", "order_id", "id"],
  },
  payment_collection: {
    payment_sessions: ["payment_session", "payment_collection_id", "id"],
    payments: ["payment", "payment_collection_id", "id"],
  },
  payment_session: { payment: ["payment", "payment_session_id", "id", true] },
  payment: { captures: ["capture", "payment_id", "id"], refunds: ["refund", "payment_id", "id"] },
  order_payment_collection: { order: ["order", "id", "order_id", true] },
  cart_payment_collection: { cart: ["cart", "id", "cart_id", true] },
  order_cart: { order: ["order", "id", "order_id", true], cart: ["cart", "id", "cart_id", true] },
}

/** Reads of the model: `query.graph`, and rows by a column. Deleted rows are absent. */
export class MedusaRows {
  constructor(protected readonly knex: Knex) {}

  protected async sql(statement: string, bindings: readonly unknown[] = []): Promise<Row[]> {
    return (await this.knex.raw(statement, bindings as Knex.RawBinding[])).rows as Row[]
  }

  protected async one(table: string, id: string): Promise<Row> {
    const [row] = await this.rows(table, "id", [id])
    if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `${table} with id ${id} was not found`)
    return row
  }

  protected rows(table: string, column: string, values: readonly unknown[]): Promise<Row[]> {
    const [link, target] = table.split(">")
    return target === undefined
      ? this.sql(
          `SELECT * FROM "${table}" WHERE ${column} = ANY(?) AND deleted_at IS NULL ORDER BY ${ORDERS[table] ?? column}`,
          [[...values]]
        )
      : this.sql(
          `SELECT target.*, link.${column} AS __of FROM "${link}" AS link JOIN "${target}" AS target ON target.id = link.${target}_id
           WHERE link.${column} = ANY(?) AND link.deleted_at IS NULL AND target.deleted_at IS NULL ORDER BY target.id`,
          [[...values]]
        )
  }

  /** Rows with what is nested in them, one statement for each relation, as Medusa reads them. */
  readonly graph = async ({
    entity,
    fields,
    filters,
  }: {
    entity: string
    fields: readonly string[]
    filters: Row
  }) => {
    const conditions = Object.entries(filters).map(
      ([column, value]) => [column, Array.isArray(value) ? value : [value]] as const
    )
    const found = await this.sql(
      `SELECT * FROM "${entity}" WHERE deleted_at IS NULL ${conditions.map(([column]) => `AND ${column} = ANY(?)`).join(" ")}
       ORDER BY ${ORDERS[entity] ?? "1"}`,
      conditions.map(([, values]) => values)
    )
    return { data: await this.nest(entity, found, fields) }
  }

  private async nest(entity: string, rows: Row[], fields: readonly string[]): Promise<Row[]> {
    if (rows.length === 0) return rows
    if (entity === "order" && fields.some((field) => /^(raw_total|summary)/.test(field)))
      await this.addTotals(rows)
    for (const [name, [table, theirs, ours, isOne]] of Object.entries(RELATIONS[entity] ?? {})) {
      const inner = fields.flatMap((field) =>
        field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : []
      )
      if (inner.length === 0) continue
      const found = await this.rows(
        table,
        theirs,
        rows.map((row) => row[ours])
      )
      await this.nest(table.split(">").at(-1) ?? table, found, inner)
      for (const row of rows) {
        const own = found.filter((one) => (one["__of"] ?? one[theirs]) === row[ours])
        row[name] = isOne ? (own[0] ?? null) : own
      }
    }
    return rows
  }

  private async addTotals(orders: readonly Row[]): Promise<void> {
    const ids = orders.map(({ id }) => id)
    const summaries = await this.rows("order_summary", "order_id", ids)
    const booked = await this.rows("order_transaction", "order_id", ids)
    for (const order of orders) {
      const totals = summaries.find((row) => row["order_id"] === order["id"])?.["totals"] as Row | undefined
      const total = text(totals?.["current_order_total"] ?? "0")
      const paid = sumOf(booked.filter((row) => row["order_id"] === order["id"]))
      const pending = MathBN.sub(total, paid).toFixed()
      Object.assign(order, {
        raw_total: { value: total },
        total,
        summary: { raw_pending_difference: { value: pending }, raw_transaction_total: { value: paid } },
      })
    }
  }
}

/** Core reads sessions and payments by age. */
const ORDERS: Record<string, string> = {
  payment_session: "created_at, id",
  payment: "created_at, id",
  order_transaction: "created_at, id",
  capture: "created_at, id",
  refund: "created_at, id",
}
