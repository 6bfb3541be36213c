import type { AxiosError } from "axios"
import type { OnchainDepositAction } from "../../src/types/http"
import { hireAdmin } from "../http/support/clerk"
import type { DepositApi } from "../http/support/deposits"
import {
  awaitDeposit,
  becomeFinal,
  effectsOf,
  historyOf,
  sendFor,
  transferFor,
} from "../http/support/deposits"
import { USDC_ON_BASE } from "../http/support/purchase"
import { storeSuite } from "../http/support/store-suite"
import { RACES } from "./runs"

const ROUNDS = RACES * 5
const EMAILS = { ada: "merchant@example.com", grace: "grace@example.com" }
const PAIRS: [ada: OnchainDepositAction, grace: OnchainDepositAction][] = [
  ["assign", "accept"],
  ["accept", "refund"],
  ["refund", "assign"],
  ["accept", "assign"],
  ["refund", "accept"],
]
const DONE = { assign: "assigned it", accept: "accepted it", refund: "started to refund it" }
const STATE = { assign: "assigned", accept: "accepted", refund: "refund_pending" }

storeSuite("two operators", {}, (store) => {
  it(`resolve a deposit at once with different actions, ${ROUNDS} times: one wins, and the other sees who did what`, async () => {
    const ada = store.merchant.deposits
    const grace = (await hireAdmin(store, "grace")).deposits
    // Deposits that arrived after their order was paid, so that no order waits for them.
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const ids: string[] = []
    for (let n = 0; n < ROUNDS; n++) ids.push(await transferFor(store, payment))
    await becomeFinal(store)
    const wins = { ada: 0, grace: 0 }
    for (const [round, id] of ids.entries()) {
      // What the previous round assigned pays its order by a webhook, and is no candidate then.
      await store.quiet()
      let deposit = await ada.view(id)
      if (deposit.candidates.length === 0) {
        await customer.choose(await customer.fillCart(), USDC_ON_BASE)
        deposit = await ada.view(id)
      }
      const [chosen] = PAIRS.slice(round % PAIRS.length)
      if (!chosen) throw new Error("nothing is chosen")
      const intent_id = deposit.candidates[0]?.intent_id
      const act = (api: DepositApi, action: OnchainDepositAction) => () =>
        api.act(id, action, action === "assign" ? { intent_id } : {})
      const calls = [act(ada, chosen[0]), act(grace, chosen[1])]
      const [first, second] = round % 2 === 0 ? calls : calls.reverse()
      const results = await Promise.allSettled([first?.(), second?.()])

      const refusals = results.flatMap((result) =>
        result.status === "rejected" ? [(result.reason as AxiosError<{ message: string }>).response] : []
      )
      expect(refusals.map((response) => response?.status)).toEqual([409])
      const resolved = await ada.view(id)
      const action = resolved.action?.name ?? "accept"
      const winner = chosen[0] === action ? "ada" : "grace"
      wins[winner]++
      const who = EMAILS[winner]
      expect(resolved).toMatchObject({ state: STATE[action], action: { name: action, by: who } })
      expect(refusals[0]?.data.message).toMatch(
        new RegExp(`^${who} (${DONE[action]}|chose to ${action} it) on \\d{4}-\\d\\d-\\d\\d at `)
      )
      const history = [`deposit.${action}_requested by ${who}`, `deposit.${STATE[action]} by ${who}`]
      expect(historyOf(resolved)).toEqual(history)
    }
    expect(await effectsOf(store)).toBe(ROUNDS)
    expect(wins.ada).toBeGreaterThan(0)
    expect(wins.grace).toBeGreaterThan(0)
  }, 400_000)
})
