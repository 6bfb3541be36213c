import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createHook,
  createStep,
  createWorkflow,
  type Hook,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import {
  type DestinationChecksum,
  type DestinationProblem,
  type EnteredDestination,
  findDestinationProblem,
  OWN_ADDRESS,
} from "../../domain/payout/destination"
import { approvalOn, type DestinationAction, isOfSame } from "../../domain/payout/payout-gate"
import { normalizeAddress, validateAddress } from "../../gateway/address"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import type { DestinationRow, NewDestination } from "../../modules/onchain/payout/destinations"
import type { OnchainCreateDestinationBody } from "../../types/http"
import { loadActorNames } from "../person-names"
import { findPaymentOwner } from "../payment/order-record"
import {
  destinationObstacleInWords,
  destinationProblemInWords,
  fieldOf,
  obstacleInWords,
} from "./payout-words"
import { assertPayoutAllowed, payoutError, type RequestActor, mustFindDestination } from "./payout-access"
import { say, sentence } from "../../words/say"
import { refused } from "../refusal-code"

/** As an operator or a shopper typed it. */
type EnteredAddress = {
  networkId: string
  address: string
  memo: string | undefined
  hasNoMemo: boolean
  again: EnteredDestination["again"]
}

/** `address` as its chain writes it; the chain follows from the network. */
export type CheckedAddress =
  | { kind: "valid"; chain: string; address: string; checksum: DestinationChecksum }
  | ({ kind: "invalid" } & (DestinationProblem | typeof OWN_ADDRESS))

/**
 * Checks an address that a user or a customer entered for payouts. Without the catalog no address is
 * accepted: it could not be validated.
 *
 * @throws MedusaError `not_allowed` when the service is unavailable
 */
export async function checkEnteredAddress(
  container: MedusaContainer,
  { networkId, ...entered }: EnteredAddress
): Promise<CheckedAddress> {
  const { options, payouts } = container.resolve("onchain")
  const { networks, tokens } = await container.resolve("onchain").catalog.get().catch(explainUnreachable)
  const network = networks.find((one) => one.networkId === networkId)
  const chain = network?.chain ?? ""
  const { environment } = options
  const known = { chain, networkId, network, tokens, environment }
  const problem = findDestinationProblem({ ...entered, ...known })
  if (problem) return { kind: "invalid", ...problem }
  const address = normalizeAddress(chain, entered.address)
  if (await payouts.destinations.ownAddress(chain, address)) return { kind: "invalid", ...OWN_ADDRESS }
  const validation = validateAddress({ chain, address: entered.address })
  const checksum = validation.kind === "valid" ? validation.checksum : "absent"
  return { kind: "valid", chain, address, checksum }
}

/**
 * What the money is for: the store's own withdrawals, a customer's refund, or a deposit in review that goes back to its sender.
 */
export type ScreeningPurpose = "treasury" | "refund" | "deposit_refund"

/** An address that is about to become payable, for a handler of the hook `screenAddress`. */
export type AddressToScreen = {
  /** As its chain writes it. Null for a deposit whose sender the service does not name. */
  address: string | null
  /** Null for none. */
  memo: string | null
  chain: string
  network_id: string
  purpose: ScreeningPurpose
  /** Medusa's customer, guests included; null for the store's own address, and where nobody knows whose money it was. */
  customer_id: string | null
  order_id: string | null
  /** Medusa user or API key. */
  actor_id: string
}

/** An answer of another form fails the workflow: a screening that cannot be read allows nothing. */
const screeningVerdict = z.object({ allowed: z.boolean(), reason: z.string().optional() }).optional()

/** `reason`: why the address is refused, for the operator. */
export type ScreeningVerdict = z.infer<typeof screeningVerdict>

/**
 * Refuses what a handler has refused; no answer allows. Runs before anything is written.
 *
 * @throws MedusaError `not_allowed` with the handler's reason and the code `screening_refused`
 */
const assertScreenedStep = createStep(
  "assert-onchain-address-screened",
  (verdict: ScreeningVerdict, _: { container: MedusaContainer }) => {
    if (verdict?.allowed === false)
      throw payoutError("screening_refused", verdict.reason ?? "The store's screening refuses this address.")
    return Promise.resolve(new StepResponse({ is_screened: true }))
  }
)

/**
 * The hook `screenAddress` of a workflow: a handler can refuse the address before anything is written.
 *
 * @returns for `hooks` of the workflow's response
 */
export function screenAddress(
  toScreen: AddressToScreen
): Hook<"screenAddress", AddressToScreen, ScreeningVerdict> {
  const hook = createHook("screenAddress", toScreen, { resultValidator: screeningVerdict })
  assertScreenedStep(hook.getResult())
  return hook
}

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
      again: { address: input.address_again, memo: input.memo_again },
    })
    if (entered.kind === "invalid")
      throw entered.code === OWN_ADDRESS.code
        ? refused(MedusaError.Types.INVALID_DATA, obstacleInWords(OWN_ADDRESS), entered.code, "address")
        : refused(
            MedusaError.Types.INVALID_DATA,
            destinationProblemInWords(entered),
            entered.code,
            fieldOf(entered)
          )
    const { chain, address, checksum } = entered
    assertApprover(container, chain, input.network_id)
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

/** @throws MedusaError `forbidden` where a second user always approves, and no other user is allowed */
function assertApprover(container: MedusaContainer, chain: string, networkId: string): void {
  const { allowedUsers } = container.resolve("onchain").options.payouts
  if (approvalOn(chain, "none") === "none" || new Set(allowedUsers).size > 1) return
  throw payoutError("second_user_missing", say("payout.second_user_missing", { networkId }))
}

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
  const { label, id } = there
  throw refused(
    MedusaError.Types.INVALID_DATA,
    say(`address.in_book.${there.purpose}`, { label, id }),
    "destination_not_for_this"
  )
}

/** Its purpose and owner, and whether a payment came from it. */
type DestinationOwner = Pick<
  NewDestination,
  "purpose" | "customer_id" | "order_id" | "payment_id" | "is_observed_sender"
>

/**
 * Finds out whose a new destination is: the merchant's own, or that of the customer who is owed a refund.
 *
 * @param networkId of the destination; money goes back on the network that it came on
 * @param address as its chain writes it; whether it is the sender's is found here, not claimed
 * @throws MedusaError `not_found`; `invalid_data` on another network than the refund's
 */
async function findDestinationOwner(
  container: MedusaContainer,
  { refundId, networkId, address }: { refundId: string | undefined; networkId: string; address: string }
): Promise<DestinationOwner> {
  if (refundId === undefined) return OWN
  const { refunds, payments } = container.resolve("onchain")
  const found = await refunds.find(refundId)
  const payment = found && (await payments.findOfRefund(found))
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  if (payment.network_id !== networkId)
    throw refused(
      MedusaError.Types.INVALID_DATA,
      say("address.of_another_network", { networkId: payment.network_id }),
      "destination_wrong_network"
    )
  const [{ orderId, customerId }, sender] = await Promise.all([
    findPaymentOwner(container, payment),
    refunds.senders.find(payment),
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
    const toScreen = transform(wanted, (address) => addressToScreen(address, address.created_by))
    const screening = screenAddress(toScreen)
    return new WorkflowResponse(createDestinationStep(wanted), { hooks: [screening] })
  }
)

function addressToScreen(
  { address, memo, chain, network_id, purpose, customer_id, order_id }: NewDestination,
  actor_id: string
): AddressToScreen {
  return { address, memo: memo || null, chain, network_id, purpose, customer_id, order_id, actor_id }
}

type DestinationInput = { destination_id: string; actor: RequestActor }

/** A destination never changes its address, so what is screened is what is approved. @throws MedusaError `forbidden`; `not_found` */
const findDestinationStep = createStep(
  "find-onchain-destination",
  async (input: DestinationInput, { container }) => {
    const { id } = await assertPayoutAllowed(container, input.actor)
    const row = await mustFindDestination(container, input.destination_id)
    return new StepResponse(addressToScreen(row, id))
  }
)

/**
 * @throws MedusaError `forbidden`, also for one's own where a second user is required; `not_found`; `conflict` with what became of the
 * destination, by whom and when
 */
async function decideOn(
  container: MedusaContainer,
  { destination_id, actor }: DestinationInput,
  action: DestinationAction
): Promise<{ destination_id: string }> {
  const known = await assertPayoutAllowed(container, actor)
  const { id } = await mustFindDestination(container, destination_id)
  const result = await container.resolve("onchain").payouts.destinations.act(id, action, known)
  if (result.kind === "done") return { destination_id }
  const { obstacle, row } = result
  const { code } = obstacle
  if (code !== "archived" && code !== "approved")
    throw payoutError(code, destinationObstacleInWords(obstacle))
  const [by, at] =
    code === "archived" ? [row.archived_by, row.archived_at] : [row.approved_by, row.approved_at]
  const nameOf = await loadActorNames(container, [by])
  const words = say(`payout.past.${code}`, { by: nameOf(by) ?? sentence("payout.a_user"), at })
  throw refused(MedusaError.Types.CONFLICT, words, "already_done")
}

const approveDestinationStep = createStep(
  "approve-onchain-destination",
  async (input: DestinationInput, { container }) =>
    new StepResponse(await decideOn(container, input, "approve"))
)

/** Moves nothing. Hook `screenAddress`: a handler can refuse the address before it is approved. */
export const approveDestinationWorkflow = createWorkflow(
  "approve-onchain-destination",
  (input: DestinationInput) => {
    const screening = screenAddress(findDestinationStep(input))
    return new WorkflowResponse(approveDestinationStep(input), { hooks: [screening] })
  }
)

/**
 * Archives a payout destination: no payout goes there any more, not even a confirmed one that is not sent. What was sent goes on.
 *
 * @throws MedusaError `forbidden`; `not_found`; `conflict` with who was faster
 */
export function archiveDestination(
  container: MedusaContainer,
  input: DestinationInput
): Promise<{ destination_id: string }> {
  return decideOn(container, input, "archive")
}
