import { dayOf } from "../../../src/domain/finance/report-difference"
import type { OnchainReportResponse } from "../../../src/types/http"
import { runReports } from "../../../src/workflows/finance/workers/run-reports"
import { eventually } from "./eventually"
import { installed } from "./installed"
import type { StoreUnderTest } from "./store-suite"

const USDC = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const DAY_MS = 86_400_000
/** Upper limit of the time that a story lets pass at the service. */
const STORY_MS = 90 * 60_000
/** Long enough for a payout to be final. */
const UNTIL_FINAL_MS = 10 * 60_000
const SOMEBODY = "0x52908400098527886E0F7030069857D2E4169EE7"

let keys = 0

/** An invoice at the service that this store does not know, paid and settled. @returns its identifier */
export async function sellElsewhere({ container, sandbox }: StoreUnderTest, amount: string): Promise<string> {
  const { gateway } = container.resolve("onchain")
  const { id } = await gateway.createInvoice({ ...USDC, amount }, { idempotencyKey: `books_${(keys += 1)}` })
  await sandbox.payInFull(id)
  return id
}

/** A payout from the service's dashboard that this store does not know. @returns its identifier */
export async function payOutElsewhere(store: StoreUnderTest, amount: string): Promise<string> {
  const before = new Set((await store.sandbox.withdrawals()).map(({ id }) => id))
  await store.sandbox.dashboard("withdrawals", { ...USDC, amount, destinationAddress: SOMEBODY })
  await store.sandbox.advance(UNTIL_FINAL_MS)
  const made = (await store.sandbox.withdrawals()).find(({ id }) => !before.has(id))
  if (made?.status !== "completed") throw new Error("the payout was not made")
  return made.id
}

/**
 * A report over yesterday and today, as the job makes it. Stories let minutes pass at the service, so its
 * today may have begun.
 */
export async function makeReport({
  container,
  merchant,
}: StoreUnderTest): Promise<OnchainReportResponse["report"]> {
  const now = Date.now() + STORY_MS
  const days = { from: dayOf(new Date(now - 2 * DAY_MS)), to: dayOf(new Date(now)) }
  const clock = jest.spyOn(container.resolve("onchain"), "clock").mockReturnValue(now)
  const { report: asked } = await merchant
    .post<OnchainReportResponse>("/admin/onchain/reports", days)
    .finally(() => clock.mockRestore())
  return eventually(async () => {
    await runReports(container)
    const path = `/admin/onchain/reports/${asked.id}`
    const { report: made } = await merchant.get<OnchainReportResponse>(path)
    expect(made.state).toBe("done")
    return made
  })
}

/**
 * Waits for what the sandbox is sending, and runs the job of the inbox, without the pauses between attempts,
 * until every delivery is settled.
 */
export async function retryDeliveries({ sandbox, container, db, quiet }: StoreUnderTest): Promise<void> {
  await sandbox.flush()
  const waiting = () => db("onchain_webhook_delivery").whereIn("state", ["received", "processing"])
  await eventually(async () => {
    await waiting().where({ state: "received" }).update({ next_attempt_at: db.fn.now() })
    await (await installed("inbox/workers/process-inbox")).processInbox(container)
    expect(await waiting().pluck("last_error")).toEqual([])
  })
  await quiet()
}
