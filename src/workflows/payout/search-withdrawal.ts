import type { MedusaContainer } from "@medusajs/framework/types"
import { isWholeAmount, type PayoutEvidence, differenceFrom } from "../../domain/payout/payout-evidence"
import { pauseBeforeSearch } from "../../domain/payout/withdrawal-lifecycle"
import { GatewayError } from "../../gateway/client/errors"
import type { Withdrawal } from "../../gateway/contract"
import type { PayoutSign } from "../../modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-store"
import { inTime } from "../../modules/onchain/work/claim"
import { isUnavailable } from "../../modules/onchain/work/sync-runs"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import {
  followWithdrawal,
  postponeLook,
  postponeUnconfirmed,
  type ReadingEffort,
  recordWithdrawal,
} from "./follow-withdrawal"
import { notFoundInWords } from "./payout-words"

/** A reference to a withdrawal of the service decides; the rest is for a person. */
export type Search = PayoutEvidence & { found: Withdrawal | null }

/**
 * Finds out and stores what the service knows of a withdrawal: by its identifier, or by a search where the answer was lost.
 *
 * @returns `isShown` is false where nothing confirms it; `mayBe` are withdrawals of the service that may be it
 * @throws GatewayError when the service is unavailable, or refuses to show it
 */
export async function lookUpWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<{ row: WithdrawalRow; isShown: boolean; mayBe: readonly string[] }> {
  if (row.gateway_withdrawal_id === null) {
    const { row: after, found, mayBe } = await searchWithdrawal(container, row, effort)
    return { row: after, isShown: found !== null, mayBe }
  }
  const followed = await followWithdrawal(container, row.gateway_withdrawal_id, effort)
  if (followed.kind === "unconfirmed") await postponeUnconfirmed(container, row)
  const isShown = followed.kind !== "unconfirmed"
  return { row: followed.kind === "ours" ? followed.row : row, isShown, mayBe: [] }
}

/** Searches again for a withdrawal that is unknown or written off, and stores the result. @throws GatewayError when the service is unavailable */
export async function searchWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<Search & { row: WithdrawalRow }> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const askedAt = await store.now()
  const search = await lookForWithdrawal(container, row, effort)
  if (search.found) {
    const facts = { askedAt, source: "service" } as const
    return { ...search, row: await recordWithdrawal(container, row, search.found, facts) }
  }
  const pauseMs = pauseBeforeSearch(askedAt.getTime() - row.state_at.getTime())
  const reason = notFoundInWords({ ...search, lastAnswerCode: row.last_answer_code })
  await postponeLook(store, row, pauseMs, reason)
  return { ...search, row: await store.mustFind(row.id) }
}

/**
 * `isThorough` reads the service's whole list first, unless that was just done: for a person who decides. `notThis`: withdrawals of
 * the service that they identified as other payouts.
 */
export type SearchEffort = ReadingEffort & { isThorough?: boolean; notThis?: readonly string[] }

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
  const { gateway, payouts } = container.resolve("onchain")
  const { isThorough = false, notThis = [] } = effort
  const isRead = await readList(container, row, effort)
  const { evidence } = payouts.withdrawals
  const [signs, known] = await Promise.all([evidence.signsOf(row, MOST_SIGNS + 1), evidence.ruledOut(row)])
  const lookup = lookupBeside(container, row)
  const ruledOut = [...known, ...notThis]
  const mayBe: string[] = []
  let found: Withdrawal | null = null
  for (const sign of signs.slice(0, MOST_SIGNS)) {
    const is = await compare(row, sign, lookup)
    if (is === "other") evidence.noteOther(row, sign.reference)
    else if (is === "unsure") {
      if (sign.reference === row.id || !ruledOut.includes(sign.reference)) mayBe.push(sign.reference)
    } else {
      found = is
      break
    }
  }
  return {
    found,
    mayBe: found === null ? mayBe : [],
    isReadable: true,
    isComplete: isRead && signs.length <= MOST_SIGNS,
    // A service without the call has no lookup to prove: its whole list of transactions has to do.
    isLookupProven: isThorough && (!gateway.hasWithdrawalReads || (await lookup.isProven())),
    isListed: await evidence.hasTransaction(row),
    shortAfterRows: isThorough ? await rowsBeforeGap(container) : null,
  }
}

/** How many rows an incomplete list of transactions had; null when the list is whole. */
async function rowsBeforeGap(container: MedusaContainer): Promise<number | null> {
  const [incomplete] = await container.resolve("onchain").status.findIncompleteLists(["listTransactions"])
  return incomplete?.rowsRead ?? null
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
