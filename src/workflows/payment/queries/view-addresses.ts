import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isReusableAddressChain, type RailOption, usesIntents } from "../../../domain/payment/rails"
import { GatewayError } from "../../../gateway/client/errors"
import { isAddressRefusal, isNotConfigured } from "../../../modules/onchain/payment/address-book"
import { shopperError } from "../../../modules/onchain/payment/shopper-errors"
import { inTime } from "../../../modules/onchain/work/claim"
import type {
  OnchainAddressesResponse,
  OnchainAddressResponse,
  OnchainUnshownAddress,
} from "../../../types/http"
import { notAllowed } from "../order-record"

/** A slower answer leaves its address out; the next display asks again. */
const PATIENCE_MS = 5_000
/** Of one list, so that it leaves calls of the checkout to other shoppers. */
const CALLS_AT_ONCE = 3

type OfCustomer = { customer_id: string }

/**
 * Ensures and returns the customer's address on one rail; the service provisions a missing one.
 *
 * @param input.customer_id from the request's authentication, never from its input
 * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` where there is no such address
 */
export async function viewAddress(
  container: MedusaContainer,
  { customer_id, rail: railId }: OfCustomer & { rail: string }
): Promise<OnchainAddressResponse["address"]> {
  const onchain = container.resolve("onchain")
  if (!usesIntents(onchain.options))
    throw notAllowed("This shop gives each payment an address of its own; there is no reusable one.")
  const rail = (await onchain.listRails().catch(unreachable)).find(({ id }) => id === railId)
  if (!rail)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `rail: "${railId.slice(0, 80)}" is not offered; use one of the ids of GET /store/onchain/payment-options`
    )
  const { chain, networkId, token } = rail.token
  if (!isReusableAddressChain(chain))
    throw notAllowed("No address of yours is needed here: each payment has a memo for the shop's address.")
  const address = await onchain.addresses.display(customer_id, { chain, networkId }).catch(unreachable)
  return {
    rail: rail.id,
    chain,
    network_id: networkId,
    network_name: rail.network.name ?? networkId,
    token,
    address,
  }
}

/**
 * Lists the addresses that a customer has on the shop's networks, each ensured for this display. One that the service does not
 * confirm is left out with a reason; no other address replaces it.
 *
 * A network without an address is not listed: it gets one with the first payment there.
 *
 * @param input.customer_id from the request's authentication, never from its input
 */
export async function listAddresses(
  container: MedusaContainer,
  { customer_id }: OfCustomer
): Promise<OnchainAddressesResponse> {
  const onchain = container.resolve("onchain")
  const known = usesIntents(onchain.options) ? await onchain.addresses.listEnsured([customer_id]) : []
  const networks = known.length === 0 ? [] : networksOf(await onchain.listRails().catch(unreachable))
  const due = networks.filter(({ chain, network_id }) =>
    known.some((row) => row.chain === chain && row.network_id === network_id)
  )
  const answer: OnchainAddressesResponse = { addresses: [], unavailable: [] }
  for (let at = 0; at < due.length; at += CALLS_AT_ONCE) {
    const ensured = await Promise.all(
      due.slice(at, at + CALLS_AT_ONCE).map(async ({ tokens, ...network }) => {
        const rail = { chain: network.chain, networkId: network.network_id }
        const found = await inTime(
          onchain.addresses.display(customer_id, rail).then((address) => ({ address }), reasonOf),
          PATIENCE_MS
        )
        return { ...network, tokens, ...(found ?? { reason: "unconfirmed" as const }) }
      })
    )
    for (const { tokens, ...one } of ensured)
      if ("address" in one) answer.addresses.push({ ...one, tokens })
      else answer.unavailable.push(one)
  }
  return answer
}

type Network = Omit<OnchainAddressesResponse["addresses"][number], "address">

/** The networks of a shop with the symbols it takes there; a symbol of two assets names neither. */
function networksOf(rails: readonly RailOption[]): Network[] {
  const networks: Network[] = []
  for (const { token, network, isSymbolShared } of rails) {
    if (isSymbolShared || !isReusableAddressChain(token.chain)) continue
    const { chain, networkId: network_id } = token
    const known = networks.find((one) => one.chain === chain && one.network_id === network_id)
    if (known) known.tokens.push(token.token)
    else networks.push({ chain, network_id, network_name: network.name ?? network_id, tokens: [token.token] })
  }
  return networks
}

function reasonOf(error: unknown): Pick<OnchainUnshownAddress, "reason"> {
  if (isAddressRefusal(error)) return { reason: "address_mismatch" }
  if (isNotConfigured(error)) return { reason: "not_configured" }
  if (error instanceof GatewayError) return { reason: "unconfirmed" }
  throw error
}

function unreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw shopperError(
    "Your address cannot be confirmed right now. Try again in a moment.",
    "address_unconfirmed"
  )
}
