import { GatewayError } from "../../src/gateway/client/errors"
import { createGatewayClient } from "../../src/gateway/client/gateway-client"
import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { describeCreations, watchCreations } from "../../src/modules/onchain/health/creation-watch"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { eventually } from "../http/support/eventually"
import { describeOnchainModule } from "./onchain-module"
import { invoice } from "./payment-rows"

const call = { idempotencyKey: "invoice_1" }
const request = { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "12.5" }
const refused = new GatewayError("createInvoice", {
  code: "SERVICE_UNAVAILABLE",
  explanation: "refused by the service",
  outcome: "unknown",
  isRetryable: true,
})

describeOnchainModule(({ knex }) => {
  const board = new SharedStatus(knex, (error) => {
    throw error
  })
  afterAll(() => board.close())

  /** A service that answers reads, and creates as scripted. */
  const client = (createInvoice: () => Promise<ReturnType<typeof invoice>>) =>
    watchCreations({ ...createGatewayClient(validInput), createInvoice }, board)
  const fail = async (times: number) => {
    const gateway = client(() => Promise.reject(refused))
    for (let n = 0; n < times; n++) await expect(gateway.createInvoice(request, call)).rejects.toBe(refused)
  }

  test("28 failed invoices in a row are an error, and the next success ends it", async () => {
    await fail(28)
    await eventually(async () =>
      expect(await board.failedCreations()).toEqual([
        { creation: "createInvoice", count: 28, code: "SERVICE_UNAVAILABLE", at: expect.any(Date) },
      ])
    )
    expect(describeCreations(await board.failedCreations())).toEqual({
      status: "error",
      message: expect.stringContaining("createInvoice failed 28 times since it last worked"),
    })
    const made = invoice()
    expect(await client(() => Promise.resolve(made)).createInvoice(request, call)).toBe(made)
    await eventually(async () => expect(await board.failedCreations()).toEqual([]))
    expect(describeCreations(await board.failedCreations())).toBeNull()
  })

  test("a few failures are no finding, and some more a warning", () => {
    const failed = (count: number) => [
      { creation: "createIntent" as const, count, code: "VALIDATION_ERROR", at: new Date() },
    ]
    expect([1, 2].map((count) => describeCreations(failed(count)))).toEqual([null, null])
    expect([3, 9, 10].map((count) => describeCreations(failed(count))?.status)).toEqual([
      "warning",
      "warning",
      "error",
    ])
  })

  test("failures of the day before do not count", async () => {
    await fail(5)
    await eventually(async () => expect(await board.failedCreations()).toHaveLength(1))
    await knex("onchain_signal").update({ seen_at: knex.raw("now() - interval '25 hours'") })
    expect(await board.failedCreations()).toEqual([])
  })
})
