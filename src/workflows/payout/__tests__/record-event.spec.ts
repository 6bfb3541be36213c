import { createMedusaContainer } from "@medusajs/framework/utils"
import type { WithdrawalUpdate } from "../../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import { recordWithdrawal } from "../follow-withdrawal"
import { lostRow } from "./lost-row"

const rowIn = (state: WithdrawalRow["state"]) =>
  lostRow({ state, gateway_withdrawal_id: "wd_1", revision: 1 })

/**
 * What an event about a withdrawal would store.
 *
 * @param meanwhile state that another delivery gives the row at the same moment
 */
async function recorded(status: string, state: WithdrawalRow["state"], meanwhile?: WithdrawalRow["state"]) {
  const container = createMedusaContainer()
  const updates: WithdrawalUpdate[] = []
  const answers = {
    recordCanonical: async (row: WithdrawalRow, update: WithdrawalUpdate) => {
      if (meanwhile !== undefined && row.state !== meanwhile) return undefined
      updates.push(update)
      return row
    },
  }
  const now = async () => new Date("2026-01-02T10:00:00Z")
  const store = { mustFind: async () => rowIn(meanwhile ?? state), now }
  const onchain = { payouts: { withdrawals: { answers, store } }, counters: { add: () => undefined } }
  container.register("onchain", { resolve: () => onchain })
  const { chain, network_id: networkId, token } = lostRow()
  const withdrawal = { id: "wd_1", status, chain, networkId, token }
  await recordWithdrawal(container, rowIn(state), withdrawal, { source: "event" })
  return updates.map(({ change, mismatch }) => ({ to: change.to, mismatch }))
}

test.each(["queued", "broadcast", "completed"])(
  "an event that says %s counts while it is sent",
  async (status) => {
    const to = status === "completed" ? "completed" : "sent"
    expect(await recorded(status, "sent")).toEqual([{ to, mismatch: null }])
  }
)

test.each(["queued", "broadcast", "completed"])(
  "an event that says %s says nothing new after its completion",
  async (status) => {
    expect(await recorded(status, "completed")).toEqual([])
  }
)

test("an older event that meets the completion contradicts nothing", async () => {
  expect(await recorded("broadcast", "sent", "completed")).toEqual([])
})

test("another end than the stored one is shown to a person", async () => {
  expect(await recorded("failed", "completed")).toEqual([
    { to: "completed", mismatch: expect.stringContaining("now calls it failed") },
  ])
  expect(await recorded("completed", "failed")).toEqual([
    { to: "completed", mismatch: expect.stringContaining("calls it completed after all") },
  ])
})
