import { HealthFacts } from "../../src/modules/onchain/health/facts"
import { optionsWith } from "../../src/modules/onchain/options/__tests__/valid-options"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { paymentToView } from "../../src/workflows/payment/queries/payment-to-view"
import { setUpOpening } from "./openings"
import { describeTables } from "./onchain-module"
import { EVM_ADDRESS, invoice, reread, stored, scope, paymentsOf } from "./rows"

const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const health = new HealthFacts(
    knex,
    optionsWith(),
    new SharedStatus(knex, scope, (error) => {
      throw error
    })
  )
  const viewOf = async () =>
    paymentToView(await reread(store), {
      ...{ environment: "live", nowMs: Date.now(), networkName: () => "Base", source: { kind: "row" } },
      known: await store.knownMoney("ocpay_1"),
    })

  test.each([
    ["of another chain", "11111111111111111111111111111112"],
    ["with a wrong character", EVM_ADDRESS.replace("E7", "e7")],
    ["of 1,000 characters", "x".repeat(1_000)],
    ["with a line break", `${EVM_ADDRESS}\n<script>`],
  ])("an invoice with an address %s is never shown, and the payment says why", async (_, depositAddress) => {
    const { open, row } = setUpOpening(knex, (body) => Promise.resolve(invoice({ ...body, depositAddress })))
    await expect(open()).rejects.toMatchObject({ type: "not_allowed" })
    expect(await row()).toMatchObject({
      state: "failed",
      deposit_address: null,
      address_refused_at: expect.any(Date),
      address_refusal: "unusable",
      last_error: "the address of the invoice was not shown: unusable",
    })
    expect(await health.refusedAddresses(new Date(0))).toMatchObject({ count: 1 })
  })

  test("a changed address is neither stored nor shown, and neither is the first one", async () => {
    const before = await stored(store)
    expect((await viewOf()).deposit_address).toBe(EVM_ADDRESS)
    const after = await store.record(before, invoice({ depositAddress: OTHER }))
    expect(after).toMatchObject({
      state: "awaiting",
      deposit_address: EVM_ADDRESS,
      address_refused_at: expect.any(Date),
      address_refusal: "changed",
    })
    expect(await viewOf()).toMatchObject({ status: "address_unavailable", deposit_address: null, memo: null })
    expect(await health.refusedAddresses(new Date(0))).toMatchObject({ count: 1, ids: ["inv_1"] })
    expect(await health.refusedAddresses(new Date(Date.now() + 60_000))).toMatchObject({ count: 0 })

    const back = await store.record(after, invoice())
    expect(back.address_refused_at).toEqual(after.address_refused_at)
    expect((await viewOf()).deposit_address).toBeNull()
  })

  test("while it confirms no address is shown either, and what settles is the payment's money", async () => {
    const refused = await store.record(await stored(store), invoice({ depositAddress: OTHER }))
    const confirming = await store.record(refused, invoice({ status: "confirming", depositAddress: OTHER }))
    expect(confirming.state).toBe("confirming")
    expect(await viewOf()).toMatchObject({ status: "confirming", deposit_address: null })
    const paid = invoice({ status: "paid", receivedAmount: "12.5", depositAddress: OTHER })
    expect(await store.record(confirming, paid)).toMatchObject({
      state: "settled",
      deposit_address: EVM_ADDRESS,
    })
  })

  test("an address that arrives later than its invoice is accepted once, when it is valid", async () => {
    const before = await stored(store, { deposit_address: null })
    const refused = await store.record(before, invoice({ depositAddress: "nonsense" }))
    expect(refused).toMatchObject({ deposit_address: null, address_refusal: "unusable" })
    expect(await viewOf()).toMatchObject({ status: "address_unavailable", deposit_address: null })

    const later = await store.record(
      await stored(store, { id: "ocpay_2", deposit_address: null }),
      invoice({ id: "inv_2" })
    )
    expect(later).toMatchObject({ deposit_address: EVM_ADDRESS, address_refused_at: null })
  })
})
