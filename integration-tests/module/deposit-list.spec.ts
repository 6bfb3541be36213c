import { DepositList, type DepositPage } from "../../src/modules/onchain/deposit/deposit-list"
import { describeOnchainModule } from "./onchain-module"
import { inReview, mirrorOf, deposit, scope } from "./rows"

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
    ["found by id", { filter: { states: [], q: "DEP_C" } }, ["dep_c"]],
    ["found by hash, whatever its case", { filter: { states: [], q: "0xabc" } }, ["dep_c", "dep_b", "dep_a"]],
    ["found by the beginning of an address", { filter: { states: [], q: "gfr" } }, ["dep_d"]],
    ["found by text that means something to LIKE", { filter: { states: [], q: "0x100%_" } }, ["dep_d"]],
    ["not found by a percent sign", { filter: { states: [], q: "%" } }, []],
  ])("%s", async (_, change, ids) => {
    expect(await idsOf(change)).toEqual(ids)
    const whole = await list.count(page(change).filter)
    expect(whole).toBe((await idsOf({ ...change, limit: 100, offset: 0 })).length)
  })
})
