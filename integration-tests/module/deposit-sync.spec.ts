import type { Deposit } from "../../src/gateway/contract"
import { DepositSync } from "../../src/workflows/deposit/workers/sync-deposits"
import { SyncRuns } from "../../src/modules/onchain/work/sync-runs"
import { Lists } from "./books"
import { together, describeTables } from "./onchain-module"
import { deposit, inReview, mirrorOf, storeOf, scope } from "./rows"

const silent = () => Promise.resolve()

describeTables(({ knex }) => {
  const syncOf = (
    gateway: Lists,
    onChange: ConstructorParameters<typeof DepositSync>[0]["onChange"] = silent
  ) =>
    new DepositSync({
      ...{ gateway, mirror: mirrorOf(knex), runs: new SyncRuns(knex, scope), onChange },
      pause: () => Promise.resolve(),
    })
  const listing = (deposits: Deposit[]) => Object.assign(new Lists(), { deposits })
  const many = (count: number, status: string, from = 0) =>
    Array.from({ length: count }, (_, n) =>
      deposit({ depositId: `dep_${from + n}`, resolutionStatus: status })
    )

  async function run(gateway: Lists, options?: { isForced?: boolean }) {
    const changed: string[] = []
    const sync = syncOf(gateway, ({ id, state }) => Promise.resolve(void changed.push(`${id} ${state}`)))
    return { results: await sync.run(options), changed }
  }
  const states = async () =>
    Object.fromEntries(
      (await knex("onchain_deposit").select("id", "state")).map(({ id, state }) => [id, state])
    )

  test("the first run reads the list of those in review and then the whole list", async () => {
    const gateway = listing([...many(250, "review_required"), ...many(2, "accepted", 900)])
    const { changed, results } = await run(gateway)
    expect(gateway.reads).toEqual(["review_required", "all"])
    expect(results).toEqual([
      { name: "deposits_in_review", hasRun: true, isComplete: true, seen: 250, changed: 250 },
      { name: "deposits_all", hasRun: true, isComplete: true, seen: 252, changed: 2 },
    ])
    expect(changed).toHaveLength(252)
  })

  test("of ten processes at once one reads", async () => {
    const gateway = listing(many(3, "review_required"))
    await together(10, () => run(gateway))
    expect(gateway.reads).toEqual(["review_required", "all"])
  })

  test("one that left the review unannounced is searched for in the whole list", async () => {
    const gateway = listing([deposit()])
    await run(gateway)
    gateway.deposits = [deposit({ resolutionStatus: "assigned" })]
    await knex.raw(
      "UPDATE onchain_status SET started_at = now() - interval '11 minutes', finished_at = now()"
    )
    gateway.reads.length = 0
    expect((await run(gateway)).changed).toEqual(["dep_1 assigned"])
    expect(gateway.reads).toEqual(["review_required", "all"])
  })

  test("one that no list has any more is unknown and offers no action, until a list has it again", async () => {
    const gateway = listing([deposit()])
    await run(gateway)
    gateway.deposits = []
    await run(gateway, { isForced: true })
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({
      state: "in_review",
      reported_state: "unknown",
    })
    expect(gateway.reads.slice(-5)).toEqual(["all", "refund_pending", "refunded", "accepted", "assigned"])
    gateway.deposits = [deposit()]
    await run(gateway, { isForced: true })
    expect(await storeOf(knex).mustFind("dep_1")).toMatchObject({ state: "in_review", reported_state: null })
  })

  test("what an event reports is looked up at once in the relevant lists", async () => {
    const gateway = listing([deposit({ resolutionStatus: "refunded" }), deposit({ depositId: "dep_2" })])
    await mirrorOf(knex).report("deposit.refunded", deposit())
    await mirrorOf(knex).report("deposit.review_required", deposit({ depositId: "dep_2" }))
    await syncOf(gateway).confirmReported()
    expect(gateway.reads).toEqual(["review_required", "refunded"])
    expect(await states()).toEqual({ dep_1: "refunded", dep_2: "in_review" })
    expect(await knex("onchain_deposit").whereNull("confirmed_at")).toEqual([])
  })

  test("a flood of events costs one read for all waiting ones, and the next only after a pause", async () => {
    const gateway = listing([deposit()])
    const sync = syncOf(gateway)
    for (let n = 0; n < 100; n++) {
      await mirrorOf(knex).report("deposit.refunded", deposit({ depositId: `dep_untrue_${n}` }))
      await sync.confirmReported()
    }
    expect(gateway.reads.length).toBeLessThanOrEqual(8)
    expect(
      await knex("onchain_deposit").where({ state: "in_review" }).whereNull("confirmed_at")
    ).toHaveLength(100)
  })

  test("while nothing is missing the whole list is not read again for hours", async () => {
    const gateway = listing([deposit()])
    await run(gateway)
    await knex.raw(
      "UPDATE onchain_status SET started_at = now() - interval '11 minutes', finished_at = now()"
    )
    gateway.reads.length = 0
    await run(gateway)
    expect(gateway.reads).toEqual(["review_required"])
  })

  test("a refund with an unreported end is searched for", async () => {
    await inReview(knex, { resolutionStatus: "refund_pending" })
    await knex.raw("UPDATE onchain_deposit SET state_at = now() - interval '3 minutes'")
    const { changed } = await run(listing([deposit({ resolutionStatus: "refunded" })]))
    expect(changed).toEqual(["dep_1 refunded"])
  })

  test("a failed run keeps what it has read, says why, and does not stop the next", async () => {
    const gateway = listing(many(250, "review_required"))
    gateway.breaksAfter = 120
    await expect(run(gateway)).rejects.toThrow("the connection broke")
    expect(Object.keys(await states())).toHaveLength(100)
    expect(await knex("onchain_status").where({ id: "deposits_in_review" })).toMatchObject([
      { count: 100, detail: "the connection broke" },
    ])
    gateway.breaksAfter = Infinity
    expect((await run(gateway, { isForced: true })).changed).toHaveLength(150)
  })

  test("a run whose process was killed is taken over after a minute without a heartbeat", async () => {
    const runs = new SyncRuns(knex, scope)
    expect(await runs.begin("deposits_all", 0)).toBe(true)
    expect(await runs.begin("deposits_all", 0)).toBe(false)
    await knex.raw("UPDATE onchain_status SET seen_at = now() - interval '61 seconds'")
    expect(await runs.begin("deposits_all", 0)).toBe(true)
    expect(await runs.begin("deposits_all", 0)).toBe(false)
  })

  const inDatabase = async () => (await new SyncRuns(knex, scope).now()).getTime()

  test("orders that expire together share one read, and those whose time was over before it need none", async () => {
    const gateway = listing([...many(3, "review_required"), ...many(1, "accepted", 9)])
    const sync = syncOf(gateway)
    const since = new Date(await inDatabase())
    expect(await together(4, () => sync.ensureReviewRead(since))).toEqual(
      Array.from({ length: 4 }, () => "read")
    )
    expect(await states()).toEqual({ dep_0: "in_review", dep_1: "in_review", dep_2: "in_review" })
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("read")
    expect(gateway.reads).toEqual(["review_required"])
  })

  test("an order whose time was over after a read began waits for the next, and not while one has just begun", async () => {
    const gateway = listing([])
    await syncOf(gateway).ensureReviewRead(new Date(await inDatabase()))
    const since = new Date((await inDatabase()) + 1)
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("busy")
    await knex.raw("UPDATE onchain_status SET started_at = now() - interval '6 seconds'")
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("read")
    expect(gateway.reads).toHaveLength(2)
  })

  test("a read by the job counts for orders too, and one for orders does not keep the job from reading", async () => {
    const gateway = listing([deposit()])
    const since = new Date(await inDatabase())
    await run(gateway)
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("read")
    expect(gateway.reads).toEqual(["review_required", "all"])
    await knex("onchain_status").del()
    await syncOf(gateway).ensureReviewRead(since)
    expect((await run(gateway)).results.map(({ hasRun }) => hasRun)).toEqual([true, true])
  })

  test("a failed read counts for no order", async () => {
    const gateway = listing(many(250, "review_required"))
    gateway.breaksAfter = 120
    const since = new Date(await inDatabase())
    const sync = syncOf(gateway)
    const asked = [sync.ensureReviewRead(since), sync.ensureReviewRead(since)]
    await Promise.all(asked.map((answer) => expect(answer).rejects.toThrow("the connection broke")))
    expect(await sync.ensureReviewRead(since)).toBe("busy")
    gateway.breaksAfter = Infinity
    await knex.raw("UPDATE onchain_status SET started_at = now() - interval '6 seconds'")
    expect(await sync.ensureReviewRead(since)).toBe("read")
  })

  test("an incomplete list of deposits in review counts for no order until it is complete, whoever reads it", async () => {
    const gateway = listing(many(3, "review_required"))
    gateway.cutShort.add("review_required")
    const since = new Date((await inDatabase()) - 1)
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("incomplete")
    expect(Object.keys(await states())).toHaveLength(3)
    await knex.raw("UPDATE onchain_status SET started_at = now() - interval '6 seconds'")
    gateway.cutShort.clear()
    expect(await syncOf(gateway).ensureReviewRead(since)).toBe("read")
  })
})
