import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import type { Invoice } from "../../src/gateway/contract"
import { selectPayments } from "../../src/modules/onchain/payment/payment-row"
import { setUpOpening } from "./openings"
import { together, describeTables } from "./onchain-module"
import { EVM_ADDRESS, invoice } from "./rows"

const refusal = failedCall("createInvoice", { code: "VALIDATION_ERROR", status: 400, requestId: "req_1" })
const timeout = failedCall("createInvoice", { code: "TIMEOUT", outcome: "unknown", isRetryable: true })
const unavailable = {
  type: "not_allowed",
  message: "This way of paying is not available right now. Choose another one.",
}

describeTables(({ knex }) => {
  test("an opened payment awaits the quoted amount, at the address of its invoice", async () => {
    const expiresAt = "2026-01-02T03:04:05.000Z"
    const { open, calls } = setUpOpening(knex, (body) => Promise.resolve(invoice({ ...body, expiresAt })))
    const payment = await open()
    expect(payment).toMatchObject({
      ...{
        session_id: "payses_1",
        state: "awaiting",
        gateway_invoice_id: "inv_1",
        gateway_status: "pending",
      },
      ...{
        expected_amount: "12.5",
        fiat_amount: "12.50",
        currency_code: "usd",
        rate: "1",
        rate_source: "fixed",
      },
      ...{ deposit_address: EVM_ADDRESS, memo: null, expires_at: new Date(expiresAt) },
      contract_address: "0xcontract",
    })
    const asset = { token: "USDC", chain: "evm", networkId: "base-mainnet" }
    const body = { ...asset, amount: "12.5", metadata: { payment_session_id: "payses_1" } }
    expect(calls).toEqual([{ key: payment.idempotency_key, body }])
    expect(payment.idempotency_key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  describe("an invoice of an account holder", () => {
    const failed = () =>
      Promise.reject(failedCall("createCustomer", { status: 503, outcome: "unknown", isRetryable: true }))
    const signedIn = { customerId: "cus_1" }
    const byInvoice = { collection: "invoice" } as const

    test("names the customer, and a repetition sends the same under the same key", async () => {
      let answers = 0
      const { open, calls, onchain } = setUpOpening(
        knex,
        (body) => (++answers === 1 ? Promise.reject(timeout) : Promise.resolve(invoice(body))),
        { createCustomer: () => Promise.resolve({ id: "gw_1" }) },
        byInvoice
      )
      await expect(open(signedIn)).rejects.toThrow()
      expect(await onchain.customers.find({ customer_id: "cus_1" })).toMatchObject({
        gateway_customer_id: "gw_1",
      })
      const payment = await open(signedIn)
      expect(payment).toMatchObject({ state: "awaiting", customer_id: "cus_1" })
      expect(payment.idempotency_key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(calls[0]?.body).toMatchObject({ customerId: "gw_1", amount: "12.5" })
      expect(calls).toEqual([calls[0], calls[0]])
    })

    test("names none where the customer cannot be created, not even when they can be later", async () => {
      let answers = 0
      let isDown = true
      const { open, calls } = setUpOpening(
        knex,
        (body) => (++answers === 1 ? Promise.reject(timeout) : Promise.resolve(invoice(body))),
        { createCustomer: () => (isDown ? failed() : Promise.resolve({ id: "gw_1" })) },
        byInvoice
      )
      await expect(open(signedIn)).rejects.toThrow()
      isDown = false
      expect(await open(signedIn)).toMatchObject({ state: "awaiting" })
      expect(calls[0]?.body).not.toHaveProperty("customerId")
      expect(calls).toEqual([calls[0], calls[0]])
    })

    test("does not wait for a slow answer, which later changes nothing of what a repetition sends", async () => {
      let answers = 0
      let give: (customer: { id: string }) => void = () => undefined
      const created = new Promise<{ id: string }>((resolve) => (give = resolve))
      const createCustomer = () => created
      const { open, calls, onchain } = setUpOpening(
        knex,
        (body) =>
          ++answers === 1
            ? Promise.reject(timeout)
            : Promise.resolve(invoice({ ...body, id: `inv_${answers}` })),
        { createCustomer },
        byInvoice
      )
      await expect(open(signedIn)).rejects.toThrow()
      give({ id: "gw_1" })
      expect(await onchain.customers.ensure("cus_1")).toBe("gw_1")
      expect(await open(signedIn)).toMatchObject({ state: "awaiting", customer_id: "cus_1" })
      expect(calls[0]?.body).not.toHaveProperty("customerId")
      expect(calls).toEqual([calls[0], calls[0]])
      // The next attempt has it.
      await open({ ...signedIn, sessionId: "payses_2" })
      expect(calls[2]?.body).toMatchObject({ customerId: "gw_1" })
    })

    test.each(["invoice", "auto"] as const)(
      "of a duplicate is opened without another call for the customer (%s)",
      async (collection) => {
        let asked = 0
        const createCustomer = () => {
          asked++
          return Promise.reject(
            failedCall("createCustomer", { code: "DUPLICATE_REQUEST", status: 409, outcome: "unknown" })
          )
        }
        let opened = 0
        const { open, calls } = setUpOpening(
          knex,
          (body) => Promise.resolve(invoice({ ...body, id: `inv_${++opened}` })),
          { createCustomer },
          { collection }
        )
        for (const sessionId of ["payses_1", "payses_2", "payses_3"])
          expect(await open({ ...signedIn, sessionId })).toMatchObject({ kind: "invoice", state: "awaiting" })
        expect(asked).toBe(1)
        for (const { body } of calls) expect(body).not.toHaveProperty("customerId")
      }
    )

    test("of a guest names none", async () => {
      const { open, calls } = setUpOpening(knex, undefined, { createCustomer: failed }, byInvoice)
      await open()
      expect(calls[0]?.body).not.toHaveProperty("customerId")
    })
  })

  test("the row and its key are on disk before the gateway is called", async () => {
    const { open, calls } = setUpOpening(knex, async (body, { idempotencyKey: idempotency_key }) => {
      const seen = await selectPayments(knex).select("state", "idempotency_key", "expected_amount")
      expect(seen).toEqual([{ state: "opening", idempotency_key, expected_amount: body.amount }])
      return invoice(body)
    })
    await open()
    expect(calls).toHaveLength(1)
  })

  test("the same session at once uses one row and one key, and all see the same payment", async () => {
    const { open, calls } = setUpOpening(knex)
    const payments = await together(5, () => open())
    expect(new Set(calls.map(({ key, body }) => key + JSON.stringify(body))).size).toBe(1)
    const seen = payments.map(({ id, state, deposit_address }) => `${id} ${state} ${deposit_address}`)
    expect(new Set(seen).size).toBe(1)
    expect(await knex("onchain_payment").count()).toEqual([{ count: "1" }])
  })

  test("the invoice and the payer's details are one write, so that no crash leaves half of it", async () => {
    await knex.raw(
      "ALTER TABLE onchain_attempt ADD CONSTRAINT whole CHECK (gateway_invoice_id IS NULL OR deposit_address IS NOT NULL)"
    )
    try {
      const { open } = setUpOpening(knex)
      expect(await open()).toMatchObject({ gateway_invoice_id: "inv_1", deposit_address: EVM_ADDRESS })
    } finally {
      await knex.raw("ALTER TABLE onchain_attempt DROP CONSTRAINT whole")
    }
  })

  test("with a rail that is not offered no row is written and nothing is sent", async () => {
    const { open, calls } = setUpOpening(knex)
    await expect(open({ railId: "evm:base-mainnet:DOGE" })).rejects.toMatchObject({ type: "invalid_data" })
    expect(calls).toEqual([])
    expect(await knex("onchain_payment").count()).toEqual([{ count: "0" }])
  })

  test("a refusal ends the payment, and the gateway's message stays internal", async () => {
    const { open, row, calls } = setUpOpening(knex, () => Promise.reject(refusal))
    await expect(open()).rejects.toMatchObject({ ...unavailable, code: "rail_unavailable" })
    expect(await row()).toMatchObject({
      ...{ state: "failed", gateway_invoice_id: null, deposit_address: null },
      last_error: expect.stringContaining("req_1"),
    })
    await expect(open()).rejects.toMatchObject(unavailable)
    expect(calls).toHaveLength(1)
  })

  test("an uncertain outcome leaves it opening, and a repetition requests the same invoice, whatever is requested now", async () => {
    let attempts = 0
    const { open, row, calls } = setUpOpening(knex, (body) =>
      ++attempts < 3 ? Promise.reject(timeout) : Promise.resolve(invoice(body))
    )
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(open()).rejects.toMatchObject({ type: "not_allowed", code: "payments_unreachable" })
      expect(await row()).toMatchObject({
        ...{ state: "opening", gateway_invoice_id: null, deposit_address: null },
        last_error: expect.stringContaining("TIMEOUT"),
      })
    }
    const quoted = { expected_amount: "12.5", fiat_amount: "12.50" }
    expect(await open({ fiatAmount: "99" })).toMatchObject({ ...quoted, state: "awaiting", last_error: null })
    expect(new Set(calls.map(({ key, body }) => key + JSON.stringify(body))).size).toBe(1)
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
    const second = await store.find({ session_id: "payses_2" })
    expect(second).toMatchObject({ gateway_invoice_id: null, deposit_address: null })
  })

  test("a refusal of one while its twin succeeds does not end their payment", async () => {
    let calls = 0
    let answer = () => {}
    const isRefused = new Promise<void>((resolve) => (answer = resolve))
    const { open, row } = setUpOpening(knex, async (body) => {
      if (++calls > 1)
        throw failedCall("createInvoice", {
          code: "IDEMPOTENCY_REQUEST_IN_PROGRESS",
          outcome: "unknown",
          status: 409,
        })
      await isRefused
      return invoice(body)
    })
    // The refusal is stored before the other answer arrives.
    const twins = [open(), open()].map((opening) => opening.finally(answer))
    const results = await Promise.allSettled(twins)
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await row()).toMatchObject({ state: "awaiting", deposit_address: EVM_ADDRESS })
  })
})
