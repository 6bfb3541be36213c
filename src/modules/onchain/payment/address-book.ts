import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { validateAddress } from "../../../gateway/address"
import type { GatewayClient } from "../../../gateway/client/client"
import { GatewayError } from "../../../gateway/client/errors"
import type { Customer, EnsuredAddress } from "../../../gateway/contract"
import { CUSTOMER } from "../customer/customer-data"
import type OnchainAddress from "../models/address"
import type OnchainCustomer from "../models/customer"
import { noteAudit, reasonOf } from "../work/audit-log"
import { inScope, ownRows, type Scope, scopeColumns } from "../work/claim"
import { inEnglish, say } from "../../../words/say"

export type CustomerRow = InferTypeOf<typeof OnchainCustomer>

type Linking = { customerId: string; gatewayCustomerId: string }
type OperatorLink = Linking & { actorId: string; proof: "reference" | "confirmed" }

const LINKED = "customer.linked"

/** What an operator does about a customer whom the service knows and we do not. */
export const DUPLICATE_ADVICE = inEnglish(say("health.customers.duplicate"))

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
    private readonly onProblem: (problem: { customerId: string; reason: string }) => void
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
    const call = { idempotencyKey: row.idempotency_key }
    const customer = await this.gateway
      .createCustomer({ externalRef: customerId }, call)
      .catch(async (error: unknown) => {
        await this.noteProblem(row, isDuplicateCustomer(error) ? DUPLICATE_ADVICE : reasonOf(error))
        throw error
      })
    return this.bind(row, customer)
  }

  /**
   * Links an account holder with the id that an operator found, in place of one that {@link isReplaceable}.
   *
   * @param proof `confirmed`: by the operator alone
   * @returns the id that the customer has now; null when it is another customer's
   */
  link({ customerId, gatewayCustomerId, actorId, proof }: OperatorLink): Promise<string | null> {
    return this.knex.transaction(async (trx) => {
      const own = () => ownRows<CustomerRow>(trx, this.scope, "onchain_customer")
      const row = await own().where({ customer_id: customerId }).forUpdate().first()
      if (!row) throw new Error(`the row of customer ${customerId} is gone`)
      const { gateway_customer_id } = row
      if (gateway_customer_id === gatewayCustomerId) return gatewayCustomerId
      if (gateway_customer_id !== null && !(await this.isReplaceable(row, trx))) return gateway_customer_id
      const taken = await own().where({ gateway_customer_id: gatewayCustomerId }).first("id")
      if (taken) return null
      const linked = { gateway_customer_id: gatewayCustomerId, last_error: null, updated_at: trx.fn.now() }
      await own().where({ id: row.id }).update(linked)
      const subject = { type: CUSTOMER, id: customerId, ...scopeColumns(this.scope) }
      const after = { gateway_customer_id: gatewayCustomerId, proof }
      await noteAudit(trx, subject, { action: LINKED, actorId, before: { gateway_customer_id }, after })
      return gatewayCustomerId
    })
  }

  /** Whether an operator made the link of a customer, and no address, payment or deposit has used it since. */
  async isReplaceable(
    { customer_id, gateway_customer_id }: Pick<CustomerRow, "customer_id" | "gateway_customer_id">,
    knex = this.knex
  ): Promise<boolean> {
    const { rows } = await knex.raw(
      `SELECT EXISTS (SELECT 1 FROM onchain_audit_entry WHERE subject_type = :type AND subject_id = :customer_id AND deleted_at IS NULL
           AND action = :action AND environment = :environment AND business_id = :business_id)
         AND NOT EXISTS (SELECT 1 FROM onchain_address WHERE customer_id = :customer_id AND deleted_at IS NULL
           AND environment = :environment AND business_id = :business_id)
         AND NOT EXISTS (SELECT 1 FROM onchain_deposit WHERE gateway_customer_id = :gateway_customer_id
           AND environment = :environment AND business_id = :business_id)
         AND NOT EXISTS (SELECT 1 FROM onchain_attempt WHERE customer_id = :customer_id AND deleted_at IS NULL
           AND (kind = 'auto_deposit' OR starts_with(idempotency_key, 'invoice_customer_'))
           AND environment = :environment AND business_id = :business_id) AS is_replaceable`,
      { ...scopeColumns(this.scope), type: CUSTOMER, action: LINKED, customer_id, gateway_customer_id }
    )
    return rows[0].is_replaceable
  }

  /** Whether a stored address, or a deposit of the service's customer, belongs to another account holder. */
  async isKnownAsAnother(its: Linking & { address: string }): Promise<boolean> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM onchain_address WHERE lower(address) = lower(?) AND customer_id <> ? AND ${own.sql}
       UNION ALL SELECT 1 FROM onchain_deposit WHERE gateway_customer_id = ? AND customer_id <> ? AND ${own.sql}
       LIMIT 1`,
      [
        ...[its.address, its.customerId, ...own.bindings],
        ...[its.gatewayCustomerId, its.customerId, ...own.bindings],
      ]
    )
    return rows.length > 0
  }

  /** Whether the service has just refused to create the customer as a duplicate: another call would only be refused again. */
  async isStuck(customerId: string): Promise<boolean> {
    const stuck = this.rows()
      .where({ customer_id: customerId, last_error: DUPLICATE_ADVICE })
      .whereNull("gateway_customer_id")
      .whereRaw("updated_at > now() - interval '1 hour'")
    return (await stuck.first("id")) !== undefined
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
    await this.knex("onchain_customer")
      .where({ id })
      .update({ last_error: reason, updated_at: this.knex.fn.now() })
  }
}

export function isDuplicateCustomer(error: unknown): boolean {
  return (
    error instanceof GatewayError && error.endpoint === "createCustomer" && error.code === "DUPLICATE_REQUEST"
  )
}

type AddressRail = { chain: string; networkId: string }

/** `at` is epoch milliseconds; `reason` holds no address. */
export type AddressRefusal = AddressRail & {
  kind: "mismatch" | "not_configured"
  reason: string
  at: number
}

const MISMATCH = "ADDRESS_MISMATCH"
/** How long a refusal as not configured is remembered for a rail. */
const NOT_CONFIGURED_MS = 5 * 60_000
/** Beyond this number, outdated answers are dropped. */
const MOST_ANSWERS = 1_000

export type EnsuredRow = InferTypeOf<typeof OnchainAddress>

const keyOf = (customerId: string, { chain, networkId }: AddressRail) =>
  [customerId, chain, networkId].join(":")

/** The last or pending answer about an address. */
type Answer = { sinceMs: number; isAwaited: boolean; address: Promise<string> }

/**
 * Ensures the reusable address of a customer before it is displayed.
 *
 * An address of another chain or network than requested is refused and not replaced, not even by the one
 * shown last time: money sent there could be out of reach.
 *
 * @see service-interface "Endpoints", rule 3
 */
export class AddressBook {
  /** The last refusal on each rail that has not worked since, for the health check. */
  private readonly refused = new Map<string, AddressRefusal>()
  private readonly answers = new Map<string, Answer>()

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly gateway: Pick<GatewayClient, "ensureAddress">,
    private readonly customers: Pick<CustomerDirectory, "ensure">,
    /** `intervalMs` is the least time between two calls for the display of one address. */
    private readonly settings: { clock: () => number; intervalMs: number },
    private readonly onRefusal: (customerId: string, refusal: AddressRefusal) => void
  ) {}

  /**
   * Ensures an address now; parallel callers share one call.
   *
   * @param customerId Medusa's id of a customer with an account
   * @throws MedusaError with code `ADDRESS_MISMATCH` for an address of another rail
   * @throws GatewayError when the service gives none
   */
  ensure(customerId: string, rail: AddressRail): Promise<string> {
    return this.answer(customerId, rail, ({ isAwaited }) => isAwaited)
  }

  /**
   * Ensures an address for a display. Displays within the interval share one call and its outcome: reloading
   * a page costs at most one call in that time.
   *
   * @throws as {@link ensure}
   */
  display(customerId: string, rail: AddressRail): Promise<string> {
    return this.answer(customerId, rail, (known) => this.isFresh(known))
  }

  /** Where the service last confirmed an address of a customer, and when. None of them may be displayed without {@link display}. */
  listEnsured(customerIds: readonly string[]): Promise<EnsuredRow[]> {
    return ownRows<EnsuredRow>(this.knex, this.scope, "onchain_address")
      .whereIn("customer_id", customerIds)
      .orderBy(["chain", "network_id"])
  }

  refusals(): AddressRefusal[] {
    return [...this.refused.values()]
  }

  /**
   * Whether the service has just given no address on a rail as not configured. The document names no code for it, so a refusal of one
   * customer's id looks the same: only what has another way, such as an invoice, may rely on this.
   */
  isNotConfiguredNow({ chain, networkId }: AddressRail): boolean {
    const refusal = this.refused.get(`${chain}:${networkId}`)
    return refusal?.kind === "not_configured" && this.settings.clock() - refusal.at < NOT_CONFIGURED_MS
  }

  /** Whether {@link display} would call the service. */
  isDue(customerId: string, rail: AddressRail): boolean {
    const known = this.answers.get(keyOf(customerId, rail))
    return known === undefined || !this.isFresh(known)
  }

  private isFresh({ isAwaited, sinceMs }: Answer): boolean {
    const ageMs = this.settings.clock() - sinceMs
    return isAwaited || (ageMs >= 0 && ageMs < this.settings.intervalMs)
  }

  private answer(
    customerId: string,
    rail: AddressRail,
    isUsable: (known: Answer) => boolean
  ): Promise<string> {
    const key = keyOf(customerId, rail)
    const known = this.answers.get(key)
    if (known && isUsable(known)) return known.address
    if (this.answers.size >= MOST_ANSWERS)
      for (const [old, answer] of this.answers) if (!this.isFresh(answer)) this.answers.delete(old)
    const address = this.ask(customerId, rail)
    const asked = { sinceMs: this.settings.clock(), isAwaited: true, address }
    this.answers.set(key, asked)
    const end = () => void (asked.isAwaited = false)
    address.then(end, end)
    return address
  }

  private async ask(customerId: string, { chain, networkId }: AddressRail): Promise<string> {
    const gatewayCustomerId = await this.customers.ensure(customerId)
    // A new key each time: under an old one the service may repeat an old answer, and ensuring twice is harmless.
    const call = { idempotencyKey: `address_${randomUUID()}` }
    const asked = { chain, networkId }
    const rail = `${chain}:${networkId}`
    const answer = await this.gateway
      .ensureAddress(gatewayCustomerId, asked, call)
      .then((ensured) => ({ address: ensured.address.address, problem: findProblem(ensured, asked) }))
      .catch((error: unknown) => {
        if (error instanceof GatewayError && error.code === MISMATCH)
          return { address: "", problem: error.message }
        if (isNotConfigured(error))
          this.refused.set(rail, {
            ...{ ...asked, kind: "not_configured", reason: reasonOf(error) },
            at: this.settings.clock(),
          })
        throw error
      })
    if (answer.problem !== null) {
      const refusal = {
        ...{ ...asked, kind: "mismatch" as const, reason: answer.problem },
        at: this.settings.clock(),
      }
      this.refused.set(rail, refusal)
      this.onRefusal(customerId, refusal)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "Your address on this network cannot be confirmed, so none is shown. Do not use one you noted earlier; choose another way to pay.",
        MISMATCH
      )
    }
    this.refused.delete(rail)
    // No payout may go there. Never read to show a shopper an address.
    await this.knex("onchain_address")
      .insert({
        ...{ id: generateEntityId(undefined, "ocaddr"), customer_id: customerId, chain },
        ...{ network_id: networkId, ...scopeColumns(this.scope), address: answer.address },
        ensured_at: this.knex.fn.now(),
      })
      .onConflict(
        this.knex.raw("(customer_id, chain, network_id, environment, business_id) WHERE deleted_at IS NULL")
      )
      .merge(["address", "ensured_at", "updated_at"])
    return answer.address
  }
}

export function isAddressRefusal(error: unknown): boolean {
  return error instanceof MedusaError && error.code === MISMATCH
}

/** Whether the service refused to give addresses on a rail, as for a business that is not configured there. */
export function isNotConfigured(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    error.endpoint === "ensureAddress" &&
    error.category === "validation" &&
    error.outcome === "not_applied"
  )
}

/** The client compares too; this is the last check before a shopper sees it. */
function findProblem({ address }: EnsuredAddress, asked: AddressRail): string | null {
  if (address.chainFamily !== asked.chain) return "the address is of another chain than requested"
  if (address.networkId !== asked.networkId) return "the address is of another network than requested"
  const { kind } = validateAddress({ chain: asked.chain, address: address.address })
  return kind === "invalid" ? "the address is not valid on the requested chain" : null
}
