import { DEPOSIT_ACTIONS } from "../../src/domain/deposit/deposit-lifecycle"
import type { ClaimedDeposit } from "../../src/modules/onchain/deposit/deposit-store"
import { together, describeTables } from "./onchain-module"
import {
  auditOf,
  claimDeposit as choose,
  deposit,
  inReview,
  endDepositLeases,
  mirrorOf,
  storeOf,
  account,
} from "./rows"

describeTables(({ knex }) => {
  const mirror = mirrorOf(knex)
  const store = storeOf(knex)

  // Only a deposit with a customer of the store can be assigned.
  beforeEach(() =>
    knex("onchain_customer").insert({
      ...account,
      id: "occus_1",
      customer_id: "cus_1",
      idempotency_key: "customer_cus_1",
      gateway_customer_id: "cus_gateway",
    })
  )

  async function mustClaim(change: Parameters<typeof choose>[1] = {}): Promise<ClaimedDeposit> {
    const claim = await choose(knex, change)
    if (!claim) throw new Error("the deposit could not be claimed")
    return claim
  }
  const release = (claim: ClaimedDeposit) =>
    store.endAction(claim, "in_review", { action: "deposit.accept_refused", actorId: null, reason: "no" })

  test("of fifty who choose different actions at once one wins, with one audit entry", async () => {
    await inReview(knex)
    const won = await together(50, (n) => {
      const action = DEPOSIT_ACTIONS[n % 3] ?? "accept"
      return choose(knex, { action, actorId: `user_${n}`, intentId: action === "assign" ? "int_1" : null })
    })
    const [winner, ...others] = won.flatMap((claim) => claim ?? [])
    expect(others).toEqual([])
    expect(await store.mustFind("dep_1")).toMatchObject({
      state: "processing",
      action: winner?.action,
      action_by: winner?.action_by,
      action_count: 1,
    })
    expect(await auditOf(knex)).toEqual([`deposit.${winner?.action}_requested`])
  })

  test("the key is stored with the claim, names the action and its number, and is a valid key", async () => {
    const depositId = `dep_${"x".repeat(300)}/ä`
    await inReview(knex, { depositId })
    const first = await mustClaim({ depositId, action: "refund" })
    expect(first.action_key).toMatch(/^dep_refund_1_[0-9a-f]{12}$/)
    expect((await store.mustFind(depositId)).action_key).toBe(first.action_key)
  })

  test("another attempt after a refusal has another key, and a repetition has the same", async () => {
    await inReview(knex)
    const first = await mustClaim()
    await endDepositLeases(knex)
    expect((await store.takeDue())?.action_key).toBe(first.action_key)
    await endDepositLeases(knex)
    const again = await choose(knex, { actorId: "user_2" })
    expect(again).toMatchObject({ action_key: first.action_key, action_attempts: 3, action_by: "user_1" })
    if (again) await release(again)
    expect((await mustClaim()).action_key).toMatch(/^dep_accept_2_/)
    expect(await auditOf(knex)).toEqual([
      "deposit.accept_requested",
      "deposit.accept_refused",
      "deposit.accept_requested",
    ])
  })

  test("a call without an answer is taken over when its lease or its pause ends, once", async () => {
    await inReview(knex)
    const claim = await mustClaim()
    expect(await store.takeDue()).toBeUndefined()
    await endDepositLeases(knex)
    const taken = await together(10, () => store.takeDue())
    expect(taken.filter(Boolean)).toHaveLength(1)
    await store.postpone(claim, "late", 0)
    expect((await store.mustFind("dep_1")).last_error).toBeNull()
  })

  test("a refusal that arrives after the call was taken over changes nothing, a success does", async () => {
    await inReview(knex)
    const late = await mustClaim()
    await endDepositLeases(knex)
    await store.takeDue()
    expect((await release(late)).state).toBe("processing")
    const done = await store.endAction(late, "accepted", { action: "deposit.accepted", actorId: "user_1" })
    expect(done).toMatchObject({ state: "accepted", lease_expires_at: null, next_attempt_at: null })
  })

  test("a list with a resolution ends the claim, and its call changes nothing afterwards; an event does not", async () => {
    await inReview(knex)
    const claim = await mustClaim({ action: "refund" })
    await mirror.report("deposit.assigned", deposit())
    expect((await store.mustFind("dep_1")).state).toBe("processing")
    await inReview(knex, { resolutionStatus: "assigned" })
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "assigned", next_attempt_at: null })
    expect((await release(claim)).state).toBe("assigned")
    await endDepositLeases(knex)
    expect(await store.takeDue()).toBeUndefined()
  })

  test("an audit entry holds neither key nor address", async () => {
    await inReview(knex)
    const claim = await mustClaim({ action: "assign", intentId: "int_1" })
    const rows = await knex("onchain_audit_entry")
      .where({ subject_type: "deposit" })
      .select("before", "after")
    expect(rows).toEqual([
      { before: { state: "in_review" }, after: { state: "processing", intent_id: "int_1" } },
    ])
    expect(JSON.stringify(rows)).not.toContain(claim.action_key)
  })
})
