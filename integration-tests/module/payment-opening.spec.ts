import { selectPayments } from "../../src/modules/onchain/payment/payment-row"
import { describeOnchainModule } from "./onchain-module"
import { setUpOpening, stellarRail, usdcId } from "./payment-opening"
import { EVM_ADDRESS, invoice } from "./payment-rows"

const expiresAt = "2026-01-02T03:04:05.000Z"

describeOnchainModule(({ knex }) => {
  test("an opened payment awaits the quoted amount, at the address of its invoice", async () => {
    const { open, calls } = setUpOpening(knex, (body) => Promise.resolve(invoice({ ...body, expiresAt })))
    const payment = await open()
    expect(payment).toMatchObject({
      session_id: "payses_1",
      state: "awaiting",
      gateway_invoice_id: "inv_1",
      gateway_status: "pending",
      expected_amount: "12.5",
      fiat_amount: "12.50",
      currency_code: "usd",
      rate: "1",
      rate_source: "fixed",
      deposit_address: EVM_ADDRESS,
      memo: null,
      expires_at: new Date(expiresAt),
      network_name: "Base",
      contract_address: "0xcontract",
    })
    expect(calls).toEqual([
      {
        key: payment.idempotency_key,
        body: {
          amount: "12.5",
          token: "USDC",
          chain: "evm",
          networkId: "base-mainnet",
          metadata: { payment_session_id: "payses_1" },
        },
      },
    ])
    expect(payment.idempotency_key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  test("the row and its key are on disk before the gateway is called", async () => {
    const seen: unknown[] = []
    const { open } = setUpOpening(knex, async (body, call) => {
      seen.push(
        await selectPayments(knex).select("session_id", "state", "idempotency_key", "expected_amount")
      )
      expect(seen).toEqual([
        [
          {
            session_id: "payses_1",
            state: "opening",
            idempotency_key: call.idempotencyKey,
            expected_amount: body.amount,
          },
        ],
      ])
      return invoice(body)
    })
    await open()
    expect(seen).toHaveLength(1)
  })

  test("the same session at once uses one row and one key, and both see the same payment", async () => {
    const { open, calls } = setUpOpening(knex)
    const payments = await Promise.all(Array.from({ length: 5 }, () => open()))
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(
      new Set(payments.map(({ id, state, deposit_address }) => `${id} ${state} ${deposit_address}`)).size
    ).toBe(1)
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

  test("an issued asset on Stellar is requested by code, issuer and canonical id", async () => {
    const { open, calls } = setUpOpening(knex)
    expect(await open({ railId: stellarRail })).toMatchObject({
      chain: "stellar",
      canonical_asset_id: usdcId,
    })
    expect(calls[0]?.body).toMatchObject({
      assetCode: "USDC",
      issuerAddress: "GISSUER",
      canonicalAssetId: usdcId,
    })
  })

  test.each([
    ["evm:base-mainnet:DOGE", '"evm:base-mainnet:DOGE" is not offered for this cart'],
    ["stellar:stellar-mainnet:USDC:GANOTHER", "is not offered for this cart"],
  ])("with the rail %s no row is written and nothing is sent", async (railId, message) => {
    const { open, calls } = setUpOpening(knex)
    await expect(open({ railId })).rejects.toMatchObject({
      type: "invalid_data",
      message: expect.stringContaining(message),
    })
    expect(calls).toEqual([])
    expect(await knex("onchain_payment").count()).toEqual([{ count: "0" }])
  })
})
