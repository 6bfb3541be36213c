import { samplePayment } from "../../src/modules/onchain/payment/__tests__/sample-payment"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { describeOnchainModule } from "./onchain-module"
import { reread, stored } from "./payment-rows"
import { scope } from "./scope"

describeOnchainModule(({ service, knex }) => {
  const store = new PaymentStore(knex, scope)
  const other = {
    id: "ocpay_2",
    session_id: "payses_2",
    idempotency_key: "invoice_ocpay_2",
    gateway_invoice_id: "inv_2",
  }

  test("a session is inserted once, however often and concurrently it is tried", async () => {
    const tries = Array.from({ length: 5 }, (_, n) => ({
      ...other,
      id: `ocpay_${n}`,
      idempotency_key: `key_${n}`,
    }))
    const results = await Promise.all(
      tries.map((row) => store.insert(samplePayment({ ...row, gateway_invoice_id: null })))
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await knex("onchain_payment").count()).toEqual([{ count: "1" }])
  })

  test.each(["session_id", "idempotency_key", "gateway_invoice_id"] as const)(
    "two rows cannot share a %s",
    async (column) => {
      const first = await stored(store)
      expect(await store.insert(samplePayment({ ...other, [column]: first[column] }))).toBe(false)
      expect(await store.insert(samplePayment(other))).toBe(true)
      await expect(store.note("ocpay_2", { [column]: first[column] })).rejects.toThrow(/unique/)
    }
  )

  test("Medusa's own service reads what the store writes", async () => {
    await stored(store, {
      memo: "18446744073709551615",
      expected_amount: "9007199254740993.000000000000000001",
    })
    expect(await service.retrieveOnchainPayment("ocpay_1")).toMatchObject({
      fiat_amount: "12.5",
      state: "open",
    })
    expect(await service.retrieveOnchainAttempt("ocatt_ocpay_1")).toMatchObject({
      memo: "18446744073709551615",
      expected_amount: "9007199254740993.000000000000000001",
      state: "awaiting",
      decimals: 6,
    })
  })

  test("of twenty concurrent transitions exactly one wins", async () => {
    const row = await stored(store, { state: "settled" })
    const moves = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? store.move(row, "captured") : store.holdForReview(row, "cart_gone")
      )
    )
    expect(moves.filter(Boolean)).toHaveLength(1)
    const winner = moves.indexOf(true) % 2 ? "captured" : "unallocated"
    expect((await reread(store)).state).toBe(winner)
  })

  test("an unknown transition is an error, and nothing is written", async () => {
    const row = await stored(store)
    await expect(store.move(row, "opening", { last_error: "x" })).rejects.toThrow(
      "payment ocpay_1 cannot go from awaiting to opening"
    )
    expect(await reread(store)).toEqual(row)
  })
})
