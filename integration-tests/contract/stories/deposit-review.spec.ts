import { collect } from "../../../src/gateway"
import { fieldOf } from "../../../src/gateway/contract"

import { story } from "../story/story"
import { createIntent, deposit, onlyInvoice, onlyReview, openIntent, openReview } from "./deposited"
import { tokenOf, usdcOnBase, usdcOnSolana, xlm } from "./rails"
import { EVM_DESTINATION } from "./treasury"

const recipients = [{ label: "partner", destinationAddress: EVM_DESTINATION, shareBps: 10_000 }]

story(
  "a review event describes the deposit: customer, address, amount, transaction and expected order",
  [
    "endpoint:listDeposits",
    "event:deposit.review_required",
    "field:deposit.identity",
    "field:deposit.rail",
    "field:deposit.asset",
    "field:deposit.amount",
    "field:deposit.transaction",
    "field:deposit.assignment",
    "field:deposit.resolution",
    "rule:deposit.never-safe",
    "rule:webhook.review-informs",
    "rule:match.solana",
    "gap:deposit-fields",
  ],
  async (scene) => {
    const { receiver, gateway, assumptions } = scene
    const { intent, customerId, externalRef, address } = await openIntent(scene, usdcOnSolana)
    const { tokenMint } = await tokenOf(gateway, usdcOnSolana)
    const payment = await deposit(scene, address, { ...usdcOnSolana, amount: "42.5", operationIndex: 3 })
    const { observedAt, ...row } = await onlyReview(scene)
    expect(row).toMatchObject({
      ...{ depositId: payment.depositId, customerId, externalCustomerRef: externalRef },
      ...{ chain: "sol", networkId: "sol-mainnet" },
      asset: { token: "USDC", tokenMint, canonicalAssetId: `sol:USDC:${tokenMint}`, supported: true },
      amount: { raw: "42500000", display: "42.5", decimals: 6 },
      transaction: {
        txHash: payment.txHash,
        operationIndex: 3,
        fromAddress: payment.fromAddress,
        toAddress: address,
      },
      assignment: {
        ...{ status: "review_required_amount_mismatch", safeToFulfill: false },
        expectedIntent: { id: intent.id, externalOrderId: "order_1", expectedAmountRaw: "100000000" },
      },
      ...{ resolutionStatus: "review_required", safeToFulfill: false },
    })
    const event = receiver.received.find((delivery) => delivery.event === "deposit.review_required")
    const resource = event?.resource ?? {}
    const announcedAt = fieldOf(resource, assumptions.fields.deposit.observedAt)
    expect(resource).toMatchObject({ id: row.depositId, asset: row.asset, assignment: row.assignment })
    expect(resource["resolutionStatus"]).toBe(assumptions.statuses.deposit.reviewRequired.at(-1))
    expect(resource["safeToFulfill"]).toBe(false)
    expect(new Date(String(announcedAt)).toISOString()).toBe(observedAt)
  }
)

story(
  "without an intent a deposit is a paid invoice for review: no order, no payout",
  ["rule:review.no-intent", "state:assignment.unassigned_no_intent", "state:deposit.review_required"],
  async (scene) => {
    expect((await openReview(scene)).assignment?.status).toBe("unassigned_no_intent")
    const invoice = await onlyInvoice(scene)
    expect([invoice.status, invoice.externalOrderId]).toEqual(["paid", undefined])
    expect(invoice.autoDepositAssignmentStatus).toBe("unassigned_no_intent")
    expect(scene.receiver.events()).toContain("invoice.paid")
    expect(scene.sandbox.withdrawals()).toEqual([])
  }
)

story(
  "with several active intents a deposit is a paid invoice for review: no order, no payout",
  ["rule:review.several", "state:assignment.review_required_ambiguous"],
  async (scene) => {
    const { customerId, address } = await openIntent(scene, usdcOnBase, { payoutRecipients: recipients })
    await createIntent(scene, customerId, usdcOnBase, { externalOrderId: "order_2" })
    await deposit(scene, address, { ...usdcOnBase, amount: "100" })
    expect((await onlyReview(scene)).assignment?.status).toBe("review_required_ambiguous")
    expect((await onlyInvoice(scene)).externalOrderId).toBeUndefined()
    expect(scene.sandbox.withdrawals()).toEqual([])
  },
  { business: { replacesIntents: false } }
)

story(
  "outside the tolerance a deposit is a paid invoice for review: no order, no payout",
  ["rule:review.outside-tolerance", "state:assignment.review_required_amount_mismatch"],
  async (scene) => {
    const { address } = await openIntent(scene, usdcOnBase, { payoutRecipients: recipients })
    await deposit(scene, address, { ...usdcOnBase, amount: "150" })
    expect((await onlyReview(scene)).assignment?.status).toBe("review_required_amount_mismatch")
    expect(await onlyInvoice(scene)).toMatchObject({ status: "paid", receivedAmount: "150" })
    expect((await onlyInvoice(scene)).externalOrderId).toBeUndefined()
    expect(scene.sandbox.withdrawals()).toEqual([])
  }
)

story(
  "an asset other than the intent's, or missing from the catalog, goes to review",
  ["state:assignment.review_required_asset_mismatch", "state:assignment.review_required_unsupported_asset"],
  async (scene) => {
    const { address } = await openIntent(scene, usdcOnBase)
    await deposit(scene, address, { ...usdcOnBase, token: "ETH", amount: "1" })
    const mismatch = await onlyReview(scene)
    expect(mismatch.assignment?.status).toBe("review_required_asset_mismatch")
    expect(mismatch.asset.supported).toBe(true)
    await scene.gateway.acceptDeposit(mismatch.depositId, { idempotencyKey: scene.key() })
    await deposit(scene, address, { ...usdcOnBase, token: "SHIB", amount: "1000000" })
    const unsupported = await onlyReview(scene)
    expect(unsupported).toMatchObject({
      asset: { token: "SHIB", supported: false },
      assignment: { status: "review_required_unsupported_asset" },
    })
  }
)

story(
  "an asset that the service does not support can be accepted: it takes its share",
  ["rule:accept.unsupported"],
  async (scene) => {
    const { address } = await openIntent(scene, usdcOnBase)
    await deposit(scene, address, { ...usdcOnBase, token: "SHIB", amount: "1000000" })
    const { depositId } = await onlyReview(scene)
    await scene.gateway.acceptDeposit(depositId, { idempotencyKey: scene.key() })
    await scene.sandbox.advance(60_000)
    const balances = await collect(scene.gateway.listBalances())
    expect(balances.find(({ token }) => token === "SHIB")?.amounts.total).toBe("990500")
  }
)

story(
  "money for the treasury with an unknown memo goes to review and has no customer",
  ["rule:stellar.wrong-memo", "rule:stellar.missing-memo"],
  async (scene) => {
    const { intent } = await openIntent(scene, xlm)
    for (const memo of [null, "1"]) {
      await deposit(scene, intent.depositAddress ?? "", { ...xlm, amount: "100", memo })
      const row = await onlyReview(scene)
      expect(row.customerId).toBeUndefined()
      await scene.gateway.refundDeposit(row.depositId, { idempotencyKey: scene.key() })
    }
    expect(scene.receiver.events()).not.toContain("invoice.paid")
  }
)
