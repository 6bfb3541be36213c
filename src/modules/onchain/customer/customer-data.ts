import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { findOpenMoney, type OpenMoney } from "../../../domain/customer/open-money"
import { noteAudit } from "../work/audit-log"
import { scopeColumns, type Scope } from "../work/scope"
import { findMedusaCustomer, lockCustomer, type MedusaCustomer } from "./customer-rows"
import { ERASED_COLUMNS, ERASED_ROWS, erasingSql } from "./erased-columns"

/** What an erasure is called in the audit log; its subject is Medusa's id of the customer. */
const CUSTOMER = "customer"
const ACTION = "customer.erased"

/** `rows` by table; empty when there was nothing to erase (any more). */
export type ErasureResult =
  { kind: "erased"; rows: Record<string, number> } | { kind: "refused"; open: OpenMoney[] }

/** The data of one customer in all tables. */
export class CustomerData {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  findInMedusa(customerId: string): Promise<MedusaCustomer> {
    return findMedusaCustomer(this.knex, customerId)
  }

  /** Whether anything of the customer was ever erased. */
  async wasErased(customerId: string): Promise<boolean> {
    const subject = { subject_type: CUSTOMER, subject_id: customerId, action: ACTION }
    return (await this.knex("onchain_audit_entry").where(subject).first("id")) !== undefined
  }

  /**
   * Removes what says who a customer is, and keeps the rows of their money. All or nothing; a repetition changes
   * nothing and writes no entry.
   *
   * Rows of earlier accounts at the gateway are included.
   */
  erase(
    customerId: string,
    ofMedusa: Pick<MedusaCustomer, "orders" | "collections">,
    actorId: string
  ): Promise<ErasureResult> {
    return this.knex.transaction(async (trx): Promise<ErasureResult> => {
      const { keys, money } = await lockCustomer(trx, customerId, ofMedusa)
      const open = findOpenMoney(money, this.scope.environment)
      if (open.length > 0) return { kind: "refused", open }
      const rows: Record<string, number> = {}
      const run = async (table: string, sql: string) => {
        const { rowCount } = await trx.raw(sql, keys)
        if (rowCount > 0) rows[table] = (rows[table] ?? 0) + Number(rowCount)
      }
      for (const erasure of ERASED_COLUMNS) await run(erasure.table, erasingSql(erasure))
      for (const { table, where } of ERASED_ROWS) await run(table, `DELETE FROM ${table} WHERE ${where}`)
      if (Object.keys(rows).length > 0) {
        const subject = { type: CUSTOMER, id: customerId, ...scopeColumns(this.scope) }
        await noteAudit(trx, subject, { action: ACTION, actorId, before: null, after: { rows } })
      }
      return { kind: "erased", rows }
    })
  }
}
