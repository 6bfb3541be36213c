import { seedAdmin } from "../../demo/store/seed/admin"
import type { OnchainAttentionResponse } from "../../src/types/http"
import { hireAdmin, loginOf } from "./support/clerk"
import { awaitDeposit, sendFor } from "./support/deposits"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { Merchant } from "./support/merchant"
import { placePurchase, USDC_ON_BASE } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { paidTooLate } from "./support/unallocated"
import { underOptions } from "./support/refunds"

const BOSS = "merchant@example.com"

storeSuite("money of one customer and the order of another", {}, (store) => {
  /** A user with every right but the one to move money out. */
  const hireClerk = async (): Promise<Merchant["unmatched"]> => {
    const login = loginOf("clerk")
    await seedAdmin(store.container, login)
    return new Merchant(store.api, login).unmatched
  }
  const boss = () => store.merchant.unmatched
  const refused = (message: RegExp) => ({
    response: { status: 403, data: { message: expect.stringMatching(message) } },
  })
  const expectUncaptured = async (orderId: string) =>
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], booked: [] })

  it("takes a user who may move money out, and the clerk reads why and who", async () => {
    const clerk = await hireClerk()
    const { id } = await paidTooLate(store)
    const { orderId } = await placePurchase(store)
    await expect(clerk.apply(id, orderId)).rejects.toMatchObject(
      refused(/not known to come from the customer of the order.*merchant@example\.com/)
    )
    await expectUncaptured(orderId)
    expect(await clerk.view(id)).toMatchObject({
      resolution: null,
      other_customers: {
        is_possible: false,
        reason: expect.stringContaining(BOSS),
        needs_second_user: false,
      },
    })

    await boss().apply(id, orderId)
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17], booked: [17] })
    expect((await boss().view(id)).history.map(({ action, by }) => [action, by])).toEqual([
      ["payment.apply_requested", BOSS],
      ["payment.applied", BOSS],
    ])
  })

  it("is decided by the account, not by an email that anyone may type", async () => {
    const clerk = await hireClerk()
    const { customer } = await signUp(store)
    const late = await placeIntent(customer, USDC_ON_BASE)
    const payment = await customer.payment(late.sessionId)
    await store.merchant.cancelOrder(late.orderId)
    await pay(store, payment)
    await store.merchant.deposits.sync()
    const { payments } = await boss().list("?resolution=waiting")
    const held = payments[0] ?? (await acceptOnly())
    const guest = await placePurchase(store)
    await expect(clerk.apply(held.id, guest.orderId)).rejects.toMatchObject(refused(/customer of the order/))
    const own = await placeIntent(customer, USDC_ON_BASE)
    await clerk.apply(held.id, own.orderId)
    expect(await store.merchant.order(own.orderId)).toMatchObject({ captures: [17] })
  })

  /** Accepts the one deposit in review, whose money then waits in the queue. */
  const acceptOnly = async () => {
    const { deposits } = store.merchant
    const [found] = (await deposits.list("?state=in_review")).deposits
    await deposits.untilConfirmed(found?.id ?? "")
    await deposits.act(found?.id ?? "", "accept")
    await store.quiet()
    const { payments } = await boss().list("?resolution=waiting")
    if (!payments[0]) throw new Error("the accepted money does not wait in the queue")
    return payments[0]
  }

  it("stays so when the clerk ties a customer's deposit to the payment of another one", async () => {
    const clerk = await hireClerk()
    const { payment } = await awaitDeposit(store)
    const depositId = await sendFor(store, payment, { amount: "5" })
    await store.merchant.deposits.untilConfirmed(depositId)
    const victim = await placePurchase(store)
    const { rows } = await store.db.raw("SELECT id FROM onchain_payment WHERE session_id = ?", [
      victim.sessionId,
    ])
    await store.db.raw("UPDATE onchain_deposit SET payment_id = NULL, linked_by = NULL WHERE id = ?", [
      depositId,
    ])
    await store.merchant.post(`/admin/onchain/deposits/${depositId}/link`, { payment_id: rows[0].id })
    const held = await acceptOnly()
    expect(held).toMatchObject({ order: { id: victim.orderId } })
    await expect(clerk.apply(held.id, victim.orderId)).rejects.toMatchObject(refused(/customer of the order/))
    await expectUncaptured(victim.orderId)
  })

  it("takes two users where a second one approves, and waits in attention until then", async () => {
    const clerk = await hireClerk()
    const { allowedUsers } = store.container.resolve("onchain").options.payouts
    await underOptions(
      store,
      { payouts: { approval: "second_user", allowedUsers: [...allowedUsers] } },
      async () => {
        const second = (await hireAdmin(store, "second")).unmatched
        const { id } = await paidTooLate(store)
        const { orderId } = await placePurchase(store)
        const kinds = async () => {
          const { counts } = await store.merchant.get<OnchainAttentionResponse>("/admin/onchain/attention")
          const { unmatched, application_approval } = counts
          return { unmatched, application_approval }
        }
        expect(await kinds()).toEqual({ unmatched: 1, application_approval: 0 })
        expect(await boss().apply(id, orderId)).toMatchObject({
          resolution: null,
          proposal: { by: BOSS, order: { id: orderId } },
        })
        await expectUncaptured(orderId)
        expect(await kinds()).toEqual({ unmatched: 0, application_approval: 1 })
        await expect(boss().apply(id, orderId)).rejects.toMatchObject(refused(/Another user must approve/))
        await expect(clerk.apply(id, orderId)).rejects.toMatchObject(refused(/customer of the order/))
        expect((await second.view(id)).candidates).toContainEqual(
          expect.objectContaining({
            order: expect.objectContaining({ id: orderId }),
            is_possible: true,
            is_other_customer: true,
          })
        )

        await second.apply(id, orderId)
        expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17], booked: [17] })
        expect(await kinds()).toEqual({ unmatched: 0, application_approval: 0 })
        expect((await boss().view(id)).history.map(({ action, by }) => [action, by])).toEqual([
          ["payment.apply_proposed", BOSS],
          ["payment.apply_requested", "second@example.com"],
          ["payment.applied", "second@example.com"],
        ])
      }
    )
  })
})
