import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeSearch } from "../../domain/payout/withdrawal-lifecycle"
import { differenceFrom } from "../../domain/payout/withdrawal-gateway-state"
import { isWholeAmount } from "../../domain/payout/withdrawal-search"
import { GatewayError } from "../../gateway/client/errors"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import type { Withdrawal } from "../../gateway/contract"
import type { PayoutSign, WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import { isUnavailable } from "../../modules/onchain/work/gateway-load"
import { inTime } from "../../modules/onchain/work/claim"
import { recordWithdrawal } from "./follow-withdrawal"
import type { ReadingEffort } from "./withdrawal-outcome"
import { notFoundInWords } from "./withdrawal-gateway-words"

/** The row after a search, and what the search could see. */
export type Searched = { row: WithdrawalRow } & Omit<Search, "found">

/**
 * Searches again for a withdrawal that is unknown or written off. @throws GatewayError when the service is
 * unavailable
 */
export async function searchWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<Searched> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const askedAt = await store.now()
  const search = await lookForWithdrawal(container, row, effort)
  const { found, ...seen } = search
  if (found) {
    const facts = { askedAt, source: "service" } as const
    return { row: await recordWithdrawal(container, row, found, facts), ...seen }
  }
  const pauseMs = pauseBeforeSearch(askedAt.getTime() - row.state_at.getTime())
  await answers.planSearch(row, pauseMs, wordsOf(row, search))
  return { row: await store.mustFind(row.id), ...seen }
}

/** A written-off one keeps the words of its end. */
function wordsOf(row: WithdrawalRow, search: { mayBe: string[]; isComplete: boolean }): string | null {
  if (row.state !== "unknown") return row.last_error
  return notFoundInWords({ ...search, lastAnswerCode: row.last_answer_code })
}

/**
 * `mayBe`: withdrawals that match without a reference: a person decides. `isComplete`: everything that the
 * service has listed since the last call was read; otherwise nothing is proven.
 */
type Search = {
  found: Withdrawal | null
  mayBe: string[]
  isComplete: boolean
  /** Whether the service returned another withdrawal by its identifier: otherwise a missing one may exist. */
  isLookupProven: boolean
}

/** `isThorough` reads the service's whole list first, unless that was just done: for a person who decides. */
export type SearchEffort = ReadingEffort & { isThorough?: boolean }

/** Each costs a call. The next search takes the rest. */
const MOST_SIGNS = 40
/** A request waits no longer than this; the reading continues. */
const PATIENCE_MS = 20_000
/**
 * A payout may have left since a list was read. A list that takes longer is complete for the next attempt.
 */
const JUST_READ_MS = 60_000
const SLOWLY_READ_MS = 10 * 60_000

/**
 * Searches the service's transactions for a withdrawal whose answer was lost: there is no list of
 * withdrawals.
 *
 * Reads the latest ones, then searches our mirror. Only one with our reference is ours. One that waits at the
 * service has no transaction and is not found.
 *
 * @throws GatewayError when the service is unavailable
 */
export async function lookForWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<Search> {
  const isRead = await readList(container, row, effort)
  const { evidence } = container.resolve("onchain").payouts.withdrawals
  const signs = await evidence.signsOf(row, MOST_SIGNS + 1)
  const lookup = lookupBeside(container, row)
  const ruledOut = ruledOutOf(row)
  const mayBe: string[] = []
  for (const sign of signs.slice(0, MOST_SIGNS)) {
    const is = await compare(row, sign, lookup)
    if (is === "other") evidence.noteOther(row, sign.reference)
    else if (is !== "unsure") return { found: is, mayBe: [], isComplete: true, isLookupProven: true }
    else if (sign.reference === row.id || !ruledOut.includes(sign.reference)) mayBe.push(sign.reference)
  }
  // A service without the call has no lookup to prove: its whole list of transactions has to do.
  const { hasWithdrawalReads } = container.resolve("onchain").gateway
  const isLookupProven = effort.isThorough ? !hasWithdrawalReads || (await lookup.isProven()) : false
  return { found: null, mayBe, isComplete: isRead && signs.length <= MOST_SIGNS, isLookupProven }
}

/** What a person has identified as other payouts, before and now. */
export function ruledOutOf(
  { ruled_out }: Pick<WithdrawalRow, "ruled_out">,
  now: readonly string[] = []
): string[] {
  return [...new Set([...(ruled_out ?? []), ...now])]
}

/**
 * Reads the whole list for a person who decides: its order is not documented, so a quick look may miss the
 * latest.
 *
 * @returns whether the mirror holds all that the service has listed since the withdrawal came to its state
 */
async function readList(
  container: MedusaContainer,
  { state_at }: WithdrawalRow,
  { isThorough = false, isListRead = false }: SearchEffort
): Promise<boolean> {
  const { clock } = container.resolve("onchain")
  const sync = transactionSyncOf(container)
  const isWhole = async () => {
    const asOf = await sync.completeAsOf()
    return asOf !== null && asOf >= state_at
  }
  const isJustRead = async () => {
    const [asOf, takesMs] = await Promise.all([sync.completeAsOf(), sync.wholeTakesMs()])
    const mostMs = takesMs > PATIENCE_MS ? SLOWLY_READ_MS : JUST_READ_MS
    return asOf !== null && asOf >= state_at && clock() - asOf.getTime() < mostMs
  }
  if (isListRead) return isWhole()
  const reading = isThorough && !(await isJustRead()) ? sync.readWhole() : sync.readQuick()
  const read = await inTime(reading, PATIENCE_MS)
  return read?.hasRun === true && read.isComplete && (await isWhole())
}

/**
 * Whether what left is the withdrawal, certainly another, or matches without a reference. A 404 means another
 * only where the service is known to show withdrawals: a wrong path or business gives it too. It never does
 * for our own reference, or without an amount.
 */
async function compare(
  row: WithdrawalRow,
  { reference, amount }: PayoutSign,
  lookup: Lookup
): Promise<Withdrawal | "other" | "unsure"> {
  const withdrawal = await lookup.read(reference)
  if (withdrawal === "unreadable") return "unsure"
  if (withdrawal === "missing") {
    const mayBeIt = reference === row.id || amount === null || isWholeAmount(amount, row)
    return mayBeIt || !(await lookup.isProven()) ? "unsure" : "other"
  }
  if (withdrawal.clientReference === row.id) return withdrawal
  const isNameless = withdrawal.clientReference === undefined && withdrawal.invoiceId === undefined
  return isNameless && differenceFrom(row, withdrawal).length === 0 ? "unsure" : "other"
}

/** Reads withdrawals by their identifier, and knows whether that works. */
type Lookup = {
  /** `missing` for what the service does not show as a withdrawal, such as an invoice of another store. */
  read: (reference: string) => Promise<Withdrawal | "missing" | "unreadable">
  isProven: () => Promise<boolean>
}

/** Enough to ignore one that the service has dropped. */
const MOST_KNOWN = 3

function lookupBeside(container: MedusaContainer, row: WithdrawalRow): Lookup {
  const { gateway, payouts } = container.resolve("onchain")
  let isProven: Promise<boolean> | null = null
  const read: Lookup["read"] = async (reference) => {
    try {
      const withdrawal = await gateway.getWithdrawal(reference)
      isProven = Promise.resolve(true)
      return withdrawal
    } catch (error) {
      if (isUnavailable(error) || !(error instanceof GatewayError)) throw error
      return error.status === 404 ? "missing" : "unreadable"
    }
  }
  const prove = async () => {
    for (const id of await payouts.withdrawals.evidence.knownBeside(row, MOST_KNOWN))
      if (typeof (await read(id)) !== "string") return true
    return false
  }
  return { read, isProven: () => (isProven ??= prove()) }
}
