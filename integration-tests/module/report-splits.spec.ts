import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import {
  capture,
  type Capture,
  differencesOf,
  type Lists,
  listsInOrder,
  makeReport,
  settledInvoice,
  soldPayment,
  storeCaptures,
  transaction,
} from "./books"
import { describeOnchainModule } from "./onchain-module"
import { account, stored } from "./rows"

describeOnchainModule(({ service, knex }) => {
  beforeEach(() => storeCaptures(knex, [capture()]))
  afterAll(() => knex.raw("DROP TABLE payment, capture"))

  const sale = (change: Partial<PaymentRow> = {}) => stored(service.payments, { ...soldPayment, ...change })

  const report = (gateway: Lists, captures?: Capture[]) => makeReport(knex, gateway, captures)

  test("legs of a split are expected payouts; one that failed, is missing, or pays too much is a difference", async () => {
    await sale()
    await sale({ id: "ocpay_2" })
    const gateway = listsInOrder()
    gateway.invoices.push(settledInvoice({ id: "inv_2" }))
    gateway.transactions.push(transaction({ id: "txn_i2", reference: "inv_2" }))
    const captures = [capture(), capture({ id: "capt_2", sessionId: "payses_2" })]
    const at = new Date("2026-01-02T11:00:00Z")
    const common = { ...account, status_at: at, amount: "4", fee: "0.05", share_bps: 3_333, created_at: at }
    const leg = (position: number, change: object) => ({
      ...{ ...common, id: `ocleg_${position}`, attempt_id: "ocatt_ocpay_1", position },
      ...{ gateway_withdrawal_id: `wd_${position}`, gateway_status: "completed", ...change },
    })
    await knex("onchain_payout_leg").insert([
      leg(0, {}),
      leg(1, { gateway_status: "gas_blocked" }),
      leg(2, { gateway_status: "destination_rejected", acknowledged_at: at }),
      leg(3, { gateway_status: "destination_rejected" }),
      leg(4, { amount: "5" }),
      leg(5, { share_bps: null }),
      leg(6, { gateway_status: null, gateway_withdrawal_id: null, status_at: null, amount: null, fee: null }),
      // The service names only the invoice.
      { ...leg(0, { gateway_withdrawal_id: null, fee: null }), id: "ocleg_7", attempt_id: "ocatt_ocpay_2" },
    ])
    const out = { type: "payout", direction: "out" } as const
    gateway.transactions.push(
      transaction({ ...out, id: "txn_l0", reference: "wd_0", amount: "3.95" }),
      transaction({ ...out, id: "txn_l4", reference: "wd_4", amount: "4.95" }),
      transaction({ ...out, id: "txn_l5", reference: "wd_5", amount: "3.95" }),
      transaction({ ...out, id: "txn_l7", reference: "inv_2", amount: "4" })
    )
    const { store, id, lines } = await report(gateway, captures)
    expect(await differencesOf(store, id)).toEqual([
      "payout_missing ocleg_6",
      "payout_missing wd_3",
      "payout_differs wd_4",
      "payout_unknown wd_5",
    ])
    expect(lines[0]?.payouts).toEqual({ count: 4, tokens: "16.85" })
    const { payments } = await service.finance.transactions.findSubjects(["wd_0", "ocleg_6", "inv_2"])
    expect([...payments.values()].map((row) => row.id)).toEqual(
      expect.arrayContaining(["ocpay_1", "ocpay_2"])
    )
    expect([payments.get("wd_0")?.id, payments.get("ocleg_6")?.id]).toEqual(["ocpay_1", "ocpay_1"])
  })

  test("a split is missing a day after its full payment; a tolerated underpayment is not split", async () => {
    const paid = { gateway_status: "paid", received_amount: "12.5" } as const
    const short = { ...paid, received_amount: "12.4", expected_amount: "12.5" } as const
    const sales = [
      paid,
      short,
      { ...paid, payout_route_id: "route_1" },
      { ...short, payout_route_id: "route_1" },
    ]
    const gateway = listsInOrder()
    gateway.invoices = []
    gateway.transactions.length = 0
    for (const [index, change] of sales.entries()) {
      const n = index + 1
      await sale({ id: `ocpay_${n}`, ...change })
      const { received_amount: amount } = change
      gateway.invoices.push(settledInvoice({ id: `inv_${n}`, receivedAmount: amount }))
      gateway.transactions.push(transaction({ id: `txn_${n}`, reference: `inv_${n}`, amount }))
    }
    await knex("onchain_payout_leg").insert(
      [1, 2].map((n) => ({
        ...{ ...account, id: `ocleg_${n}`, attempt_id: `ocatt_ocpay_${n}`, position: 0 },
        ...{ label: "Ada", share_bps: 10_000, created_at: new Date("2026-01-02T11:00:00Z") },
      }))
    )
    const captures = sales.map((_, index) =>
      capture({ id: `capt_${index + 1}`, sessionId: `payses_${index + 1}` })
    )
    const { store, id } = await report(gateway, captures)
    expect(await differencesOf(store, id)).toEqual(["payout_missing ocatt_ocpay_3", "payout_missing ocleg_1"])
    const { payments } = await service.finance.transactions.findSubjects(["ocatt_ocpay_3"])
    expect(payments.get("ocatt_ocpay_3")?.id).toBe("ocpay_3")
  })

  test("a withdrawal that names an invoice without a split is an unknown payout", async () => {
    await sale()
    await sale({ id: "ocpay_2" })
    const gateway = listsInOrder()
    gateway.invoices.push(settledInvoice({ id: "inv_2" }))
    const out = { type: "payout", direction: "out" } as const
    gateway.transactions.push(
      transaction({ id: "txn_i2", reference: "inv_2" }),
      transaction({ ...out, id: "txn_l1", reference: "wd_1", amount: "3.95" }),
      transaction({ ...out, id: "txn_l2", reference: "inv_2", amount: "4" })
    )
    const at = new Date("2026-01-02T11:00:00Z")
    const shown = { ...account, position: 0, gateway_status: "completed", status_at: at, amount: "4" }
    await knex("onchain_payout_leg").insert([
      { ...shown, id: "ocleg_1", attempt_id: "ocatt_ocpay_1", gateway_withdrawal_id: "wd_1", fee: "0.05" },
      { ...shown, id: "ocleg_2", attempt_id: "ocatt_ocpay_2", gateway_withdrawal_id: null, fee: null },
    ])
    const captures = [capture(), capture({ id: "capt_2", sessionId: "payses_2" })]
    const { store, id } = await report(gateway, captures)
    expect(await differencesOf(store, id)).toEqual(["payout_unknown inv_2", "payout_unknown wd_1"])
    await knex("onchain_attempt").update({ payout_route_id: "route_1" })
    expect((await report(gateway, captures)).row?.difference_count).toBe(0)
  })
})
