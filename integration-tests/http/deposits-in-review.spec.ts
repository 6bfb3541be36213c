import { awaitDeposit, depositDesk, possibleActions, sendTo } from "./support/deposits"
import { expectCaptured, expectUnpaid } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

storeSuite("a deposit that the service cannot match", {}, (store) => {
  it("outside the tolerance waits with the order it was meant for, and captures nothing", async () => {
    const awaited = await awaitDeposit(store)
    const id = await sendTo(store, awaited, { amount: "1" })
    const desk = depositDesk(store)
    const { deposits, count, waiting } = await desk.list("?state=in_review")
    expect({ ids: deposits.map((deposit) => deposit.id), count, waiting }).toEqual({
      ids: [id],
      count: 1,
      waiting: 1,
    })
    const deposit = await desk.view(id)
    expect(deposit).toMatchObject({
      assignment_status: "review_required_amount_mismatch",
      amount: "1",
      customer: { email: "ada@example.com", name: "Ada Payer" },
      network_name: "Base",
      expected: { session_id: awaited.sessionId, amount: awaited.amount, order: { id: awaited.orderId } },
      candidates: [],
    })
    expect(possibleActions(deposit)).toEqual(["accept", "refund"])
    await expectUnpaid(store, awaited.orderId)
    expect(expectCaptured).toBeDefined()
  })
})
