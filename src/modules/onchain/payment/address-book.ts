import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { validateAddress } from "../../../gateway/address"
import { GatewayError } from "../../../gateway/client/errors"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import type { EnsuredAddress } from "../../../gateway/contract"
import { scopeColumns, type Scope } from "../work/scope"
import type { CustomerDirectory } from "./customer-directory"

export type AddressRail = { chain: string; networkId: string }

/** `at` is epoch milliseconds; `reason` holds no address. */
export type AddressRefusal = AddressRail & { reason: string; at: number }

const MISMATCH = "ADDRESS_MISMATCH"
/** Beyond this number, outdated answers are dropped. */
const MOST_ANSWERS = 1_000

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
  /** The last or pending answer about each address. Displays within the interval share it. */
  private readonly answers = new Map<
    string,
    { sinceMs: number; isAwaited: boolean; answer: Promise<string> }
  >()

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
    const known = this.answers.get(keyOf(customerId, rail))
    return known?.isAwaited ? known.answer : this.askOnce(customerId, rail)
  }

  /**
   * Ensures an address for a display. Displays within the interval share one call and its outcome: reloading
   * a page costs at most one call in that time.
   *
   * @throws as {@link ensure}
   */
  display(customerId: string, rail: AddressRail): Promise<string> {
    const known = this.answers.get(keyOf(customerId, rail))
    return known && (known.isAwaited || this.isRecent(known)) ? known.answer : this.askOnce(customerId, rail)
  }

  private isRecent({ sinceMs }: { sinceMs: number }): boolean {
    const ageMs = this.settings.clock() - sinceMs
    return ageMs >= 0 && ageMs < this.settings.intervalMs
  }

  private askOnce(customerId: string, rail: AddressRail): Promise<string> {
    if (this.answers.size >= MOST_ANSWERS) this.forgetOld()
    const answer = this.askAnew(customerId, rail)
    const known = { sinceMs: this.settings.clock(), isAwaited: true, answer }
    this.answers.set(keyOf(customerId, rail), known)
    const noLongerAwaited = () => void (known.isAwaited = false)
    answer.then(noLongerAwaited, noLongerAwaited)
    return answer
  }

  private forgetOld(): void {
    for (const [key, known] of this.answers)
      if (!known.isAwaited && !this.isRecent(known)) this.answers.delete(key)
  }

  private async askAnew(customerId: string, { chain, networkId }: AddressRail): Promise<string> {
    const gatewayCustomerId = await this.customers.ensure(customerId)
    const answer = await this.ask(gatewayCustomerId, { chain, networkId })
    if ("problem" in answer) {
      const refusal = { chain, networkId, reason: answer.problem, at: this.settings.clock() }
      this.refused.set(`${chain}:${networkId}`, refusal)
      this.onRefusal(customerId, refusal)
      throw addressRefused()
    }
    this.refused.delete(`${chain}:${networkId}`)
    await this.remember(customerId, { chain, networkId }, answer.address)
    return answer.address
  }

  refusals(): AddressRefusal[] {
    return [...this.refused.values()]
  }

  /**
   * A new key each time: under an old one the service may repeat an old answer. It need not be stored,
   * because ensuring twice is harmless.
   */
  private async ask(
    gatewayCustomerId: string,
    rail: AddressRail
  ): Promise<{ address: string } | { problem: string }> {
    const call = { idempotencyKey: `address_${randomUUID()}` }
    try {
      const ensured = await this.gateway.ensureAddress(gatewayCustomerId, rail, call)
      const problem = findProblem(ensured, rail)
      return problem === null ? { address: ensured.address.address } : { problem }
    } catch (error) {
      if (error instanceof GatewayError && error.code === MISMATCH) return { problem: error.message }
      throw error
    }
  }

  /** For the admin. Never read to show a shopper an address. */
  private async remember(customerId: string, { chain, networkId }: AddressRail, address: string) {
    const { environment, business_id } = scopeColumns(this.scope)
    await this.knex.raw(
      `INSERT INTO onchain_address (id, customer_id, chain, network_id, environment, business_id, address, ensured_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, now())
       ON CONFLICT (customer_id, chain, network_id, environment, business_id) WHERE deleted_at IS NULL
       DO UPDATE SET address = excluded.address, ensured_at = excluded.ensured_at, updated_at = now()`,
      [generateEntityId(undefined, "ocaddr"), customerId, chain, networkId, environment, business_id, address]
    )
  }
}

function keyOf(customerId: string, { chain, networkId }: AddressRail): string {
  return [customerId, chain, networkId].join(":")
}

export function isAddressRefusal(error: unknown): boolean {
  return error instanceof MedusaError && error.code === MISMATCH
}

/** The client compares too; this is the last check before a shopper sees it. */
function findProblem({ address }: EnsuredAddress, asked: AddressRail): string | null {
  if (address.chainFamily !== asked.chain) return "the address is of another chain than requested"
  if (address.networkId !== asked.networkId) return "the address is of another network than requested"
  const { kind } = validateAddress({ chain: asked.chain, address: address.address })
  return kind === "invalid" ? "the address is not valid on the requested chain" : null
}

function addressRefused(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Your address on this network cannot be confirmed, so none is shown. Do not use one you noted earlier; choose another way to pay.",
    MISMATCH
  )
}
