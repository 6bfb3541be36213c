import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The account at the gateway that a row belongs to. One database may hold rows of several, such as those from before a store went live. */
export type Scope = { environment: string; businessId: string }

/** The columns of a scope: for an insert, or as a condition of the query builder. */
export function scopeColumns({ environment, businessId }: Scope): {
  environment: string
  business_id: string
} {
  return { environment, business_id: businessId }
}

/** A condition for rows of a scope. `alias` is that of the table, where a statement has several. */
export function inScope(scope: Scope, alias?: string): { sql: string; bindings: Knex.RawBinding[] } {
  const prefix = alias === undefined ? "" : `${alias}.`
  return {
    sql: `${prefix}environment = ? AND ${prefix}business_id = ?`,
    bindings: [scope.environment, scope.businessId],
  }
}

/** Whether a row belongs to an account. */
export function isInScope(scope: Scope, row: { environment: string; business_id: string }): boolean {
  return row.environment === scope.environment && row.business_id === scope.businessId
}

/** Of a scope and not deleted. */
export function ownRows<Row extends object>(
  knex: Knex,
  scope: Scope,
  table: string | Knex.Raw
): Knex.QueryBuilder<Row, Row[]> {
  const own = inScope(scope)
  return knex<Row, Row[]>(table as Knex.Raw).whereRaw(`deleted_at IS NULL AND ${own.sql}`, own.bindings)
}
