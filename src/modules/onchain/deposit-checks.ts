import { compareAmounts } from "../../gateway/amount"
import { GatewayError } from "../../gateway/client/errors"
import { inTime } from "./in-time"
import { COUNT_LIMIT } from "./listed-rows"
import type OnchainModuleService from "./service"
import { PATIENCE_MS, type SetupCheck } from "./setup-checks"

/** An action without an answer for this long is worth a look. */
const ACTION_PATIENCE_MS = 10 * 60_000

/** Checks that deposits in review are seen, and that what was decided about them is carried out. */
export async function checkDeposits({ deposits, books }: OnchainModuleService): Promise<SetupCheck[]> {
  const [waiting, stuck, trouble, recovery] = await Promise.all([
    deposits.list.count({ states: ["in_review"] }),
    deposits.backlog.listStuck(ACTION_PATIENCE_MS),
    deposits.sync.lastError(),
    readRecovery(books),
  ])
  return [
    {
      id: "deposits",
      status: "ok",
      message: `Deposits that wait for a decision: ${describeCount(waiting)}.`,
    },
    ...describeStuck(stuck),
    ...describeTrouble(trouble),
    ...describeRecovery(recovery),
  ]
}

/** Money that the service cannot book by itself. A service that does not answer is told of by its own check. */
async function readRecovery(books: OnchainModuleService["books"]): Promise<string[]> {
  try {
    const read = await inTime(books.balances.read(), PATIENCE_MS)
    return (read?.balances ?? []).flatMap(({ balance: { token, networkId, amounts } }) => {
      const amount = amounts.requiresRecovery ?? "0"
      return compareAmounts(amount, "0") > 0 ? [`${amount} ${token} on ${networkId}`] : []
    })
  } catch (error) {
    if (error instanceof GatewayError) return []
    throw error
  }
}

export function describeRecovery(amounts: readonly string[]): SetupCheck[] {
  if (amounts.length === 0) return []
  const message =
    `Money that needs recovery: ${amounts.join(", ")}. It arrived at the service too late, in part, or on the wrong network or token, ` +
    `and is in no order and no deposit. Look for it at the service, and at the payments of the orders it may be meant for.`
  return [{ id: "recovery", status: "warning", message }]
}

function describeCount(count: number): string {
  return count > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(count)
}

function describeStuck(ids: readonly string[]): SetupCheck[] {
  if (ids.length === 0) return []
  const message =
    `The service has not answered to actions on these deposits for more than ten minutes: ${ids.join(", ")}. ` +
    `They are asked for again with the same key; the reason is in onchain_deposit.last_error.`
  return [{ id: "deposit_actions", status: "warning", message }]
}

function describeTrouble(trouble: { reason: string; at: Date } | null): SetupCheck[] {
  if (trouble === null) return []
  const message =
    `The list of deposits in review could not be read at ${trouble.at.toISOString()}: ${trouble.reason}. ` +
    `Deposits of which no webhook tells are missing until it can.`
  return [{ id: "deposit_sync", status: "warning", message }]
}
