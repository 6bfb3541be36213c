import { createMedusaContainer } from "@medusajs/framework/utils"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { GatewayError } from "../../../../gateway/client/errors"
import { lostRow } from "../../../payout/__tests__/lost-row"
import { handleWithdrawalEvent } from "../process-inbox"

/** No list is read: these services name no withdrawal in it. */
jest.mock("../../../finance/workers/transaction-sync", () => ({
  transactionSyncOf: () => ({ readQuick: async () => ({ hasRun: true, isComplete: true }) }),
}))

/**
 * A store of which the service shows no withdrawal.
 *
 * @param known the service's identifiers of its own
 * @param service whether it has a call that shows one, and whether its events are trusted without one
 */
function containerWith(known: readonly string[], service = { hasWithdrawalReads: true, isTrusted: false }) {
  const container = createMedusaContainer()
  const stored: unknown[] = []
  const row = lostRow({ state: "sent", gateway_withdrawal_id: "wd_1" })
  const onchain = {
    options: { assumptions: parseAssumptions({ events: { trustWithdrawals: service.isTrusted } }) },
    counters: { add: () => undefined },
    gateway: {
      hasWithdrawalReads: service.hasWithdrawalReads,
      getWithdrawal: async () => {
        throw new GatewayError("getWithdrawal", {
          code: "NOT_FOUND",
          explanation: "there is none",
          outcome: "not_applied",
          isRetryable: false,
          status: 404,
        })
      },
    },
    payouts: {
      withdrawals: {
        evidence: { paidOut: async () => null },
        store: {
          now: async () => new Date(0),
          findByGatewayId: async (id: string) => (known.includes(id) ? row : undefined),
        },
        answers: {
          recordCanonical: async (
            _: unknown,
            { change, source }: { change: { to: string }; source: string }
          ) => {
            stored.push([change.to, source])
            return row
          },
        },
      },
    },
  }
  container.register("onchain", { resolve: () => onchain })
  return { container, stored }
}
const { chain, network_id: networkId, token } = lostRow()
const delivery = {
  id: "ocdel_1",
  event: "withdrawal.completed",
  resource_id: "wd_1",
  raw_body: JSON.stringify({
    event: "withdrawal.completed",
    data: { withdrawal: { id: "wd_1", status: "completed", chain, networkId, token } },
  }),
  attempts: 4,
}
const unknown = { state: "ignored", note: "not a withdrawal of this store, as far as the gateway reports" }

test("one that the service does not show, and that is unknown here, is ignored", async () => {
  expect(await handleWithdrawalEvent(containerWith([]).container, delivery)).toEqual(unknown)
})

test("one of this store is not mistaken for another's: it is retried, and its failure reported", async () => {
  await expect(handleWithdrawalEvent(containerWith(["wd_1"]).container, delivery)).rejects.toThrow(
    "NOT_FOUND"
  )
})

describe("where the service has no call that shows a withdrawal", () => {
  const untrusted = { hasWithdrawalReads: false, isTrusted: false }
  const trusted = { hasWithdrawalReads: false, isTrusted: true }

  test("one that is unknown here is retried before it is ignored: our call may not be answered yet", async () => {
    const { container } = containerWith([], untrusted)
    await expect(handleWithdrawalEvent(container, { ...delivery, attempts: 3 })).rejects.toThrow("is wd_1")
    expect(await handleWithdrawalEvent(container, delivery)).toEqual(unknown)
  })

  test("an event that nothing confirms changes nothing", async () => {
    const { container, stored } = containerWith(["wd_1"], untrusted)
    expect(await handleWithdrawalEvent(container, delivery)).toMatchObject({
      state: "processed",
      note: expect.stringContaining("the withdrawal waits"),
    })
    expect(stored).toEqual([])
  })

  test("a trusted one ends it, after the attempts in which a transaction might have", async () => {
    const { container, stored } = containerWith(["wd_1"], trusted)
    await expect(handleWithdrawalEvent(container, { ...delivery, attempts: 3 })).rejects.toThrow("confirms")
    expect(stored).toEqual([])
    expect(await handleWithdrawalEvent(container, delivery)).toMatchObject({ state: "processed" })
    expect(stored).toEqual([["completed", "event"]])
  })
})
