import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { parseAssumptions } from "../../../../gateway/assumptions"
import type { UnreadableField } from "../../../../gateway/contract"
import { failedCall } from "../../../../modules/onchain/work/__tests__/failed-call"
import { handleDelivery, processDelivery } from "../process-inbox"

/** A store whose withdrawals the service does not show. @param known the service's identifiers of its own */
function containerWith(known: readonly string[], reported: UnreadableField[] = []) {
  const container = createMedusaContainer()
  const onchain = {
    options: { assumptions: parseAssumptions() },
    onUnreadable: (field: UnreadableField) => reported.push(field),
    inbox: { fail: async () => "received" },
    counters: { add: () => undefined },
    gateway: {
      hasWithdrawalReads: true,
      getWithdrawal: async () => {
        throw failedCall("getWithdrawal", { code: "NOT_FOUND", status: 404 })
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
  expect(await handleDelivery(containerWith([]), delivery)).toEqual({
    state: "ignored",
    note: "not a withdrawal of this store, as far as the gateway reports",
  })
})

test("one that nothing confirms yet is logged once, at debug", async () => {
  const logger = { warn: jest.fn(), debug: jest.fn() }
  const container = containerWith([])
  container.register(ContainerRegistrationKeys.LOGGER, asValue(logger))
  for (const attempts of [1, 2, 3]) await processDelivery(container, { ...delivery, attempts })
  expect(logger.warn).not.toHaveBeenCalled()
  expect(logger.debug).toHaveBeenCalledTimes(1)
})

test("one of this store is not mistaken for another's: it is retried, and its failure reported", async () => {
  await expect(handleDelivery(containerWith(["wd_1"]), delivery)).rejects.toThrow("NOT_FOUND")
})

describe("an event that the settings hide", () => {
  const about = (data: object) => JSON.stringify({ event: "any", data })

  test("of another name, about a withdrawal of this store, is reported with the setting of event names", async () => {
    const reported: UnreadableField[] = []
    const event = {
      ...delivery,
      event: "transfer.done",
      raw_body: about({ withdrawal: { withdrawalId: "wd_1" } }),
    }
    expect(await handleDelivery(containerWith(["wd_1"], reported), event)).toMatchObject({ state: "ignored" })
    const setting = "assumptions.events.withdrawalPrefixes"
    expect(reported).toEqual([{ resource: "event", field: "name", setting, word: "transfer.done" }])
  })

  test("about anything else is ignored in silence: the service has events that no store needs", async () => {
    const reported: UnreadableField[] = []
    const event = { ...delivery, event: "billing.renewed", raw_body: about({ id: "bill_1" }) }
    expect(await handleDelivery(containerWith(["wd_1"], reported), event)).toMatchObject({ state: "ignored" })
    expect(reported).toEqual([])
  })

  test.each([
    ["invoice.paid", "assumptions.events.envelopes.invoice or assumptions.ids.invoice"],
    ["withdrawal.completed", "assumptions.events.envelopes.withdrawal or assumptions.ids.withdrawal"],
  ])("%s without a subject is reported with %s", async (name, setting) => {
    const reported: UnreadableField[] = []
    const event = { ...delivery, event: name, resource_id: null, raw_body: about({ other: {} }) }
    expect(await handleDelivery(containerWith([], reported), event)).toMatchObject({ state: "ignored" })
    expect(reported).toEqual([expect.objectContaining({ resource: "event", setting })])
  })
})
