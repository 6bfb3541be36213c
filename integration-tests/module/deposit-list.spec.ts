import { DEPOSIT_STATES } from "../../src/domain/deposit/deposit-lifecycle"
import { LIST_COUNT_LIMIT } from "../../src/modules/onchain/work/listed-rows"
import { DepositList, type DepositPage } from "../../src/modules/onchain/deposit/deposit-list"
import { inReview, mirrorOf, deposit } from "./deposit-rows"
import { describeOnchainModule } from "./onchain-module"
import { plansOf } from "./query-plan"
import { scope } from "./scope"

/** Every hundredth deposit waits, the others are resolved. */
const FILL = `
  INSERT INTO onchain_deposit (environment, business_id, id, state, assignment_status, customer_id, chain, network_id, token,
    amount_raw, tx_hash, from_address, to_address, observed_at, state_at, synced_at)
  SELECT 'sandbox', 'biz_1', 'dep_' || lpad(n::text, 6, '0'),
    CASE WHEN n % 100 = 0 THEN 'in_review' ELSE (ARRAY['assigned', 'accepted', 'refunded'])[1 + n % 3] END,
    (ARRAY['unassigned_no_intent', 'review_required_ambiguous', 'review_required_amount_mismatch'])[1 + n % 3],
    'cus_' || n % 1000, (ARRAY['evm', 'sol', 'stellar'])[1 + n % 3], 'network_' || n % 7,
    'TOK' || n % 11, '1', '0x' || md5(n::text), '0xF' || md5('from' || n), '0xT' || md5('to' || n),
    now() - n * interval '1 minute', now(), now()
  FROM generate_series(1, 20000) AS n`

describeOnchainModule(({ knex }) => {
  const list = new DepositList(knex, scope)
  const page = (change: Partial<DepositPage> = {}): DepositPage => ({
    filter: { states: [] },
    order: { by: "observed_at", direction: "desc" },
    limit: 20,
    offset: 0,
    ...change,
  })
  const idsOf = async (change: Partial<DepositPage>) => (await list.page(page(change))).map(({ id }) => id)

  describe("with a few deposits", () => {
    beforeEach(async () => {
      const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`
      await inReview(knex, { depositId: "dep_a", observedAt: at(1) })
      await inReview(knex, { depositId: "dep_b", observedAt: at(2), chain: "sol", networkId: "sol-mainnet" })
      await mirrorOf(knex).record(
        deposit({ depositId: "dep_c", observedAt: at(3), resolutionStatus: "accepted" })
      )
      const transaction = { txHash: "0x100%_", fromAddress: "GFROM" }
      await mirrorOf(knex).record(
        deposit({ depositId: "dep_d", observedAt: at(4), transaction, resolutionStatus: "refunded" })
      )
    })

    test.each<[string, Partial<DepositPage>, string[]]>([
      ["the newest first", {}, ["dep_d", "dep_c", "dep_b", "dep_a"]],
      [
        "the oldest first",
        { order: { by: "observed_at", direction: "asc" } },
        ["dep_a", "dep_b", "dep_c", "dep_d"],
      ],
      ["by state", { order: { by: "state", direction: "asc" } }, ["dep_c", "dep_a", "dep_b", "dep_d"]],
      [
        "by state, the last first",
        { order: { by: "state", direction: "desc" } },
        ["dep_d", "dep_b", "dep_a", "dep_c"],
      ],
      ["of one state", { filter: { states: ["in_review"] } }, ["dep_b", "dep_a"]],
      ["of several states", { filter: { states: ["in_review", "refunded"] } }, ["dep_d", "dep_b", "dep_a"]],
      [
        "of several states, by state",
        { filter: { states: ["refunded", "in_review"] }, order: { by: "state", direction: "asc" } },
        ["dep_a", "dep_b", "dep_d"],
      ],
      ["the second page", { limit: 2, offset: 2 }, ["dep_b", "dep_a"]],
      [
        "the second page of several states",
        { filter: { states: ["in_review", "accepted"] }, limit: 1, offset: 1 },
        ["dep_b"],
      ],
      ["of a chain", { filter: { states: [], chain: "sol" } }, ["dep_b"]],
      ["of a network", { filter: { states: [], network_id: "sol-mainnet" } }, ["dep_b"]],
      ["of a token and a state", { filter: { states: ["accepted"], token: "USDC" } }, ["dep_c"]],
      ["of an assignment", { filter: { states: [], assignment_status: ["unknown"] } }, []],
      ["of a customer", { filter: { states: [], customer_id: "cus_1" } }, []],
      ["found by id", { filter: { states: [], q: "DEP_C" } }, ["dep_c"]],
      [
        "found by hash, whatever its case",
        { filter: { states: [], q: "0xabc" } },
        ["dep_c", "dep_b", "dep_a"],
      ],
      ["found by the beginning of an address", { filter: { states: [], q: "gfr" } }, ["dep_d"]],
      ["found by text that means something to LIKE", { filter: { states: [], q: "0x100%_" } }, ["dep_d"]],
      ["not found by a percent sign", { filter: { states: [], q: "%" } }, []],
    ])("%s", async (_, change, ids) => {
      expect(await idsOf(change)).toEqual(ids)
      const whole = await list.count(page(change).filter)
      expect(whole).toBe((await idsOf({ ...change, limit: 100, offset: 0 })).length)
    })
  })

  describe("with many", () => {
    beforeEach(async () => {
      await knex.raw(FILL)
      await knex.raw("ANALYZE onchain_deposit")
    })

    test("counting stops beyond the limit", async () => {
      expect(await list.count({ states: [] })).toBe(LIST_COUNT_LIMIT + 1)
      expect(await list.count({ states: ["in_review"] })).toBe(LIST_COUNT_LIMIT + 1)
    })

    const OPEN = ["in_review", "processing", "refund_pending"] as const
    test.each<[string, Partial<DepositPage>, string[]]>([
      ["everything", {}, ["observed_at_id"]],
      ["one state", { filter: { states: ["in_review"] } }, ["state_observed_at_id"]],
      ["the open ones", { filter: { states: OPEN } }, ["state_observed_at_id"]],
      ["every state by name", { filter: { states: DEPOSIT_STATES } }, ["state_observed_at_id"]],
      ["by state", { order: { by: "state", direction: "desc" } }, ["state_observed_at_id"]],
      ["a customer's", { filter: { states: [], customer_id: "cus_7" } }, ["customer_id_observed_at_id"]],
    ])("a page of %s is read from an index in its order", async (_, change, indexes) => {
      const [plan = []] = await plansOf(knex, () => list.page(page(change)))
      for (const index of indexes) expect(plan.join()).toContain(`IDX_onchain_deposit_${index}`)
      expect(plan).not.toContain("all of onchain_deposit")
    })

    test.each(["dep_000500", "0xc4ca4238a0b9", "0xf7", "0xt9"])(
      "a search for %s reads the indexes of texts",
      async (q) => {
        const [plan = []] = await plansOf(knex, () => list.page(page({ filter: { states: [], q } })))
        expect(plan.join()).toMatch(/IDX_onchain_deposit_(search|observed_at)/)
        expect(plan).not.toContain("all of onchain_deposit")
      }
    )
  })
})
