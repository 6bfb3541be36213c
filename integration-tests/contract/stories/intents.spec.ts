import { collect } from "../../../src/gateway"
import { INTENTS_PATH } from "../story/recording-fetch"
import { story } from "../story/story"
import { createIntent, deposit, inReview, onlyInvoice, openIntent } from "./deposited"
import { ensure, openAddress, openCustomer } from "./opened-customer"
import { usdcOnBase, usdcOnSolana, xlm } from "./rails"
import { EVM_DESTINATION } from "./treasury"

story(
  "a deposit that fits the only active intent becomes a paid invoice of its order, announced once",
  [
    "endpoint:createIntent",
    "field:intent",
    "rule:intent.address",
    "rule:mode.intent-required",
    "rule:invoice.auto-generated",
    "field:invoice.autoDepositAssignmentStatus",
    "field:invoice.externalOrderId",
    "state:intent.active",
    "gap:create-intent",
    "gap:intent-states",
  ],
  async (scene) => {
    const { receiver, gateway } = scene
    for (const [index, rail] of [usdcOnBase, usdcOnSolana].entries()) {
      receiver.forget()
      const externalOrderId = `order_${index}`
      const { intent, address, customerId } = await openIntent(scene, rail, { externalOrderId })
      expect(intent).toMatchObject({ ...rail, externalOrderId, expectedAmount: "100", customerId })
      expect(intent.status).toBe("active")
      expect(intent.depositAddress).toBe(address)
      expect(Date.parse(intent.createdAt ?? "")).toBe(scene.sandbox.now())
      expect(intent.memo).toBeUndefined()
      const { txHash } = await deposit(scene, address, { ...rail, amount: "100" })
      expect(receiver.events()).toEqual(["invoice.paid"])
      const invoice = await gateway.getInvoice(String(receiver.received[0]?.resource["id"]))
      expect(invoice).toMatchObject({
        ...rail,
        ...{ status: "paid", amount: "100", receivedAmount: "100", settlementTxHash: txHash },
        ...{ autoDepositAssignmentStatus: "matched", externalOrderId },
      })
    }
    expect(await inReview(scene)).toEqual([])
  }
)

story(
  "on Stellar an intent gives the treasury and a memo, and needs no ensured address",
  ["rule:intent.stellar", "rule:ensure.stellar-not-needed"],
  async (scene) => {
    const { id } = await openCustomer(scene)
    const intent = await createIntent(scene, id, xlm)
    const other = await createIntent(scene, (await openCustomer(scene)).id, xlm, {
      externalOrderId: "order_2",
    })
    expect(other.depositAddress).toBe(intent.depositAddress)
    expect(intent.depositAddress).toMatch(/^G/)
    expect(intent.memo?.value).toMatch(/^\d{1,20}$/)
    expect(other.memo?.value).not.toBe(intent.memo?.value)
    await deposit(scene, intent.depositAddress ?? "", { ...xlm, amount: "100", memo: other.memo?.value })
    expect(await onlyInvoice(scene)).toMatchObject({
      autoDepositAssignmentStatus: "matched",
      externalOrderId: "order_2",
    })
  }
)

story(
  "a newer intent of the same customer, token and network replaces the older; on other rails both stay active",
  ["rule:intent.replaced", "rule:intent.other-rail", "state:intent.replaced"],
  async (scene) => {
    const { gateway, fetch, sandbox } = scene
    const { customerId, address } = await openIntent(scene, usdcOnBase, { externalOrderId: "old" })
    await createIntent(scene, customerId, usdcOnSolana, { externalOrderId: "elsewhere" })
    await createIntent(scene, customerId, usdcOnBase, { externalOrderId: "new" })
    expect((await fetch(`${sandbox.origin}${INTENTS_PATH}`)).status).toBe(200)
    await deposit(scene, address, { ...usdcOnBase, amount: "100" })
    const { chain, networkId } = usdcOnSolana
    const onSolana = await ensure(scene, customerId, { chain, networkId })
    await deposit(scene, onSolana.address.address, { ...usdcOnSolana, amount: "100" })
    const invoices = await collect(gateway.listInvoices())
    expect(invoices.map(({ externalOrderId }) => externalOrderId).sort()).toEqual(["elsewhere", "new"])
  }
)

story(
  "the tolerance applies both ways, to the last unit",
  ["rule:intent.tolerance", "gap:tolerance"],
  async (scene) => {
    const matched: Record<string, boolean> = {}
    for (const amount of ["98.999999", "99", "101", "101.000001"]) {
      const { address } = await openIntent(scene, usdcOnBase)
      scene.receiver.forget()
      await deposit(scene, address, { ...usdcOnBase, amount })
      matched[amount] = !scene.receiver.events().includes("deposit.review_required")
    }
    expect(matched).toEqual({ "98.999999": false, "99": true, "101": true, "101.000001": false })
  },
  { business: { depositToleranceBps: 100 } }
)

story(
  "a ledger_only business gets paid invoices that name no order and start no payout",
  ["rule:mode.ledger-only"],
  async (scene) => {
    const payoutRecipients = [{ label: "partner", destinationAddress: EVM_DESTINATION, shareBps: 10_000 }]
    const { address } = await openIntent(scene, usdcOnBase, { payoutRecipients })
    await deposit(scene, address, { ...usdcOnBase, amount: "100" })
    const invoice = await onlyInvoice(scene)
    expect([invoice.status, invoice.externalOrderId]).toEqual(["paid", undefined])
    expect(invoice.autoDepositAssignmentStatus).not.toBe("matched")
    expect(await inReview(scene)).toEqual([])
    expect(scene.sandbox.withdrawals()).toEqual([])
  },
  { business: { assignmentMode: "ledger_only" } }
)

story(
  "the dust threshold also applies where it is above the minimum",
  ["gap:dust"],
  async (scene) => {
    const { address } = await openAddress(scene, usdcOnBase)
    await deposit(scene, address, { ...usdcOnBase, amount: "0.4" })
    expect(await collect(scene.gateway.listInvoices())).toEqual([])
    expect(await inReview(scene)).toEqual([])
  },
  { business: { dustThresholdUsd: "0.5", autoInvoiceMinUsd: "0.3" } }
)
