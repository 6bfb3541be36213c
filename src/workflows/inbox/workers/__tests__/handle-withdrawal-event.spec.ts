import { createMedusaContainer } from "@medusajs/framework/utils"
import { GatewayError } from "../../../../gateway/client/errors"
import { handleWithdrawalEvent } from "../process-inbox"

/** A store of which the service shows no withdrawal. @param known the service's identifiers of its own */
function containerWith(known: readonly string[]) {
  const container = createMedusaContainer()
  const onchain = {
    gateway: {
      hasWithdrawalReads: true,
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
        store: {
          now: async () => new Date(0),
          findByGatewayId: async (id: string) => (known.includes(id) ? { id: "ocwd_1" } : undefined),
        },
      },
    },
  }
  container.register("onchain", { resolve: () => onchain })
  return container
}
const delivery = {
  id: "ocdel_1",
  event: "withdrawal.completed",
  resource_id: "wd_1",
  raw_body: "{}",
  attempts: 4,
}

test("one that the service does not show, and that is unknown here, is ignored", async () => {
  expect(await handleWithdrawalEvent(containerWith([]), delivery)).toEqual({
    state: "ignored",
    note: "not a withdrawal of this store, as far as the gateway reports",
  })
})

test("one of this store is not mistaken for another's: it is retried, and its failure reported", async () => {
  await expect(handleWithdrawalEvent(containerWith(["wd_1"]), delivery)).rejects.toThrow("NOT_FOUND")
})
