import { GatewayError, type Failure } from "../../src/gateway/client/errors"
import type { Invoice } from "../../src/gateway/contract"
import { describeOnchainModule } from "./onchain-module"
import { setUpOpening } from "./payment-opening"
import { EVM_ADDRESS, invoice } from "./payment-rows"

const failure = (change: Partial<Failure> = {}): GatewayError =>
  new GatewayError("createInvoice", {
    code: "VALIDATION_ERROR",
    explanation: "refused by the provider",
    outcome: "not_applied",
    isRetryable: false,
    status: 400,
    requestId: "req_1",
    ...change,
  })
const timeout = failure({ code: "TIMEOUT", outcome: "unknown", isRetryable: true, status: undefined })
const unavailable = {
  type: "not_allowed",
  message: "This way of paying is not available right now. Choose another one.",
}

describeOnchainModule(({ knex }) => {
  test("a refusal ends the payment, and the gateway's message stays internal", async () => {
    const { open, row, calls } = setUpOpening(knex, () => Promise.reject(failure()))
    await expect(open()).rejects.toMatchObject({ ...unavailable, code: "rail_unavailable" })
    expect(await row()).toMatchObject({ state: "failed", gateway_invoice_id: null, deposit_address: null })
    expect((await row())?.last_error).toContain("req_1")
    await expect(open()).rejects.toMatchObject(unavailable)
    expect(calls).toHaveLength(1)
  })

  test("an uncertain outcome leaves it opening, and a repetition requests the same invoice", async () => {
    let attempts = 0
    const { open, row, calls } = setUpOpening(knex, (body) =>
      ++attempts < 3 ? Promise.reject(timeout) : Promise.resolve(invoice(body))
    )
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(open()).rejects.toMatchObject({
        type: "not_allowed",
        message: "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
      })
      expect(await row()).toMatchObject({ state: "opening", gateway_invoice_id: null, deposit_address: null })
      expect((await row())?.last_error).toContain("TIMEOUT")
    }
    expect(await open()).toMatchObject({ state: "awaiting", last_error: null })
    expect(new Set(calls.map(({ key, body }) => `${key} ${JSON.stringify(body)}`)).size).toBe(1)
  })

  test("a repetition requests the amount that was quoted first, whatever is requested now", async () => {
    let attempts = 0
    const { open, calls } = setUpOpening(knex, (body) =>
      ++attempts === 1 ? Promise.reject(timeout) : Promise.resolve(invoice(body))
    )
    await expect(open()).rejects.toThrow()
    expect(await open({ fiatAmount: "99" })).toMatchObject({ expected_amount: "12.5", fiat_amount: "12.50" })
    expect(calls.map(({ body }) => body.amount)).toEqual(["12.5", "12.5"])
  })

  test("an error that is not the gateway's is passed on, and settles nothing", async () => {
    const { open, row } = setUpOpening(knex, () => Promise.reject(new Error("connection terminated")))
    await expect(open()).rejects.toThrow("connection terminated")
    expect(await row()).toMatchObject({ state: "opening", last_error: "connection terminated" })
  })

  test.each<[string, Partial<Invoice>]>([
    ["another chain", { chain: "sol" }],
    ["another network", { networkId: "eth-mainnet" }],
    ["another token", { token: "USDT" }],
    ["another amount", { amount: "13" }],
  ])("an invoice for %s fails the payment, and its address is never shown", async (_, change) => {
    const { open, row } = setUpOpening(knex, (body) => Promise.resolve(invoice({ ...body, ...change })))
    await expect(open()).rejects.toMatchObject(unavailable)
    expect(await row()).toMatchObject({ state: "failed", deposit_address: null, gateway_invoice_id: null })
  })

  test("an invoice that already belongs to another session is never bound to a second one", async () => {
    const { open, store } = setUpOpening(knex)
    await open()
    await expect(open({ sessionId: "payses_2" })).rejects.toThrow()
    expect(await store.find({ session_id: "payses_2" })).toMatchObject({
      gateway_invoice_id: null,
      deposit_address: null,
    })
  })

  test("a refusal of one while its twin succeeds does not end their payment", async () => {
    let calls = 0
    let answer = () => {}
    const isRefused = new Promise<void>((resolve) => (answer = resolve))
    const { open, row } = setUpOpening(knex, async (body) => {
      if (++calls === 1) {
        await isRefused
        return invoice(body)
      }
      throw failure({ code: "IDEMPOTENCY_REQUEST_IN_PROGRESS", outcome: "unknown", status: 409 })
    })
    // The refusal is stored before the other answer arrives.
    const twins = [open(), open()].map((opening) => opening.finally(answer))
    const results = await Promise.allSettled(twins)
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await row()).toMatchObject({ state: "awaiting", deposit_address: EVM_ADDRESS })
  })
})
