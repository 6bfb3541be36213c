import { createMedusaContainer } from "@medusajs/framework/utils"
import { parseAssumptions } from "../../../gateway/assumptions"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import { postponeUnconfirmed } from "../withdrawal-outcome"
import { lostRow } from "./lost-row"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse("2026-01-02T12:00:00Z")

/** When a row that nothing confirms is polled again, and its reason. */
async function postponed(change: Partial<WithdrawalRow>, inStateMs: number) {
  const plans: [number | null, string | null][] = []
  const container = createMedusaContainer()
  const checks = {
    postpone: async (_: WithdrawalRow, pauseMs: number | null, reason: string | null) => {
      plans.push([pauseMs, reason])
    },
  }
  const onchain = {
    clock: () => NOW,
    options: { assumptions: parseAssumptions({}) },
    payouts: { withdrawals: { checks } },
  }
  container.register("onchain", { resolve: () => onchain })
  await postponeUnconfirmed(container, lostRow({ state_at: new Date(NOW - inStateMs), ...change }))
  return plans
}

test("a withdrawal that is sent is polled again, and says what it waits for", async () => {
  const [[pauseMs, reason] = []] = await postponed({ state: "sent", gateway_status: "queued" }, MINUTE)
  expect(pauseMs).toBe(MINUTE / 2)
  expect(reason).toContain("none of its transactions names this one yet")
})

test.each<[string, WithdrawalRow["state"], number, number | null]>([
  ["completed just now", "completed", 0, HOUR],
  ["completed an hour ago", "completed", HOUR, null],
  ["failed two hours ago", "failed", 2 * HOUR, 22 * HOUR],
])("one that was %s is polled as seldom as any other, and keeps its words", async (_, state, ms, pauseMs) => {
  expect(await postponed({ state, last_error: "Ended manually." }, ms)).toEqual([
    [pauseMs, "Ended manually."],
  ])
})
