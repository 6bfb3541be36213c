import { story } from "../story/story"
import { openReview } from "./deposited"
import { A_WHILE_MS, EVM_DESTINATION, quote } from "./treasury"

const SENDER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

story(
  "a deposit that fees would consume is held: neither assigned nor accepted, only refunded",
  ["state:assignment.review_required_non_positive_net", "rule:non-positive.refund-only"],
  async (scene) => {
    const { gateway, key, raw, sandbox, receiver } = scene
    const { depositId, assignment } = await openReview(scene, { amount: "0.08" })
    expect(assignment?.status).toBe("review_required_non_positive_net")
    const params = { depositId }
    expect(await raw("acceptDeposit", { params })).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(await raw("assignDeposit", { params, body: { intentId: "int_1" } })).toMatchObject({ status: 409 })
    await gateway.refundDeposit(depositId, { idempotencyKey: key() })
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events().at(-1)).toBe("deposit.refunded")
    expect(receiver.events()).not.toContain("invoice.paid")
  }
)

story(
  "the payout key's policy has to permit the sender as a destination; another destination takes a withdrawal",
  ["rule:refund.policy", "rule:refund.custom-destination"],
  async (scene) => {
    const { gateway, key, raw, sandbox } = scene
    const { depositId } = await openReview(scene, { fromAddress: SENDER })
    const refund = gateway.refundDeposit(depositId, { idempotencyKey: key() })
    await expect(refund).rejects.toMatchObject({ code: "FORBIDDEN" })
    const withDestination = { params: { depositId }, body: { destinationAddress: EVM_DESTINATION } }
    expect((await raw("refundDeposit", withDestination)).refusal).toBe("400 VALIDATION_ERROR")
    await gateway.acceptDeposit(depositId, { idempotencyKey: key() })
    await sandbox.advance(A_WHILE_MS)
    expect((await quote(scene, { destinationAddress: EVM_DESTINATION })).id).toBeTruthy()
  },
  { business: { payoutPolicy: { destinations: [EVM_DESTINATION] } } }
)

story(
  "a policy that permits only the sender permits the refund, which goes there",
  ["rule:refund.sender"],
  async (scene) => {
    const { gateway, key, sandbox, receiver } = scene
    const { depositId } = await openReview(scene, { fromAddress: SENDER })
    await gateway.refundDeposit(depositId, { idempotencyKey: key() })
    await sandbox.advance(A_WHILE_MS)
    expect(receiver.events().at(-1)).toBe("deposit.refunded")
  },
  { business: { payoutPolicy: { destinations: [SENDER] } } }
)

story(
  "each action needs a key; a key belongs to one action on one deposit, and repeats only that one",
  ["rule:deposit-actions.key", "rule:deposit-actions.same-key", "error:IDEMPOTENCY_KEY_MISMATCH"],
  async (scene) => {
    const { gateway, raw, receiver, sandbox } = scene
    const first = await openReview(scene)
    for (const name of ["assignDeposit", "acceptDeposit", "refundDeposit"] as const) {
      const body = name === "assignDeposit" ? { intentId: "int_1" } : undefined
      const answer = await raw(name, { params: { depositId: first.depositId }, body, idempotencyKey: null })
      expect([name, answer.status, answer.code]).toEqual([name, 400, "VALIDATION_ERROR"])
    }
    const call = { idempotencyKey: "accept-1" }
    const accepted = await gateway.acceptDeposit(first.depositId, call)
    expect(await gateway.acceptDeposit(first.depositId, call)).toEqual(accepted)
    await sandbox.flush()
    expect(receiver.events().filter((event) => event === "deposit.accepted").length).toBe(1)
    const second = await openReview(scene)
    const mismatch = { code: "IDEMPOTENCY_KEY_MISMATCH" }
    await expect(gateway.acceptDeposit(second.depositId, call)).rejects.toMatchObject(mismatch)
    await expect(gateway.refundDeposit(first.depositId, call)).rejects.toMatchObject(mismatch)
  }
)
