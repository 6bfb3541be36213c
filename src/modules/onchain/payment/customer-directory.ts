import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import type { GatewayClient } from "../../../gateway/client/client"
import type { Customer } from "../../../gateway/contract"
import { reasonOf } from "../work/error-reason"
import { inScope, ownRows, scopeColumns, type Scope } from "../work/scope"

export type CustomerRow = {
  id: string
  customer_id: string
  idempotency_key: string
  gateway_customer_id: string | null
  last_error: string | null
}

type Problem = { customerId: string; reason: string }

/** What an operator does about a customer whom the service knows and we do not. */
export const DUPLICATE_ADVICE =
  "The provider has a customer with this externalRef already, created under another key, and offers no search by it: " +
  "find its id in the provider's dashboard and write it to onchain_customer.gateway_customer_id of the row."

/**
 * Knows the service's customer of each account holder.
 *
 * The row with its idempotency key comes first, so that a repetition, after a crash or in parallel, gets the
 * same customer. The caller never passes a guest.
 */
export class CustomerDirectory {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly gateway: Pick<GatewayClient, "createCustomer">,
    private readonly onProblem: (problem: Problem) => void
  ) {}

  find(where: { customer_id: string } | { gateway_customer_id: string }): Promise<CustomerRow | undefined> {
    return this.rows().where(where).first()
  }

  /**
   * Finds the service's customer of an account holder, and creates it the first time.
   *
   * @param customerId Medusa's id of a customer with an account
   * @returns the service's id
   * @throws GatewayError when the service creates none; the reason is on the row
   */
  async ensure(customerId: string): Promise<string> {
    const row = await this.findOrInsert(customerId)
    if (row.gateway_customer_id) return row.gateway_customer_id
    let customer: Customer
    try {
      customer = await this.gateway.createCustomer(
        { externalRef: customerId },
        { idempotencyKey: row.idempotency_key }
      )
    } catch (error) {
      await this.noteProblem(row, isDuplicateCustomer(error) ? DUPLICATE_ADVICE : reasonOf(error))
      throw error
    }
    return this.bind(row, customer)
  }

  /** Account holders whom the service does not create until an operator acts. */
  async listStuck(limit = 5): Promise<CustomerRow[]> {
    return this.rows().whereNull("gateway_customer_id").where("last_error", DUPLICATE_ADVICE).limit(limit)
  }

  private rows() {
    return ownRows<CustomerRow>(this.knex, this.scope, "onchain_customer")
  }

  private async findOrInsert(customerId: string): Promise<CustomerRow> {
    const known = await this.find({ customer_id: customerId })
    if (known) return known
    const id = generateEntityId(undefined, "occus")
    await this.knex("onchain_customer")
      .insert({
        ...{ id, customer_id: customerId, idempotency_key: `customer_${id}` },
        ...scopeColumns(this.scope),
      })
      .onConflict()
      .ignore()
    const stored = await this.find({ customer_id: customerId })
    if (!stored) throw new Error(`the row of customer ${customerId} was not stored`)
    return stored
  }

  /** Never binds another customer's: an address shown to the wrong person pays the wrong person's orders. */
  private async bind(row: CustomerRow, customer: Customer): Promise<string> {
    const isOwn = customer.externalRef === undefined || customer.externalRef === row.customer_id
    if (isOwn) {
      const own = inScope(this.scope)
      await this.knex.raw(
        `UPDATE onchain_customer SET gateway_customer_id = ?, last_error = NULL, updated_at = now()
         WHERE id = ? AND gateway_customer_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM onchain_customer WHERE gateway_customer_id = ? AND ${own.sql})`,
        [customer.id, row.id, customer.id, ...own.bindings]
      )
    }
    const bound = (await this.find({ customer_id: row.customer_id }))?.gateway_customer_id
    if (isOwn && bound === customer.id) return bound
    const reason = "the gateway answered with another customer than requested"
    await this.noteProblem(row, reason)
    throw new GatewayError("createCustomer", {
      code: "UNEXPECTED_RESPONSE",
      explanation: reason,
      outcome: "unknown",
      isRetryable: false,
    })
  }

  private async noteProblem({ id, customer_id }: CustomerRow, reason: string): Promise<void> {
    this.onProblem({ customerId: customer_id, reason })
    await this.knex("onchain_customer").where({ id }).update({ last_error: reason, updated_at: new Date() })
  }
}

export function isDuplicateCustomer(error: unknown): boolean {
  return (
    error instanceof GatewayError && error.endpoint === "createCustomer" && error.code === "DUPLICATE_REQUEST"
  )
}
