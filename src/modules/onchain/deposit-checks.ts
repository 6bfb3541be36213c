import { COUNT_LIMIT } from "./listed-rows"
import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"

/** An action without an answer for this long is worth a look. */
const PATIENCE_MS = 10 * 60_000

/** Checks that deposits in review are seen, and that what was decided about them is carried out. */
export async function checkDeposits({ deposits }: OnchainModuleService): Promise<SetupCheck[]> {
  const [waiting, stuck, trouble] = await Promise.all([
    deposits.list.count({ states: ["in_review"] }),
    deposits.backlog.listStuck(PATIENCE_MS),
    deposits.sync.lastError(),
  ])
  return [
    {
      id: "deposits",
      status: "ok",
      message: `Deposits that wait for a decision: ${describeCount(waiting)}.`,
    },
    ...describeStuck(stuck),
    ...describeTrouble(trouble),
  ]
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
