import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { isOfSame } from "../../domain/payout/destination-lifecycle"
import { OWN_ADDRESS } from "../../domain/payout/destination-problem"
import type { DestinationRow } from "../../modules/onchain/payout/destination-list"
import type { NewDestination } from "../../modules/onchain/payout/destinations"
import type { OnchainCreateDestinationBody } from "../../types/http"
import { findRefundOwner } from "../refund/find-refund"
import { destinationProblemInWords, fieldOf, OWN_ADDRESS_WORDS } from "./destination-words"
import { checkEnteredAddress } from "./entered-address"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed } from "./payout-access"
import { type AddressToScreen, screenAddress } from "./screen-address"

type CreateDestinationInput = OnchainCreateDestinationBody & { actor: RequestActor }

/**
 * Checks an address that an operator enters, and finds out whose it is. Nothing is stored.
 *
 * @throws MedusaError `forbidden`; `invalid_data` with what is wrong with the address; `not_found` for the
 * refund
 */
const checkDestinationStep = createStep(
  "check-onchain-destination",
  async (input: CreateDestinationInput, { container }) => {
    const actor = await assertPayoutAllowed(container, input.actor)
    const entered = await checkEnteredAddress(container, {
      networkId: input.network_id,
      address: input.address,
      memo: input.memo,
      hasNoMemo: input.has_no_memo ?? false,
    })
    if (entered.kind === "invalid")
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        entered.code === OWN_ADDRESS.code
          ? `address: ${OWN_ADDRESS_WORDS}`
          : `${fieldOf(entered)}: ${destinationProblemInWords(entered)}`,
        entered.code
      )
    const { chain, address, checksum } = entered
    const owner = await findDestinationOwner(container, {
      refundId: input.refund_id,
      networkId: input.network_id,
      address,
    })
    const wanted: NewDestination = {
      ...owner,
      label: input.label,
      chain,
      network_id: input.network_id,
      address,
      memo: input.memo ?? "",
      has_no_memo: input.has_no_memo ?? false,
      checksum,
      created_by: actor.id,
      created_by_owner: actor.ownerId,
    }
    return new StepResponse(wanted)
  }
)

/**
 * Adds a checked address. The same address and memo again are the same destination. Where no approval is
 * required, adding it approves it.
 *
 * @throws MedusaError `invalid_data` when it is there for another use
 */
const createDestinationStep = createStep(
  "create-onchain-destination",
  async (wanted: NewDestination, { container }) => {
    const { options, payouts } = container.resolve("onchain")
    const { row } = await payouts.destinations.create(wanted, options.payouts.approval === "none")
    assertSameUse(row, wanted)
    return new StepResponse({ destination_id: row.id })
  }
)

/** An address is in the book once, and for one purpose: a customer's own is never paid from another form. */
function assertSameUse(there: DestinationRow, wanted: NewDestination): void {
  const { purpose, customer_id: customerId, payment_id: paymentId } = wanted
  if (there.purpose === purpose && (paymentId === null || isOfSame(there, { customerId, paymentId }))) return
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `This address is in the address book already, as "${there.label}" (${there.id}), ` +
      `${there.purpose === "treasury" ? "for withdrawals of the treasury" : "for another customer's refunds"}. ` +
      "Archive that one first if it is wrong.",
    "destination_not_for_this"
  )
}

/** Its purpose and owner, and whether a payment came from it. */
export type DestinationOwner = Pick<
  NewDestination,
  "purpose" | "customer_id" | "order_id" | "payment_id" | "is_observed_sender"
>

const Refunds = z.object({ payment_id: z.string(), attempt_id: z.string().nullable() })

/**
 * Finds out whose a new destination is: the merchant's own, or that of the customer who is owed a refund.
 *
 * @param networkId of the destination; money goes back on the network that it came on
 * @param address as its chain writes it; whether it is the sender's is found here, not claimed
 * @throws MedusaError `not_found`; `invalid_data` on another network than the refund's
 */
export async function findDestinationOwner(
  container: MedusaContainer,
  { refundId, networkId, address }: { refundId: string | undefined; networkId: string; address: string }
): Promise<DestinationOwner> {
  if (refundId === undefined) return OWN
  const { refunds, payments, payouts } = container.resolve("onchain")
  const found = await refunds.find(refundId)
  const payment = found && (await payments.findOfRefund(Refunds.parse(found)))
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  if (payment.network_id !== networkId)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `The money came on ${payment.network_id} and goes back there. Enter an address of that network.`,
      "destination_wrong_network"
    )
  const [{ orderId, customerId }, sender] = await Promise.all([
    findRefundOwner(container, payment),
    payouts.refunds.senders.find(payment),
  ])
  return {
    purpose: "refund",
    customer_id: customerId,
    order_id: orderId,
    payment_id: payment.id,
    is_observed_sender: sender === address,
  }
}

const OWN: DestinationOwner = {
  purpose: "treasury",
  customer_id: null,
  order_id: null,
  payment_id: null,
  is_observed_sender: false,
}

/**
 * Adds an address that money can be paid out to: the only way for an operator to name one. Moves nothing.
 *
 * Hook `screenAddress`: a handler can refuse the address before it is stored.
 */
export const createDestinationWorkflow = createWorkflow(
  "create-onchain-destination",
  (input: CreateDestinationInput) => {
    const wanted = checkDestinationStep(input)
    const toScreen = transform(wanted, destinationToScreen)
    const screening = screenAddress(toScreen)
    return new WorkflowResponse(createDestinationStep(wanted), { hooks: [screening] })
  }
)

function destinationToScreen({ created_by, ...wanted }: NewDestination): AddressToScreen {
  const { address, memo, chain, network_id, purpose, customer_id, order_id } = wanted
  return {
    ...{ address, memo: memo || null, chain, network_id, purpose, customer_id, order_id },
    actor_id: created_by,
  }
}
