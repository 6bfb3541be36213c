import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { isOfSame } from "../../../domain/destination-use"
import { findDestinationProblem, OWN_ADDRESS } from "../../../domain/destination-problem"
import { normalizeAddress, validateAddress } from "../../../gateway/address"
import type { DestinationRow } from "../../../modules/onchain/destination-row"
import type { NewDestination } from "../../../modules/onchain/destinations"
import type { OnchainCreateDestinationBody } from "../../../types/http"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { findDestinationNetwork } from "./destination-network"
import { findDestinationOwner } from "./destination-owner"

export const createDestinationStepId = "create-onchain-destination"

export type CreateDestinationInput = OnchainCreateDestinationBody & { actor: RequestActor }

/**
 * Adds an address that money can be paid out to: the only way to name one. The same address and memo again are the same
 * destination.
 *
 * Where nobody has to approve it, whoever adds it has approved it.
 *
 * @throws MedusaError `forbidden`; `invalid_data` with what is wrong with the address; `not_found` for the refund
 */
export const createDestinationStep = createStep(
  createDestinationStepId,
  async (input: CreateDestinationInput, { container }) => {
    const { options, payouts } = container.resolve("onchain")
    const actor = await assertPayoutAllowed(container, input.actor)
    const { network, tokens } = await findDestinationNetwork(container, input.network_id)
    const entered = {
      chain: network?.chain ?? "",
      networkId: input.network_id,
      address: input.address,
      memo: input.memo,
      hasNoMemo: input.has_no_memo ?? false,
    }
    const problem = findDestinationProblem({ ...entered, network, tokens, environment: options.environment })
    if (problem) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem.words, problem.code)
    const address = normalizeAddress(entered.chain, input.address)
    if (await payouts.destinations.ownAddress(entered.chain, address))
      throw new MedusaError(MedusaError.Types.INVALID_DATA, OWN_ADDRESS.words, OWN_ADDRESS.code)
    const owner = await findDestinationOwner(container, {
      refundId: input.refund_id,
      networkId: input.network_id,
      address,
    })
    const wanted: NewDestination = {
      ...owner,
      label: input.label,
      chain: entered.chain,
      network_id: input.network_id,
      address,
      memo: input.memo ?? "",
      has_no_memo: entered.hasNoMemo,
      checksum: checksumOf(entered.chain, input.address),
      created_by: actor.id,
      created_by_owner: actor.ownerId,
    }
    const { row } = await payouts.destinations.create(wanted, options.payouts.approval === "none")
    assertSameUse(row, wanted)
    return new StepResponse({ destination_id: row.id })
  }
)

function checksumOf(chain: string, address: string): NewDestination["checksum"] {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" ? validation.checksum : "absent"
}

/** An address is in the book once, and for one purpose: a customer's own is never paid from a form for somebody else. */
function assertSameUse(there: DestinationRow, wanted: NewDestination): void {
  const { purpose, customer_id: customerId, payment_id: paymentId } = wanted
  if (there.purpose === purpose && (paymentId === null || isOfSame(there, { customerId, paymentId }))) return
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `This address is in the address book already, as "${there.label}" (${there.id}), ` +
      `${there.purpose === "treasury" ? "for withdrawals of the treasury" : "for refunds of somebody else"}. ` +
      "Archive that one first if it is wrong.",
    "destination_not_for_this"
  )
}
