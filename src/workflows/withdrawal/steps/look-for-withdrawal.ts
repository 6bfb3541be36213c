import type { MedusaContainer } from "@medusajs/framework/types"
import { isWholeAmount } from "../../../domain/withdrawal-search"
import { differenceFrom } from "../../../domain/withdrawal-truth"
import { GatewayError } from "../../../gateway/client/errors"
import type { Withdrawal } from "../../../gateway/contract"
import { isUnavailable } from "../../../modules/onchain/gateway-pause"
import { inTime } from "../../../modules/onchain/in-time"
import type { PayoutSign } from "../../../modules/onchain/withdrawal-evidence"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/**
 * What a search has brought. `mayBe` are withdrawals that fit and name nobody: a person has to say. `isComplete` tells
 * whether everything that the service has listed since the last call was looked at; without that nothing is proven.
 */
export type Search = { found: Withdrawal | null; mayBe: string[]; isComplete: boolean }

/**
 * `isThorough` reads the service's whole list first, where that was not done a moment ago: for a person who decides. `isListRead`
 * says that the list was looked at just now, for another search of the same run.
 */
export type SearchEffort = { isThorough?: boolean; isListRead?: boolean }

/** Each costs a call. What is left is asked for by the next search. */
const MOST_SIGNS = 40
/** Nobody waits longer for the list; it goes on being read. */
const PATIENCE_MS = 20_000
/** A list that takes longer to read than anybody waits is whole for the next attempt. */
const JUST_READ_MS = 10 * 60_000

/**
 * Searches the service's transactions for a withdrawal whose answer was lost: there is no list of withdrawals.
 *
 * Our mirror of them is searched, after a look at what came last. Only one that names our reference is ours. One that waits at the
 * service has no transaction and is not found.
 *
 * @throws GatewayError when the service cannot be asked
 */
export async function lookForWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<Search> {
  const isRead = await readList(container, row, effort)
  const { evidence } = container.resolve("onchain").payouts.withdrawals
  const signs = await evidence.signsOf(row, MOST_SIGNS + 1)
  const mayBe: string[] = []
  for (const sign of signs.slice(0, MOST_SIGNS)) {
    const is = await compare(container, row, sign)
    if (is === "other") evidence.noteOther(row, sign.reference)
    else if (is === "unsure") mayBe.push(sign.reference)
    else return { found: is, mayBe: [], isComplete: true }
  }
  return { found: null, mayBe, isComplete: isRead && signs.length <= MOST_SIGNS }
}

/**
 * Reads the whole list for a person who decides: the order of the list is not documented, so a quick look may miss what came last.
 *
 * @returns whether the mirror holds all that the service has listed since the withdrawal came to its state, up to now
 */
async function readList(
  container: MedusaContainer,
  { state_at }: WithdrawalRow,
  { isThorough = false, isListRead = false }: SearchEffort
): Promise<boolean> {
  const { books, clock } = container.resolve("onchain")
  const { sync } = books
  const isWhole = async () => {
    const asOf = await sync.completeAsOf()
    return asOf !== null && asOf >= state_at
  }
  const isJustRead = async () => {
    const asOf = await sync.completeAsOf()
    return asOf !== null && asOf >= state_at && clock() - asOf.getTime() < JUST_READ_MS
  }
  if (isListRead) return isWhole()
  const reading = isThorough && !(await isJustRead()) ? sync.readWhole() : sync.readQuick()
  const read = await inTime(reading, PATIENCE_MS)
  return read?.hasRun === true && read.isComplete && (await isWhole())
}

/** Whether what has left is the withdrawal, certainly another, or fits without naming anybody. */
async function compare(
  container: MedusaContainer,
  row: WithdrawalRow,
  { reference, amount }: PayoutSign
): Promise<Withdrawal | "other" | "unsure"> {
  const withdrawal = await read(container, reference)
  if (withdrawal === null) return isWholeAmount(amount, row) ? "unsure" : "other"
  if (withdrawal.clientReference === row.id) return withdrawal
  const isNameless = withdrawal.clientReference === undefined && withdrawal.invoiceId === undefined
  return isNameless && differenceFrom(row, withdrawal) === null ? "unsure" : "other"
}

/** @returns null for what the service does not show as a withdrawal: an invoice of another store, say */
async function read(container: MedusaContainer, reference: string): Promise<Withdrawal | null> {
  try {
    return await container.resolve("onchain").gateway.getWithdrawal(reference)
  } catch (error) {
    if (error instanceof GatewayError && !isUnavailable(error)) return null
    throw error
  }
}
