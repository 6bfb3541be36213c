import {
  auditOf,
  claimsOf,
  deposit,
  event,
  inReview,
  listed,
  mirrorOf,
  request,
  storeOf,
} from "./deposit-rows"
import { describeOnchainModule } from "./onchain-module"

describeOnchainModule(({ knex }) => {
  const mirror = mirrorOf(knex)
  const store = storeOf(knex)

  test("one event that comes fifty times at once is one row, and new to exactly one of them", async () => {
    const recorded = await Promise.all(
      Array.from({ length: 50 }, () => mirror.record(deposit(), event("review_required", "review_required")))
    )
    expect(recorded.filter(({ kind }) => kind === "new")).toHaveLength(1)
    expect(recorded.filter(({ kind }) => kind === "known")).toHaveLength(49)
    expect(await knex("onchain_deposit").count()).toEqual([{ count: "1" }])
    expect(await store.mustFind("dep_1")).toMatchObject({
      state: "in_review",
      revision: 0,
      amount: "12.5",
      amount_raw: "12500000",
      tx_hash: "0xAbC",
      observed_at: new Date("2026-11-21T09:00:00.000Z"),
    })
  })

  test("fifty at once that say it was assigned move it once, with one audit entry", async () => {
    await inReview(knex)
    const recorded = await Promise.all(
      Array.from({ length: 50 }, () => mirror.record(deposit(), event("assigned", "assigned")))
    )
    expect(recorded.filter(({ kind }) => kind === "moved")).toHaveLength(1)
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "assigned", revision: 1 })
    expect(await auditOf(knex)).toEqual(["deposit.assigned"])
  })

  test.each([
    ["the end of the action under way is its admin's, whoever hears of it first", "accepted", "user_1"],
    ["another end than that of the action under way is nobody's of ours", "assigned", null],
  ])("%s", async (_, state, actor) => {
    await inReview(knex)
    await claimsOf(knex).claim(request({ actorId: "user_1" }))
    await mirror.record(deposit(), listed(state))
    const audits = await knex("onchain_audit_entry").where({ action: `deposit.${state}` })
    expect(audits).toMatchObject([{ actor_id: actor }])
  })

  test.each([
    [["review_required", "assigned"], "assigned"],
    [["assigned", "review_required"], "assigned"],
    [["accepted", "review_required"], "accepted"],
    [["refunded", "refund_pending", "review_required"], "refunded"],
    [["review_required", "refunded", "refund_pending"], "refunded"],
    [["refunded", "refund_failed"], "refunded"],
  ])("%j end as %s, whatever came first", async (events, state) => {
    for (const name of events) await mirror.record(deposit(), event(name))
    expect((await store.mustFind("dep_1")).state).toBe(state)
  })

  test("an old event changes neither the state nor the words of a resolved deposit", async () => {
    await mirror.record(deposit({ resolutionStatus: "assigned" }), event("assigned", "assigned"))
    await mirror.record(deposit(), event("review_required", "review_required"))
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "assigned", resolution_status: "assigned" })
  })

  test("between review and refund an event alone moves nothing", async () => {
    await inReview(knex)
    const pending = await mirror.record(deposit(), event("refund_pending", "refund_pending"))
    expect(pending).toMatchObject({ kind: "check", to: "refund_pending", row: { state: "in_review" } })
    await mirror.record(deposit(), listed("refund_pending"))
    const failed = await mirror.record(deposit(), event("refund_failed", "review_required"))
    expect(failed).toMatchObject({ kind: "check", to: "in_review", row: { state: "refund_pending" } })
  })

  test("a list brings a refund that failed back to review, with words for the operator", async () => {
    await mirror.record(deposit(), listed("refund_pending"))
    await mirror.record(deposit(), listed("review_required"))
    expect(await store.mustFind("dep_1")).toMatchObject({
      state: "in_review",
      last_error: expect.stringContaining("The refund failed"),
    })
    expect(await auditOf(knex)).toEqual(["deposit.refund_failed"])
  })

  test("a list that was asked for before the deposit changed changes nothing", async () => {
    await inReview(knex)
    const askedAt = await store.now()
    await mirror.record(deposit(), listed("refund_pending"))
    const { kind } = await mirror.record(deposit(), listed("review_required"), askedAt)
    expect(kind).toBe("known")
    expect((await store.mustFind("dep_1")).state).toBe("refund_pending")
  })

  test("a status we do not know is kept as it came and moves nothing", async () => {
    await inReview(knex)
    await mirror.record(deposit({ resolutionStatus: "held" }), listed("held"))
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "in_review", resolution_status: "held" })
    await mirror.record(deposit({ depositId: "dep_2", resolutionStatus: "held" }), listed("held"))
    expect(await store.mustFind("dep_2")).toMatchObject({ state: "in_review", resolution_status: "held" })
  })

  test("what is told later is added, and what is left out later stays", async () => {
    await inReview(knex, { transaction: undefined, assignment: undefined })
    await mirror.record(deposit({ asset: {}, amount: { raw: "12500000" } }), listed("review_required"))
    expect(await store.mustFind("dep_1")).toMatchObject({
      tx_hash: "0xAbC",
      assignment_status: "unassigned_no_intent",
      token: "USDC",
      amount: "12.5",
    })
  })

  test("what a list says was resolved before we knew of it is no news", async () => {
    await mirror.record(deposit(), listed("refunded"))
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "refunded", announced_state: "refunded" })
    await mirror.record(deposit({ depositId: "dep_2" }), event("refunded"))
    expect(await store.mustFind("dep_2")).toMatchObject({ state: "refunded", announced_state: null })
  })

  test("a list of rows that are as they were writes nothing", async () => {
    const page = ["dep_1", "dep_2", "dep_3"].map((depositId) => deposit({ depositId }))
    expect((await mirror.recordList(page, await store.now())).map(({ id }) => id)).toEqual([
      "dep_1",
      "dep_2",
      "dep_3",
    ])
    const versions = () => knex("onchain_deposit").select("id", knex.raw("xmin::text")).orderBy("id")
    const before = await versions()
    expect(await mirror.recordList(page, await store.now())).toEqual([])
    expect(await versions()).toEqual(before)
  })

  describe("Medusa's customer", () => {
    const link = (customerId: string, gatewayCustomerId: string | null) =>
      knex("onchain_customer").insert({
        id: `occus_${customerId}`,
        customer_id: customerId,
        idempotency_key: `customer_${customerId}`,
        gateway_customer_id: gatewayCustomerId,
      })
    const customerOf = async (change: Parameters<typeof deposit>[0]) =>
      (await mirror.record(deposit(change), listed("review_required"))).row.customer_id

    test("is found by the service's customer", async () => {
      await link("cus_1", "cus_gateway")
      expect(await customerOf({ externalCustomerRef: undefined })).toBe("cus_1")
    })

    test("is found by the reference while the link is not stored yet", async () => {
      await link("cus_1", null)
      expect(await customerOf({})).toBe("cus_1")
    })

    test("is not found by a reference that contradicts the service's customer", async () => {
      await link("cus_1", "cus_other")
      expect(await customerOf({})).toBeNull()
      expect(await customerOf({ depositId: "dep_2", customerId: undefined })).toBe("cus_1")
    })

    test("is nobody where the deposit names nobody of ours", async () => {
      expect(await customerOf({ customerId: undefined, externalCustomerRef: undefined })).toBeNull()
      expect(await customerOf({ depositId: "dep_2" })).toBeNull()
    })

    test("is added once the link is there", async () => {
      expect(await customerOf({})).toBeNull()
      await link("cus_1", "cus_gateway")
      expect(await customerOf({})).toBe("cus_1")
    })
  })
})
