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

/** Of the whole list. A slower answer leaves its address out; the next display asks again. */
const PATIENCE_MS = 5_000
/** Of one address, so that a slow network leaves time for the others. */
const CALL_PATIENCE_MS = 2_500
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
 * A network without an address is not listed: it gets one with the first payment there. Each call counts as one of the client's, and
 * lists have a part of the checkout's calls, so that no number of networks keeps a shopper from paying.
 *
 * @param input.customer_id from the request's authentication, never from its input
 * @param input.mayCall counts one more call; false when the client has none left. Its request has paid for the first
 */
export async function listAddresses(
  container: MedusaContainer,
  { customer_id, mayCall }: OfCustomer & { mayCall: () => boolean }
): Promise<OnchainAddressesResponse> {
  const onchain = container.resolve("onchain")
  const known = usesIntents(onchain.options) ? await onchain.addresses.listEnsured([customer_id]) : []
  const networks = known.length === 0 ? [] : networksOf(await onchain.listRails().catch(unreachable))
  const due = networks.flatMap((network) => {
    const row = known.find((one) => one.chain === network.chain && one.network_id === network.network_id)
    return row ? [{ network, at: row.ensured_at.getTime() }] : []
  })
  const found = new Map<Network, Confirmed>()
  const { listLimiter } = onchain.checkout
  const endsAtMs = performance.now() + PATIENCE_MS
  let calls = 0
  const confirm = async ({ chain, network_id: networkId }: Network): Promise<Confirmed | undefined> => {
    const restMs = endsAtMs - performance.now()
    const isCall = onchain.addresses.isDue(customer_id, { chain, networkId })
    if (restMs <= 0 || (isCall && (listLimiter.waitMs() > 0 || (calls > 0 && !mayCall())))) return undefined
    if (isCall) {
      calls++
      listLimiter.spend()
    }
    const asked = onchain.addresses.display(customer_id, { chain, networkId })
    return inTime(
      asked.then((address) => ({ address }), reasonOf),
      Math.min(restMs, CALL_PATIENCE_MS)
    )
  }
  // Where not all are confirmed, the next display begins with the others.
  const waiting = [...due].sort((one, other) => one.at - other.at)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      found.set(next.network, (await confirm(next.network)) ?? { reason: "unconfirmed" })
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work))
  const answer: OnchainAddressesResponse = { addresses: [], unavailable: [] }
  for (const { network } of due) {
    const { tokens, ...of } = network
    const one = found.get(network) ?? { reason: "unconfirmed" }
    if ("address" in one) answer.addresses.push({ ...of, ...one, tokens })
    else answer.unavailable.push({ ...of, ...one })
  }
  return answer
}

type Confirmed = { address: string } | Pick<OnchainUnshownAddress, "reason">

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
