import { DeliveryList, type DeliveryFilter } from "../../src/modules/onchain/inbox/delivery-list"
import { describeOnchainModule } from "./onchain-module"
import { plansOf } from "./query-plan"
import { scope } from "./scope"

const FILL = `
  INSERT INTO onchain_webhook_delivery
    (environment, business_id, id, event, resource_id, raw_body, state, attempts, received_at, next_attempt_at, processed_at)
  SELECT 'sandbox', 'biz_1', 'dlv_' || n,
    CASE WHEN n % 1000 = 0 THEN 'treasury.swept' ELSE 'invoice.paid' END, 'inv_' || n, '{"n":' || n || '}',
    CASE WHEN n % 500 = 0 THEN 'dead' ELSE 'processed' END, 1, now() - n * interval '1 minute', now(), now()
  FROM generate_series(1, 20000) AS n`

describeOnchainModule(({ knex, service }) => {
  const list = () => service.deliveries.list
  const ids = async (filter: DeliveryFilter, limit = 3, offset = 0) =>
    (await list().page({ filter, limit, offset })).map(({ id }) => id)

  beforeEach(async () => {
    await knex.raw(FILL)
    await knex.raw("ANALYZE onchain_webhook_delivery")
  })

  test("pages go from the newest to the oldest and filter by state, event, id or subject", async () => {
    expect(await ids({})).toEqual(["dlv_1", "dlv_2", "dlv_3"])
    expect(await ids({}, 2, 100)).toEqual(["dlv_101", "dlv_102"])
    expect(await ids({ state: "dead" })).toEqual(["dlv_500", "dlv_1000", "dlv_1500"])
    expect(await ids({ event: "treasury.swept" }, 2)).toEqual(["dlv_1000", "dlv_2000"])
    expect(await ids({ state: "processed", event: "treasury.swept" })).toEqual([])
    expect(await ids({ q: "dlv_7" })).toEqual(["dlv_7"])
    expect(await ids({ q: "inv_8" })).toEqual(["dlv_8"])
    expect(await ids({ q: "inv_8", state: "dead" })).toEqual([])
    expect(await ids({ q: "%" })).toEqual([])
  })

  test("counting stops where the number is no longer useful, and a page holds no body", async () => {
    expect(await list().count({ state: "dead" })).toBe(40)
    expect(await list().count({})).toBe(101)
    expect(await list().count({ q: "inv_8" })).toBe(1)
    const [row] = await list().page({ filter: {}, limit: 1, offset: 0 })
    expect(row).not.toHaveProperty("raw_body")
    expect(await list().find("dlv_1")).toMatchObject({ id: "dlv_1", raw_body: '{"n":1}' })
    expect(await list().find("dlv_0")).toBeUndefined()
  })

  test.each<[string, DeliveryFilter]>([
    ["everything", {}],
    ["a state", { state: "dead" }],
    ["an event", { event: "treasury.swept" }],
    ["an identifier", { q: "inv_8" }],
  ])("a page of %s neither reads the whole table nor sorts it", async (_, filter) => {
    const plans = await plansOf(knex, () =>
      new DeliveryList(knex, scope).page({ filter, limit: 20, offset: 0 })
    )
    expect(plans).toHaveLength(1)
    expect(plans[0]).not.toContain("all of onchain_webhook_delivery")
    if (filter.q === undefined) expect(plans[0]).not.toContain("Sort")
  })
})
