import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DayLimit } from "../../src/domain/payout-limit"
import { truthOf } from "../../src/domain/withdrawal-truth"
import type { Withdrawal } from "../../src/gateway/contract"
import type { WithdrawalNews } from "../../src/modules/onchain/withdrawal-answers"
import type { WithdrawalConsent } from "../../src/modules/onchain/withdrawal-claims"
import type { NewWithdrawal } from "../../src/modules/onchain/withdrawal-opening"
import type { WithdrawalRow } from "../../src/modules/onchain/withdrawal-row"
import { newWithdrawal, withdrawalIn } from "./payout-rows"

export const IN_AN_HOUR = new Date(Date.now() + 3_600_000)

/** Somebody says yes to the quote of {@link quotedWithdrawal}. */
export const consent = (change: Partial<WithdrawalConsent> = {}): WithdrawalConsent => ({
  action: "confirm",
  quoteId: "quote_1",
  actor: { id: "user_1", type: "user", ownerId: null },
  isSecondNeeded: false,
  caps: { perWithdrawal: null, perDay: [] },
  ...change,
})

/** A limit of a day for USDC of all networks, or of less. */
export const dayLimit = (amount: string, change: Partial<DayLimit> = {}): DayLimit => ({
  token: "USDC",
  networkId: null,
  canonicalAssetId: null,
  amount,
  ...change,
})

/** A withdrawal as the service tells it. */
export const told = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: "wd_1",
  status: "queued",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  ...change,
})

/** What it means for a row. */
export function newsOf(row: WithdrawalRow, withdrawal: Withdrawal, askedAt: Date | null): WithdrawalNews {
  const { status } = withdrawal
  const phase = status === "completed" ? "done" : status === "failed" ? "failed" : "pending"
  return {
    withdrawal,
    truth: truthOf({ state: row.state, phase, status, difference: null }),
    askedAt,
    nextCheckMs: 10_000,
  }
}

export const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** The destination that withdrawals of these tests go to. */
export async function addDestination(knex: Knex): Promise<void> {
  await knex("onchain_payout_destination").insert({
    id: "ocdst_1",
    label: "Cold wallet",
    state: "approved",
    has_second_approval: true,
    chain: "evm",
    network_id: "base-mainnet",
    address: newWithdrawal().destination_address,
    checksum: "verified",
    created_by: "user_1",
  })
}

/** A withdrawal with a quote to say yes to. */
export function quotedWithdrawal(
  knex: Knex,
  columns: Partial<WithdrawalRow> = {},
  change: Partial<NewWithdrawal> = {}
): Promise<WithdrawalRow> {
  const quote = { state: "quoted", quote_id: "quote_1", quote_expires_at: IN_AN_HOUR } as const
  return withdrawalIn(knex, { ...quote, ...columns }, change)
}
