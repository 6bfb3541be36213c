import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { legPhase } from "../../domain/payout/payout-leg"
import { waitOf } from "../../domain/payout/withdrawal-lifecycle"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { PayoutLegPage, PayoutLegRow } from "../../modules/onchain/payout/payout-legs"
import { pageToView } from "../../modules/onchain/work/listed-rows"
import type {
  OnchainListedPayoutLeg,
  OnchainPayoutLeg,
  OnchainPayoutLegListResponse,
  OnchainPayoutLegResponse,
} from "../../types/http"
import { loadPaymentNames } from "../payment/queries/payment-names"
import type { Names } from "../person-names"

/** @param attempt whose money is split */
export function legToView(
  row: PayoutLegRow,
  { chain, network_id, token }: Pick<PaymentRow, "chain" | "network_id" | "token">,
  { networkName, explorer }: Pick<Names, "networkName" | "explorer">
): OnchainPayoutLeg {
  const { gateway_status: status, destination_address: address, tx_hash } = row
  const phase = legPhase(status)
  const isUnderWay = phase === "pending" || phase === "unknown"
  return {
    id: row.id,
    label: row.label,
    share_bps: row.share_bps,
    address,
    ...{ amount: row.amount, fee: row.fee, token },
    ...{ chain, network_id, network_name: networkName(chain, network_id) },
    ...{ status: row.provider_status ?? status, phase },
    waits_for: isUnderWay ? waitOf({ state: "sent", gateway_status: status }) : null,
    status_at: row.status_at?.toISOString() ?? null,
    tx_hash,
    explorer: explorer({ networkId: network_id, txHash: tx_hash, address }),
    failure_reason: row.failure_reason,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
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
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no leg ${id}.`)
}

/** One read per kind of row. */
async function legsToView(
  container: MedusaContainer,
  rows: readonly PayoutLegRow[]
): Promise<OnchainListedPayoutLeg[]> {
  const { payments } = container.resolve("onchain")
  const attempts = await payments.findAttempts(rows.map(({ attempt_id }) => attempt_id))
  const names = await loadPaymentNames(container, [...attempts.values()])
  return rows.flatMap((row) => {
    const attempt = attempts.get(row.attempt_id)
    if (!attempt) return []
    return {
      ...legToView(row, attempt, names),
      payment_id: attempt.id,
      order: names.order(attempt),
      created_at: row.created_at.toISOString(),
    }
  })
}

/**
 * Records that a person has seen that a leg was rejected or failed. Nothing moves.
 *
 * @throws MedusaError `not_found`; `conflict` when it did not fail, or another user was faster
 */
export async function acknowledgePayoutLeg(
  container: MedusaContainer,
  { payout_leg_id, actor_id, note }: { payout_leg_id: string; actor_id: string; note: string }
): Promise<{ payout_leg_id: string }> {
  const { legs } = container.resolve("onchain").payouts
  await mustFind(container, payout_leg_id)
  if (!(await legs.acknowledge(payout_leg_id, actor_id, note)))
    throw new MedusaError(MedusaError.Types.CONFLICT, "Nothing of this leg waits to be acknowledged.")
  return { payout_leg_id }
}
