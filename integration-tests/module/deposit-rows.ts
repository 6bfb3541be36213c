import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Deposit } from "../../src/gateway/contract"
import {
  type ClaimedDeposit,
  DepositClaims,
  type DepositRequest,
  type DepositRow,
  DepositStore,
} from "../../src/modules/onchain/deposit/deposit-store"
import { DepositMirror } from "../../src/modules/onchain/deposit/deposit-mirror"
import { scope } from "./scope"

export const storeOf = (knex: Knex) => new DepositStore(knex, scope)
export const mirrorOf = (knex: Knex) => new DepositMirror(knex, scope, Date.now)
export const claimsOf = (knex: Knex) => new DepositClaims(knex, scope, 60_000)

const surroundings = { candidates: ["int_1", "int_2"], hasPayoutKey: true, toleranceBps: 100 }

/** Begins or resumes an action. @returns undefined when it may not */
export async function claim(
  knex: Knex,
  change: Partial<DepositRequest> = {}
): Promise<ClaimedDeposit | undefined> {
  const outcome = await claimsOf(knex).claim(request(change), surroundings)
  return outcome.kind === "claimed" ? outcome.claim : undefined
}

/** A deposit as the service lists it. */
export const deposit = (change: Partial<Deposit> = {}): Deposit => ({
  depositId: "dep_1",
  customerId: "cus_gateway",
  externalCustomerRef: "cus_1",
  chain: "evm",
  networkId: "base-mainnet",
  asset: { token: "USDC", supported: true },
  amount: { raw: "12500000", display: "12.5", decimals: 6 },
  transaction: { txHash: "0xAbC", operationIndex: 0, fromAddress: "0xFrom", toAddress: "0xTo" },
  assignment: { status: "unassigned_no_intent", safeToFulfill: false },
  resolutionStatus: "review_required",
  observedAt: "2026-11-21T09:00:00.000Z",
  ...change,
})

export const request = (change: Partial<DepositRequest> = {}): DepositRequest => ({
  depositId: "dep_1",
  action: "accept",
  actorId: "user_1",
  intentId: null,
  ...change,
})

/** Stores a deposit as a list of the service has it. */
export async function inReview(knex: Knex, change: Partial<Deposit> = {}): Promise<DepositRow> {
  return (await mirrorOf(knex).record(deposit(change))).row
}

/** Names of the audit entries of a deposit, oldest first. */
export async function auditOf(knex: Knex, id = "dep_1"): Promise<string[]> {
  return (await storeOf(knex).history(id)).map(({ action }) => action)
}

/** Ends leases and pauses at once. */
export async function letTimePass(knex: Knex): Promise<void> {
  await knex.raw(
    `UPDATE onchain_deposit SET next_attempt_at = now() - interval '1 second',
       lease_expires_at = CASE WHEN lease_expires_at IS NOT NULL THEN now() - interval '1 second' END`
  )
}
