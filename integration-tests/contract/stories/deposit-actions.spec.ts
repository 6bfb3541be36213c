import { story } from "../story/story"
import { createIntent, inReview, onlyInvoice, onlyReview, openIntent, openReview } from "./deposited"
import { ethOnBase, usdcOnBase, usdcOnSolana } from "./rails"
import { A_WHILE_MS, balanceOf, withdraw } from "./treasury"

story(
  "assign attaches a deposit to an order: a paid invoice that names it, deposit.assigned and invoice.paid",
  [
    "endpoint:assignDeposit",
    "state:deposit.assigned",
    "transition:deposit.review_required.assigned",
    "event:deposit.assigned",
    "rule:assign.invoice",
    "rule:list.status",
    "gap:deposit-fields",
  ],
  async (scene) => {
    const { gateway, key, receiver } = scene
    const { depositId, customer } = await openReview(scene)
    const intent = await createIntent(scene, customer.id, usdcOnBase)
    receiver.forget()
    const action = await gateway.assignDeposit(depositId, { intentId: intent.id }, { idempotencyKey: key() })
    expect(action).toMatchObject({ depositId, resolutionStatus: "assigned" })
    await scene.sandbox.flush()
    expect(receiver.events().sort()).toEqual(["deposit.assigned", "invoice.paid"])
    expect(await gateway.getInvoice(action.invoiceId ?? "")).toMatchObject({
      ...{ status: "paid", autoDepositAssignmentStatus: "matched", externalOrderId: "order_1" },
    })
    expect(await inReview(scene)).toEqual([])
  }
)

/** As many base units of ETH as 100 USDC has. */
const SAME_UNITS = "0.0000000001"

story(
  "assign needs an active intent of the same customer, network and asset, within the tolerance",
  ["rule:assign.conditions", "error:CONFLICT"],
  async (scene) => {
    const { raw } = scene
    const { depositId, customer } = await openReview(scene)
    const { intent: ofOther } = await openIntent(scene, usdcOnBase)
    const ofNetwork = await createIntent(scene, customer.id, usdcOnSolana)
    const ofAsset = await createIntent(scene, customer.id, ethOnBase, { expectedAmount: SAME_UNITS })
    const ofAmount = await createIntent(scene, customer.id, usdcOnBase, { expectedAmount: "90" })
    const assign = (intentId: string) => raw("assignDeposit", { params: { depositId }, body: { intentId } })
    for (const { id } of [ofOther, ofNetwork, ofAsset, ofAmount]) {
      expect(await assign(id)).toMatchObject({ status: 409, code: "CONFLICT" })
    }
    const replaced = await createIntent(scene, customer.id, usdcOnBase, { externalOrderId: "older" })
    const fitting = await createIntent(scene, customer.id, usdcOnBase)
    expect(await assign(replaced.id)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(await assign("int_of_nobody")).toMatchObject({ status: 404, code: "NOT_FOUND" })
    expect((await assign(fitting.id)).status).toBe(200)
    expect(await assign(fitting.id)).toMatchObject({ status: 409, code: "CONFLICT" })
  }
)

story(
  "accept takes the usual fee, makes the rest available, names no order and announces no paid invoice",
  [
    "endpoint:acceptDeposit",
    "state:deposit.accepted",
    "transition:deposit.review_required.accepted",
    "event:deposit.accepted",
    "rule:accept.fees",
    "rule:accept.no-order",
    "rule:deposit.not-withdrawable",
    "error:INSUFFICIENT_BALANCE",
  ],
  async (scene) => {
    const { gateway, key, receiver, sandbox } = scene
    const { depositId } = await openReview(scene)
    expect((await balanceOf(scene)).total).toBe("0")
    await expect(withdraw(scene)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" })
    receiver.forget()
    const action = await gateway.acceptDeposit(depositId, { idempotencyKey: key() })
    expect(action.resolutionStatus).toBe("accepted")
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events()).toEqual(["deposit.accepted"])
    expect((await onlyInvoice(scene)).externalOrderId).toBeUndefined()
    expect((await balanceOf(scene)).total).toBe("99.05")
    expect((await withdraw(scene)).amount).toBe("10")
  }
)

story(
  "refund returns the gross amount to its sender",
  [
    "endpoint:refundDeposit",
    "state:deposit.refund_pending",
    "state:deposit.refunded",
    "transition:deposit.review_required.refund_pending",
    "transition:deposit.refund_pending.refunded",
    "event:deposit.refund_pending",
    "event:deposit.refunded",
    "rule:refund.gross",
  ],
  async (scene) => {
    const { gateway, key, receiver, sandbox } = scene
    const { depositId, transaction, payment } = await openReview(scene)
    expect(transaction?.fromAddress).toBe(payment.fromAddress)
    receiver.forget()
    const action = await gateway.refundDeposit(depositId, { idempotencyKey: key() })
    expect(action.resolutionStatus).toBe("refund_pending")
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events()).toEqual(["deposit.refund_pending", "deposit.refunded"])
    expect(await balanceOf(scene)).toMatchObject({ total: "0", totalHeld: "0", requiresRecovery: "0" })
    expect(sandbox.ledger().map(({ accounts }) => accounts.outside)).toEqual(["0"])
  }
)

story(
  "a failed refund returns the deposit to review, and another attempt is a new action with a new key",
  ["transition:deposit.refund_pending.review_required", "event:deposit.refund_failed"],
  async (scene) => {
    const { gateway, sandbox, receiver } = scene
    const { depositId } = await openReview(scene)
    receiver.forget()
    sandbox.failRefund(depositId)
    await gateway.refundDeposit(depositId, { idempotencyKey: "first" })
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events()).toEqual(["deposit.refund_pending", "deposit.refund_failed"])
    expect((await onlyReview(scene)).depositId).toBe(depositId)
    await gateway.refundDeposit(depositId, { idempotencyKey: "first" })
    await sandbox.advance(A_WHILE_MS)
    expect((await onlyReview(scene)).depositId).toBe(depositId)
    await gateway.refundDeposit(depositId, { idempotencyKey: "second" })
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events().slice(-2)).toEqual(["deposit.refund_pending", "deposit.refunded"])
    expect(await inReview(scene)).toEqual([])
  }
)
