import { createMedusaContainer } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WithdrawalConsent } from "../../src/domain/payout/withdrawal-decisions"
import type { DayLimit } from "../../src/domain/payout/payout-gate"
import type { Quote, Withdrawal } from "../../src/gateway/contract"
import type {
  ActionResult,
  ClaimedWithdrawal,
  WithdrawalRow,
} from "../../src/modules/onchain/payout/withdrawal-store"
import type { NewWithdrawal } from "../../src/modules/onchain/payout/payout-service"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"
import { withdrawalIn } from "./rows"

export const REFUSED = { code: "VALIDATION_ERROR", reason: "refused" }
export const NOT_FOUND = { code: null, reason: "not found" }
export const IN_AN_HOUR = new Date(Date.now() + 3_600_000)
export const QUOTE: Quote = {
  id: "quote_1",
  fee: "0.1",
  netAmount: "9.9",
  expiresAt: IN_AN_HOUR.toISOString(),
}

/** A consent, and the rules that apply. */
export type GivenConsent = WithdrawalConsent & {
  isSecondNeeded: boolean
  caps: { perWithdrawal: string | null; perDay: DayLimit[] }
}

/** An operator consents to the quote of {@link quotedWithdrawal}. */
export const consent = (change: Partial<GivenConsent> = {}): GivenConsent => ({
  action: "confirm",
  quoteId: "quote_1",
  actor: { id: "user_1", type: "user", ownerId: null },
  isSecondNeeded: false,
  caps: { perWithdrawal: null, perDay: [] },
  ...change,
})

type Withdrawals = OnchainModuleService["payouts"]["withdrawals"]

function agree({ store }: Withdrawals, row: WithdrawalRow, given: GivenConsent) {
  const { isSecondNeeded, caps: limits, ...consented } = given
  return store.consent(row, consented, {
    approval: isSecondNeeded ? "second_user" : "none",
    allowedUsers: ["user_1", "user_2", "user_3", "user_4", "user_5"],
    allowApiKeys: true,
    limits,
  })
}

/** @returns the call that a consent claims; undefined when it sends nothing */
export async function send(withdrawals: Withdrawals, row: WithdrawalRow, given: GivenConsent) {
  const consented = await agree(withdrawals, row, given)
  return consented.kind === "sent" ? consented.row : undefined
}

/** Sends a withdrawal. @throws when it cannot be sent */
export async function mustSend(withdrawals: Withdrawals, row: WithdrawalRow): Promise<ClaimedWithdrawal> {
  const claim = await send(withdrawals, row, consent())
  if (!claim) throw new Error("it cannot be sent")
  return claim
}

/** @returns the row that waits for a second user after a consent; undefined when nothing changed */
export async function hold(withdrawals: Withdrawals, row: WithdrawalRow, given: GivenConsent) {
  const consented = await agree(withdrawals, row, { ...given, isSecondNeeded: true })
  return consented.kind === "held" ? consented.row : undefined
}

/** @returns the row that an action has changed; undefined when it was refused */
export async function done(action: Promise<ActionResult>): Promise<WithdrawalRow | undefined> {
  const result = await action
  return result.kind === "done" ? result.row : undefined
}

/** A daily limit for USDC of all networks, or of fewer. */
export const dayLimit = (amount: string, change: Partial<DayLimit> = {}): DayLimit => ({
  token: "USDC",
  networkId: null,
  canonicalAssetId: null,
  amount,
  ...change,
})

/** A withdrawal as the service reports it. */
export const reported = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: "wd_1",
  status: "queued",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  ...change,
})

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** What a workflow runs in. */
export function containerOf(service: OnchainModuleService) {
  const container = createMedusaContainer()
  container.register("onchain", { resolve: () => service })
  return container
}

/** The service reports on a row, some seconds from now. @returns undefined when a later report is stored */
export async function record(
  service: OnchainModuleService,
  row: WithdrawalRow,
  seconds: number,
  change: Partial<Withdrawal> = {}
): Promise<WithdrawalRow | undefined> {
  const facts = { askedAt: later(seconds), source: "service" } as const
  const stored = await recordWithdrawal(containerOf(service), row, reported(change), facts)
  return stored.checked_at?.getTime() === facts.askedAt.getTime() ? stored : undefined
}

/** @throws when the report was not stored */
export async function mustRecord(...given: Parameters<typeof record>): Promise<WithdrawalRow> {
  const row = await record(...given)
  if (!row) throw new Error("it was not stored")
  return row
}

/** A withdrawal with a quote to consent to. */
export function quotedWithdrawal(
  knex: Knex,
  columns: Partial<WithdrawalRow> = {},
  change: Partial<NewWithdrawal> = {}
): Promise<WithdrawalRow> {
  const quote = { state: "quoted", quote_id: "quote_1", quote_expires_at: IN_AN_HOUR } as const
  return withdrawalIn(knex, { ...quote, ...columns }, change)
}
