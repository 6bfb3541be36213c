import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { legPhaseOf } from "../../domain/payout/payout-leg"
import { waitOf } from "../../domain/payout/withdrawal-lifecycle"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { PayoutLegPage, PayoutLegRow } from "../../modules/onchain/payout/payout-legs"
import { pageToView } from "../../modules/onchain/work/listed-rows"
import type {
  OnchainAcknowledgePayoutLegBody,
  OnchainListedPayoutLeg,
  OnchainPayoutLeg,
  OnchainPayoutLegListResponse,
  OnchainPayoutLegResponse,
} from "../../types/http"
import { loadPaymentNames } from "../payment/queries/payment-names"
import { say } from "../../words/say"
import { columnsOf, type Names } from "../person-names"
import { refused } from "../refusal-code"
import { assertPayoutAllowed, payoutError, type RequestActor } from "./payout-access"

/** @param attempt whose money is split */
export function legToView(
  row: PayoutLegRow,
  attempt: Pick<
    PaymentRow,
    "chain" | "network_id" | "token" | "gateway_status" | "received_amount" | "expected_amount"
  >,
  { networkName, explorer }: Pick<Names, "networkName" | "explorer">
): OnchainPayoutLeg {
  const { gateway_status: status, destination_address: address, tx_hash } = row
  const { chain, network_id, token } = attempt
  const phase = legPhaseOf(status, attempt)
  const isUnderWay = phase === "pending" || phase === "unknown"
  return {
    ...columnsOf(row, "id", "label", "share_bps", "amount", "fee", "tx_hash", "failure_reason"),
    ...{ address, token, chain, network_id, network_name: networkName(chain, network_id) },
    ...{ status: row.provider_status ?? status, phase },
    waits_for: isUnderWay ? waitOf({ state: "sent", gateway_status: status }) : null,
    status_at: row.status_at?.toISOString() ?? null,
    explorer: explorer({ networkId: network_id, txHash: tx_hash, address }),
    withdrawal_id: row.gateway_withdrawal_id,
  }
}

export async function listPayoutLegs(
  container: MedusaContainer,
  page: PayoutLegPage
): Promise<OnchainPayoutLegListResponse> {
  const { rows, count } = await container.resolve("onchain").payouts.legs.list.read(page)
  return { payout_legs: await legsToView(container, rows), ...pageToView(count, page, rows.length) }
}

/** @throws MedusaError `not_found` */
export async function viewPayoutLeg(
  container: MedusaContainer,
  id: string
): Promise<OnchainPayoutLegResponse> {
  const row = await mustFind(container, id)
  const [payout_leg] = await legsToView(container, [row])
  if (!payout_leg) throw new Error(`leg ${id} is of no attempt`)
  return { payout_leg }
}

async function mustFind(container: MedusaContainer, id: string): Promise<PayoutLegRow> {
  const row = await container.resolve("onchain").payouts.legs.find(id)
  if (row) return row
  throw refused(MedusaError.Types.NOT_FOUND, say("payout.no_share", { id }))
}

/** One read per kind of row. */
async function legsToView(
  container: MedusaContainer,
  rows: readonly PayoutLegRow[]
): Promise<OnchainListedPayoutLeg[]> {
  const { payments, payouts } = container.resolve("onchain")
  const attempts = await payments.findAttempts(rows.map(({ attempt_id }) => attempt_id))
  const seen = await payouts.legs.acknowledgements(rows)
  const actors = [...seen.values()].map(({ actorId }) => actorId)
  const names = await loadPaymentNames(container, [...attempts.values()], actors)
  return rows.flatMap((row) => {
    const attempt = attempts.get(row.attempt_id)
    if (!attempt) return []
    const { actorId = null, at, note = "" } = seen.get(row.id) ?? {}
    return {
      ...legToView(row, attempt, names),
      payment_id: attempt.id,
      order: names.order(attempt),
      acknowledged: at ? { by: names.actorName(actorId), at: at.toISOString(), note } : null,
      created_at: row.created_at.toISOString(),
    }
  })
}

/**
 * Records that a person has seen that a leg was rejected or failed. Nothing moves.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` when it did not fail, another user was faster, or its status has changed
 */
export async function acknowledgePayoutLeg(
  container: MedusaContainer,
  input: OnchainAcknowledgePayoutLegBody & { payout_leg_id: string; actor: RequestActor }
): Promise<{ payout_leg_id: string }> {
  const { payout_leg_id, actor, note, status } = input
  const { legs } = container.resolve("onchain").payouts
  const known = await mustFind(container, payout_leg_id)
  const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
  if (await legs.acknowledge(payout_leg_id, status, { actorId, note })) return { payout_leg_id }
  if (known.gateway_status !== status) throw payoutError("already_done", say("payout.just_changed"))
  throw payoutError("already_done", say("payout.nothing_to_review"))
}
