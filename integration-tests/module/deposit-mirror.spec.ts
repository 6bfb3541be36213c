import { databaseTime } from "../../src/modules/onchain/work/claim"
import { together, describeTables } from "./onchain-module"
import { auditOf, claimDeposit, deposit, inReview, mirrorOf, storeOf, eventsOf, account } from "./rows"

describeTables(({ knex }) => {
  const mirror = mirrorOf(knex)
  const store = storeOf(knex)

  test("fifty concurrent copies of an event are one row that is only reported, without a sender or a session", async () => {
    await together(50, () => mirror.report("deposit.review_required", deposit()))
    expect(await knex("onchain_deposit").count()).toEqual([{ count: "1" }])
    expect(await store.mustFind("dep_1")).toMatchObject({
      state: "in_review",
      confirmed_at: null,
      reported_state: "in_review",
      amount: "12.5",
      amount_raw: "12500000",
      tx_hash: "0xAbC",
      from_address: null,
      expected_session_id: null,
      observed_at: new Date("2026-11-21T09:00:00.000Z"),
    })
    expect(await eventsOf(knex)).toEqual([])
  })

  test("the first list copies nothing from an event, and later ones keep what lists have said", async () => {
    const untrue = deposit({ amount: { raw: "99", display: "99" }, transaction: { txHash: "0xUntrue" } })
    await mirror.report("deposit.review_required", untrue)
    const [row] = await mirror.recordList([deposit({ transaction: undefined })], await databaseTime(knex))
    expect(row).toMatchObject({
      confirmed_at: expect.any(Date),
      tx_hash: null,
      amount: "12.5",
      amount_raw: "12500000",
      reported_state: null,
      reported_at: null,
    })
  })

  test("fifty concurrent lists that report an assignment apply it once, with one audit entry", async () => {
    await inReview(knex)
    const assigned = deposit({ resolutionStatus: "assigned" })
    const askedAt = await databaseTime(knex)
    const recorded = await together(50, () => mirror.recordList([assigned], askedAt))
    expect(recorded.flat()).toHaveLength(1)
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "assigned" })
    expect(await auditOf(knex)).toEqual(["deposit.assigned"])
  })

  test("a thousand untrue events change no row, sender or session", async () => {
    const row = await inReview(knex)
    await inReview(knex, { depositId: "dep_2", resolutionStatus: "assigned" })
    const names = ["assigned", "accepted", "refund_pending", "refunded", "refund_failed"]
    const untrue = (depositId: string) =>
      deposit({ depositId, transaction: { txHash: "0xAbC", fromAddress: "0xThief" } })
    for (let n = 0; n < 1_000; n++)
      await mirror.report(
        `deposit.${names[n % 5]}`,
        untrue(n % 4 === 3 ? `dep_none_${n}` : `dep_${(n % 2) + 1}`)
      )
    const rows = await knex("onchain_deposit").orderBy("id")
    const { updated_at, reported_state, reported_at, ...rest } = row
    expect(rows.find(({ id }) => id === "dep_1")).toMatchObject(rest)
    expect(rows.find(({ id }) => id === "dep_2")).toMatchObject({ state: "assigned", from_address: "0xFrom" })
    const made = rows.filter(({ id }) => id.startsWith("dep_none"))
    expect(made).toHaveLength(250)
    for (const one of made)
      expect(one).toMatchObject({ state: "in_review", confirmed_at: null, from_address: null })
    expect(await auditOf(knex)).toEqual([])
  })

  test.each([
    [
      "the end of an action in progress is credited to its admin, whatever reports it first",
      "accepted",
      "user_1",
    ],
    ["an end other than that of the action in progress is credited to no admin", "assigned", null],
  ])("%s", async (_, state, actor) => {
    await inReview(knex)
    await claimDeposit(knex, { actorId: "user_1" })
    await inReview(knex, { resolutionStatus: state })
    const audits = await knex("onchain_audit_entry").where({ action: `deposit.${state}` })
    expect(audits).toMatchObject([{ actor_id: actor }])
  })

  test("an event's report stays a report until a list is read, which reverts an untrue one", async () => {
    await inReview(knex)
    expect(await mirror.report("deposit.refunded", deposit())).toMatchObject({
      state: "in_review",
      reported_state: "refunded",
      reported_at: expect.any(Date),
    })
    expect(await inReview(knex)).toMatchObject({
      state: "in_review",
      reported_state: null,
    })
    await mirror.report("deposit.refunded", deposit())
    expect(await inReview(knex, { resolutionStatus: "refunded" })).toMatchObject({
      state: "refunded",
      reported_state: null,
    })
  })

  test("a list requested before an event does not revert its report", async () => {
    await inReview(knex)
    const askedAt = await databaseTime(knex)
    await mirror.report("deposit.refunded", deposit())
    expect(await mirror.recordList([deposit()], askedAt)).toEqual([])
    expect(await store.mustFind("dep_1")).toMatchObject({ reported_state: "refunded" })
  })

  test("of events that processes report at the same time, the end is what stays", async () => {
    await inReview(knex)
    const names = ["refund_pending", "refunded", "refund_failed", "refund_pending"]
    for (let round = 0; round < 5; round++) {
      await Promise.all(names.map((name) => mirror.report(`deposit.${name}`, deposit())))
      expect(await store.mustFind("dep_1")).toMatchObject({ state: "in_review", reported_state: "refunded" })
      await mirror.recordList([deposit()], await databaseTime(knex))
    }
  })

  test("a list reopens a deposit that had ended here, once it cannot lag behind that end any more", async () => {
    await inReview(knex, { resolutionStatus: "refunded" })
    await mirror.recordList([deposit()], await databaseTime(knex))
    expect((await store.mustFind("dep_1")).state).toBe("refunded")
    await knex.raw("UPDATE onchain_deposit SET state_at = now() - interval '2 minutes'")
    const [reopened] = await mirror.recordList([deposit()], await databaseTime(knex))
    expect(reopened).toMatchObject({
      state: "in_review",
      last_error: "The provider lists it in review again. It was refunded here.",
    })
    expect(await auditOf(knex)).toEqual(["deposit.reopened"])
  })

  test("a list requested before the deposit changed changes nothing", async () => {
    await inReview(knex)
    const askedAt = await databaseTime(knex)
    await inReview(knex, { resolutionStatus: "refund_pending" })
    expect(await mirror.recordList([deposit()], askedAt)).toEqual([])
    expect((await store.mustFind("dep_1")).state).toBe("refund_pending")
  })

  test("later details are added, and omitted ones are kept", async () => {
    await inReview(knex, { transaction: undefined, assignment: undefined })
    await inReview(knex, { asset: {}, amount: { raw: "12500000" } })
    expect(await store.mustFind("dep_1")).toMatchObject({
      tx_hash: "0xAbC",
      assignment_status: "unassigned_no_intent",
      token: "USDC",
      amount: "12.5",
    })
  })

  test("a resolution that predates our knowledge of a deposit is not reported", async () => {
    await inReview(knex, { resolutionStatus: "refunded" })
    expect(await store.mustFind("dep_1")).toMatchObject({ state: "refunded" })
    expect(await eventsOf(knex)).toEqual([])
    await mirror.report("deposit.refunded", deposit({ depositId: "dep_2" }))
    await inReview(knex, { depositId: "dep_2", resolutionStatus: "refunded" })
    expect(await store.mustFind("dep_2")).toMatchObject({ state: "refunded" })
    expect(await eventsOf(knex)).toEqual(["onchain.deposit_refunded"])
  })

  test("a list of unchanged rows writes nothing", async () => {
    const page = ["dep_1", "dep_2", "dep_3"].map((depositId) => deposit({ depositId }))
    expect((await mirror.recordList(page, await databaseTime(knex))).map(({ id }) => id)).toEqual([
      "dep_1",
      "dep_2",
      "dep_3",
    ])
    const versions = () => knex("onchain_deposit").select("id", knex.raw("xmin::text")).orderBy("id")
    const before = await versions()
    expect(await mirror.recordList(page, await databaseTime(knex))).toEqual([])
    expect(await versions()).toEqual(before)
  })

  describe("Medusa's customer", () => {
    const link = (customerId: string, gatewayCustomerId: string | null) =>
      knex("onchain_customer").insert({
        ...account,
        id: `occus_${customerId}`,
        customer_id: customerId,
        idempotency_key: `customer_${customerId}`,
        gateway_customer_id: gatewayCustomerId,
      })
    const customerOf = async (change: Parameters<typeof deposit>[0]) =>
      (await inReview(knex, change)).customer_id

    const [unnamed, unknown] = [{ externalCustomerRef: undefined }, { customerId: undefined }]
    test.each<[string, string | null | undefined, object, string | null]>([
      ["is found by the service's customer", "cus_gateway", unnamed, "cus_1"],
      ["is found by the reference while the link is not stored yet", null, {}, "cus_1"],
      ["is not found by a reference that contradicts the service's customer", "cus_other", {}, null],
      ["is found by a reference where the service names no customer", "cus_other", unknown, "cus_1"],
      ["is empty where the deposit names nobody", undefined, { ...unnamed, ...unknown }, null],
      ["is empty where the deposit names none of our customers", undefined, {}, null],
    ])("%s", async (_, linked, change, found) => {
      if (linked !== undefined) await link("cus_1", linked)
      expect(await customerOf(change)).toBe(found)
    })

    test("is added once the link is there", async () => {
      expect(await customerOf({})).toBeNull()
      await link("cus_1", "cus_gateway")
      expect(await customerOf({})).toBe("cus_1")
    })
  })
})
