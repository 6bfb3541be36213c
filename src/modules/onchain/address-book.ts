import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { validateAddress } from "../../gateway/address"
import { GatewayError } from "../../gateway/client/errors"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { EnsuredAddress } from "../../gateway/contract"
import type { CustomerDirectory } from "./customer-directory"

/** A network a customer is to get an address on. */
export type AddressRail = { chain: string; networkId: string }

/** An address of another rail than asked for. `at` is epoch milliseconds; `reason` holds no address. */
export type AddressRefusal = AddressRail & { reason: string; at: number }

const MISMATCH = "ADDRESS_MISMATCH"

/**
 * Asks for the reusable address of a customer, before every display.
 *
 * An address of another chain or network than asked for is refused, and nothing stands in for it: neither another
 * address nor the one that was shown last time. Money sent there could be out of reach.
 *
 * @see service-interface "Endpoints", rule 3
 */
export class AddressBook {
  /** The last refusal on each rail that has not worked since; what the health check shows. */
  private readonly refused = new Map<string, AddressRefusal>()
  /** Displays that begin at the same time share one question. */
  private readonly asking = new Map<string, Promise<string>>()

  constructor(
    private readonly knex: Knex,
    private readonly gateway: Pick<GatewayClient, "ensureAddress">,
    private readonly customers: Pick<CustomerDirectory, "ensure">,
    private readonly clock: () => number,
    private readonly onRefusal: (customerId: string, refusal: AddressRefusal) => void
  ) {}

  /**
   * @param customerId Medusa's id of a customer with an account
   * @returns the address, confirmed just now
   * @throws MedusaError with code `ADDRESS_MISMATCH` for an address of another rail
   * @throws GatewayError when the service gives none
   */
  ensure(customerId: string, rail: AddressRail): Promise<string> {
    const key = [customerId, rail.chain, rail.networkId].join(":")
    const asking =
      this.asking.get(key) ?? this.askAnew(customerId, rail).finally(() => this.asking.delete(key))
    this.asking.set(key, asking)
    return asking
  }

  private async askAnew(customerId: string, { chain, networkId }: AddressRail): Promise<string> {
    const gatewayCustomerId = await this.customers.ensure(customerId)
    const answer = await this.ask(gatewayCustomerId, { chain, networkId })
    if ("problem" in answer) {
      const refusal = { chain, networkId, reason: answer.problem, at: this.clock() }
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
   * A new key each time: under an old one the service may repeat what it said then. It need not be stored, because
   * ensuring twice is ensuring once.
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

  /** For the admin to look at. Never read to show a shopper an address. */
  private async remember(customerId: string, { chain, networkId }: AddressRail, address: string) {
    await this.knex.raw(
      `INSERT INTO onchain_address (id, customer_id, chain, network_id, address, ensured_at)
       VALUES (?, ?, ?, ?, ?, now())
       ON CONFLICT (customer_id, chain, network_id) WHERE deleted_at IS NULL
       DO UPDATE SET address = excluded.address, ensured_at = excluded.ensured_at, updated_at = now()`,
      [generateEntityId(undefined, "ocaddr"), customerId, chain, networkId, address]
    )
  }
}

/** Whether an error is the refusal of an address. */
export function isAddressRefusal(error: unknown): boolean {
  return error instanceof MedusaError && error.code === MISMATCH
}

/** The client compares too; this is the last door before a shopper's eyes. */
function findProblem({ address }: EnsuredAddress, asked: AddressRail): string | null {
  if (address.chainFamily !== asked.chain) return "the address is of another chain than asked for"
  if (address.networkId !== asked.networkId) return "the address is of another network than asked for"
  const { kind } = validateAddress({ chain: asked.chain, address: address.address })
  return kind === "invalid" ? "the address is not one of the chain asked for" : null
}

function addressRefused(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Your address on this network cannot be confirmed, so none is shown. Do not use one you noted earlier; choose another way to pay.",
    MISMATCH
  )
}
