import { model } from "@medusajs/framework/utils"
import type { LegPhase } from "../../../domain/payout/payout-leg"
import { WITHDRAWAL_STATUSES, withdrawalPhase, type WithdrawalPhase } from "../../../gateway/contract"
import { amountChecks } from "../work/amount-check"

const statusesOf = (phase: WithdrawalPhase) =>
  WITHDRAWAL_STATUSES.filter((status) => withdrawalPhase(status) === phase)
    .map((status) => `'${status}'`)
    .join(", ")

/** Shown by the service, and neither paid nor acknowledged. */
export const IS_LEG_OPEN = `gateway_status NOT IN (${statusesOf("done")}) AND acknowledged_at IS NULL`
const IS_FAILED = `gateway_status IN (${statusesOf("failed")})`
/** Rejected or failed, and no operator has acknowledged it. */
export const IS_LEG_FAILED = `${IS_LEG_OPEN} AND ${IS_FAILED}`
/** The gateway waits for gas credit before it sends it. */
export const IS_LEG_GAS_BLOCKED = `${IS_LEG_OPEN} AND gateway_status = 'gas_blocked'`
/** It may still change without an operator. */
export const IS_LEG_UNDER_WAY = `${IS_LEG_OPEN} AND NOT ${IS_FAILED}`

const isSettled = (attempt: string) => `${attempt}.gateway_status IN ('paid', 'overpaid')`
/** Whether an attempt is settled in full: the service splits no tolerated underpayment. @see legPhaseOf */
export const isSplit = (attempt: string) =>
  `${isSettled(attempt)} AND (${attempt}.received_amount IS NULL OR ${attempt}.received_amount::numeric >= ${attempt}.expected_amount::numeric)`
const isOfAttempt = (which: string) =>
  `EXISTS (SELECT 1 FROM onchain_attempt AS a WHERE a.id = attempt_id AND ${which})`
/** A recipient of an invoice that is not settled is no payout yet. */
export const IS_LEG_LISTED = `(gateway_status IS NOT NULL OR ${isOfAttempt(isSettled("a"))})`

/** The statuses of each phase, for a condition; what no phase names is unknown. */
export const LEG_IN_PHASE: Readonly<Record<LegPhase, string>> = {
  planned: `gateway_status IS NULL AND ${isOfAttempt(isSplit("a"))}`,
  not_split: `gateway_status IS NULL AND ${isOfAttempt(`${isSettled("a")} AND NOT (${isSplit("a")})`)}`,
  pending: `gateway_status IN (${statusesOf("pending")})`,
  done: `gateway_status IN (${statusesOf("done")})`,
  failed: IS_FAILED,
  unknown: `gateway_status NOT IN (${WITHDRAWAL_STATUSES.map((status) => `'${status}'`).join(", ")})`,
}

/**
 * A recipient's share of what an attempt brings, which the service pays out as a withdrawal of its own. We never repeat one.
 *
 * A recipient is stored before the invoice is requested; a leg of a route is stored when the service first shows it.
 * Amounts are decimal text in token units. Never soft-deleted.
 */
const OnchainPayoutLeg = model
  .define(
    { name: "OnchainPayoutLeg", tableName: "onchain_payout_leg" },
    {
      id: model.id({ prefix: "ocleg" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      attempt_id: model.text(),
      /** Order among the recipients of its attempt, from 0. */
      position: model.number(),
      /** Null for a leg of a route, unless the service names it. */
      label: model.text().nullable(),
      /** Basis points of the net amount. */
      share_bps: model.number().nullable(),
      destination_address: model.text().nullable(),
      gateway_withdrawal_id: model.text().nullable(),
      /** The service's status in our words; it decides. Null until the service shows the withdrawal. */
      gateway_status: model.text().nullable(),
      /** The service's own word for it; null where the status does not come from one. */
      provider_status: model.text().nullable(),
      amount: model.text().nullable(),
      fee: model.text().nullable(),
      tx_hash: model.text().nullable(),
      failure_reason: model.text().nullable(),
      /** When the service last showed it. */
      checked_at: model.dateTime().nullable(),
      /** Since when its status is this one. */
      status_at: model.dateTime().nullable(),
      /** When an operator acknowledged that it was rejected or failed. */
      acknowledged_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["attempt_id", "position"], unique: true },
    {
      name: "IDX_onchain_payout_leg_gateway_withdrawal_unique",
      on: ["gateway_withdrawal_id", "environment", "business_id"],
      unique: true,
      where: "gateway_withdrawal_id IS NOT NULL",
    },
    { on: ["environment", "business_id", "created_at"] },
    { on: ["environment", "business_id", "status_at"] },
    { name: "IDX_onchain_payout_leg_awaited", on: ["created_at"], where: "gateway_status IS NULL" },
    {
      name: "IDX_onchain_payout_leg_open",
      on: ["environment", "business_id", "status_at"],
      where: IS_LEG_OPEN,
    },
  ])
  .checks(amountChecks("onchain_payout_leg", ["amount", "fee"]))

export default OnchainPayoutLeg
