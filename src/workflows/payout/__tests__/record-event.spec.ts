import { createMedusaContainer } from "@medusajs/framework/utils"
import type { WithdrawalRow, WithdrawalStore } from "../../../modules/onchain/payout/withdrawal-store"
import { recordWithdrawal } from "../follow-withdrawal"
import { lostRow } from "./lost-row"

test.each<[status: string, state: WithdrawalRow["state"], mismatches: unknown[]]>([
  ["queued", "completed", []],
  ["broadcast", "completed", []],
  ["completed", "completed", []],
  ["failed", "completed", [expect.stringContaining("now calls it failed")]],
  ["completed", "failed", [expect.stringContaining("calls it completed after all")]],
])("an event that says %s of one that is %s is stored with %j", async (status, state, mismatches) => {
  const row = lostRow({ state, gateway_withdrawal_id: "wd_1", revision: 1 })
  const stored: unknown[] = []
  const store: Pick<WithdrawalStore, "changed" | "findOther"> = {
    changed: async (_, decide) => {
      const change = await decide(row, new Date(), {} as Parameters<typeof decide>[2])
      if (change) stored.push(change.set?.mismatch ?? null)
      return row
    },
    findOther: async () => undefined,
  }
  const container = createMedusaContainer()
  const onchain = { payouts: { withdrawals: { store } } }
  container.register("onchain", { resolve: () => onchain })
  const { chain, network_id: networkId, token } = row
  await recordWithdrawal(container, row, { id: "wd_1", status, chain, networkId, token }, { source: "event" })
  expect(stored).toEqual(mismatches)
})
