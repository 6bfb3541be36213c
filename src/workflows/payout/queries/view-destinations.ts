import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { destinationChoices } from "../../../domain/payout/destination"
import { reasonAgainstApproval } from "../../../domain/payout/payout-gate"
import type { DestinationPage, DestinationRow } from "../../../modules/onchain/payout/destination-list"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainDestination,
  OnchainDestinationDetail,
  OnchainDestinationListResponse,
} from "../../../types/http"
import { loadActorNames, loadCustomerNames } from "../../person-names"
import { destinationObstacleInWords, toChoice } from "../payout-words"
import { findPayoutRefusal, type RequestActor } from "../payout-access"

export async function listDestinations(
  container: MedusaContainer,
  page: DestinationPage
): Promise<OnchainDestinationListResponse> {
  const { attention, payouts } = container.resolve("onchain")
  const { list } = payouts.destinations
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    attention.list.count("destination_approval"),
  ])
  const names = await loadDestinationNames(container, rows)
  return {
    destinations: rows.map((row) => destinationToView(row, names)),
    ...countToView(count, page, rows.length),
    limit: page.limit,
    offset: page.offset,
    waiting,
  }
}

/** @throws MedusaError `not_found` */
export async function viewDestination(
  container: MedusaContainer,
  input: { destination_id: string; actor: RequestActor }
): Promise<OnchainDestinationDetail> {
  const { options, payouts } = container.resolve("onchain")
  const row = await mustFindDestination(container, input.destination_id)
  const [history, { refusal, actor }] = await Promise.all([
    payouts.destinations.history(row.id),
    findPayoutRefusal(container, input.actor),
  ])
  const names = await loadDestinationNames(
    container,
    [row],
    history.map(({ actor_id }) => actor_id)
  )
  const approvalRefusal = reasonAgainstApproval({
    approval: options.payouts.approval,
    actor,
    involved: [row.created_by, row.created_by_owner],
  })
  const choices = destinationChoices({ state: row.state, refusal, approvalRefusal })
  return {
    ...destinationToView(row, names),
    choices: {
      approve: toChoice(choices.approve, destinationObstacleInWords),
      archive: toChoice(choices.archive, destinationObstacleInWords),
    },
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}

/** One read per kind of name. @param otherActors admins to be named beside those of the destinations */
export async function loadDestinationNames(
  container: MedusaContainer,
  rows: readonly DestinationRow[],
  otherActors: readonly (string | null)[] = []
): Promise<DestinationNames> {
  const { networkNames, payouts } = container.resolve("onchain")
  const [networkName, actorName, customer, lastUsed] = await Promise.all([
    networkNames.load(),
    loadActorNames(container, [
      ...rows.flatMap(({ created_by, approved_by }) => [created_by, approved_by]),
      ...otherActors,
    ]),
    loadCustomerNames(
      container,
      rows.map(({ customer_id }) => customer_id)
    ),
    payouts.destinations.lastUsed(rows.map(({ id }) => id)),
  ])
  return { networkName, actorName, customer, lastUsed }
}

type DestinationNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (customerId: string) => OnchainDestination["customer"]
  lastUsed: ReadonlyMap<string, Date>
}

export function destinationToView(row: DestinationRow, names: DestinationNames): OnchainDestination {
  return {
    id: row.id,
    label: row.label,
    state: row.state,
    purpose: row.purpose,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    address: row.address,
    memo: row.memo === "" ? null : row.memo,
    checksum: row.checksum,
    is_observed_sender: row.is_observed_sender,
    customer: row.customer_id === null ? null : names.customer(row.customer_id),
    single_use_refund_id: row.single_use_refund_id,
    created_by: row.single_use_refund_id === null ? names.actorName(row.created_by) : null,
    created_at: row.created_at.toISOString(),
    approved_by: names.actorName(row.approved_by),
    approved_at: row.approved_at?.toISOString() ?? null,
    last_used_at: names.lastUsed.get(row.id)?.toISOString() ?? null,
  }
}

/** @throws MedusaError `not_found` */
export async function mustFindDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
  return row
}
