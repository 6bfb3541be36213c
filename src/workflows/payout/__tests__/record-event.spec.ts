import { createMedusaContainer } from "@medusajs/framework/utils"
import type { WithdrawalUpdate } from "../../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import { recordWithdrawal } from "../follow-withdrawal"
import { lostRow } from "./lost-row"

test.each<[status: string, state: WithdrawalRow["state"], mismatches: unknown[]]>([
  ["queued", "completed", []],
  ["broadcast", "completed", []],
  ["completed", "completed", []],
  ["failed", "completed", [expect.stringContaining("now calls it failed")]],
  ["completed", "failed", [expect.stringContaining("calls it completed after all")]],
])("an event that says %s of one that is %s is stored with %j", async (status, state, mismatches) => {
  const updates: WithdrawalUpdate[] = []
  const recordCanonical = async (row: WithdrawalRow, update: WithdrawalUpdate) => {
    updates.push(update)
    return row
  }
  const withdrawals = { answers: { recordCanonical }, store: { now: async () => new Date() } }
  const container = createMedusaContainer()
  const onchain = { payouts: { withdrawals }, counters: { add: () => undefined } }
  container.register("onchain", { resolve: () => onchain })
  const row = lostRow({ state, gateway_withdrawal_id: "wd_1", revision: 1 })
  const { chain, network_id: networkId, token } = row
  await recordWithdrawal(container, row, { id: "wd_1", status, chain, networkId, token }, { source: "event" })
  expect(updates.map(({ mismatch }) => mismatch)).toEqual(mismatches)
})
