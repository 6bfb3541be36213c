import type { MedusaContainer } from "@medusajs/framework/types"
import {
  approvalOn,
  type DestinationAction,
  destinationObstacle,
  reasonAgainstApproval,
} from "../../../domain/payout/payout-gate"
import type { DestinationPage, DestinationRow } from "../../../modules/onchain/payout/destinations"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainDestination,
  OnchainDestinationDetail,
  OnchainDestinationListResponse,
} from "../../../types/http"
import { columnsOf, historyToView, loadNames, type Names } from "../../person-names"
import { toChoice } from "../../../words/say"
import { destinationObstacleInWords } from "../payout-words"
import { findPayoutRefusal, mustFindDestination, type RequestActor } from "../payout-access"

export async function listDestinations(
  container: MedusaContainer,
  page: DestinationPage
): Promise<OnchainDestinationListResponse> {
  const { list } = container.resolve("onchain").payouts.destinations
  const { rows, count } = await list.read(page)
  const names = await loadDestinationNames(container, rows)
  return {
    destinations: rows.map((row) => destinationToView(row, names)),
    ...pageToView(count, page, rows.length),
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
    approval: approvalOn(row.chain, options.payouts.approval),
    actor,
    involved: [row.created_by, row.created_by_owner],
  })
  const choiceOf = (action: DestinationAction) =>
    toChoice(destinationObstacle(action, row.state, { refusal, approvalRefusal }), destinationObstacleInWords)
  return {
    ...destinationToView(row, names),
    choices: { approve: choiceOf("approve"), archive: choiceOf("archive") },
    history: historyToView(history, names),
  }
}

/** One read per kind of name. @param otherActors admins to be named beside those of the destinations */
export async function loadDestinationNames(
  container: MedusaContainer,
  rows: readonly DestinationRow[],
  otherActors: readonly (string | null)[] = []
): Promise<DestinationNames> {
  const [names, lastUsed] = await Promise.all([
    loadNames(container, {
      actors: [...rows.flatMap(({ created_by, approved_by }) => [created_by, approved_by]), ...otherActors],
      customers: rows.map(({ customer_id }) => customer_id),
    }),
    container.resolve("onchain").payouts.destinations.lastUsed(rows.map(({ id }) => id)),
  ])
  return { ...names, lastUsed }
}

type DestinationNames = Names & { lastUsed: ReadonlyMap<string, Date> }

export function destinationToView(row: DestinationRow, names: DestinationNames): OnchainDestination {
  return {
    ...columnsOf(row, "id", "label", "state", "purpose", "chain", "network_id", "address", "checksum"),
    ...columnsOf(row, "is_observed_sender", "single_use_refund_id"),
    network_name: names.networkName(row.chain, row.network_id),
    memo: row.memo === "" ? null : row.memo,
    customer: names.customerById(row.customer_id),
    created_by: row.single_use_refund_id === null ? names.actorName(row.created_by) : null,
    created_at: row.created_at.toISOString(),
    approved_by: names.actorName(row.approved_by),
    approved_at: row.approved_at?.toISOString() ?? null,
    last_used_at: names.lastUsed.get(row.id)?.toISOString() ?? null,
  }
}
