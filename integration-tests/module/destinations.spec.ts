import {
  type DestinationRow,
  DESTINATION,
  type DestinationResult,
  Destinations,
  type NewDestination,
} from "../../src/modules/onchain/payout/destinations"
import type { Approval } from "../../src/domain/payout/payout-gate"
import { together, describeOnchainModule } from "./onchain-module"
import { deposit, inReview, mirrorOf, newDestination as destination, withdrawalIn, scope } from "./rows"

const bob = { id: "user_bob", type: "user", mayBeOwn: false }

describeOnchainModule(({ service, knex }) => {
  const book = () => service.payouts.destinations
  const bookWith = (approval: Approval) => new Destinations(knex, { ...scope, payouts: { approval } })
  const add = async (change: Partial<NewDestination> = {}, isApproved = false): Promise<DestinationRow> =>
    (await book().create(destination(change), isApproved)).row
  /** A decision that changed nothing becomes `undefined`. */
  const done = (result: DestinationResult) => (result.kind === "done" ? result.row : undefined)
  const approve = async (id: string, { mayBeOwn, ...actor }: typeof bob) =>
    done(await bookWith(mayBeOwn ? "none" : "second_user").act(id, "approve", actor))
  const archive = async (id: string, actorId: string) =>
    done(await book().act(id, "archive", { id: actorId, type: "user" }))
  const actionsOf = async (id: string) =>
    (await book().history(id)).map(({ action, actor_id }) => `${action} ${actor_id}`)

  test("an address that is added fifty times at once is one row with one entry", async () => {
    const made = await together(50, () => book().create(destination(), false))
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(made.map(({ row }) => row.id)).size).toBe(1)
    expect(await knex("onchain_audit_entry").where({ subject_type: DESTINATION })).toHaveLength(1)
  })

  test.each<[string, Partial<NewDestination>]>([
    ["memo", { memo: "7" }],
    ["network", { network_id: "eth-mainnet" }],
    ["address", { address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }],
  ])("another %s is another destination", async (_, change) => {
    const first = await add()
    const { row, isNew } = await book().create(destination(change), false)
    expect(isNew).toBe(true)
    expect(row.id).not.toBe(first.id)
  })

  test("an address, a memo and a purpose are immutable", async () => {
    const first = await add({ purpose: "refund", customer_id: "cus_ada" })
    const { row, isNew } = await book().create(destination({ label: "Mine", customer_id: "cus_eve" }), true)
    expect(isNew).toBe(false)
    expect(row).toEqual(first)
  })

  test("of twenty concurrent approvals, one wins", async () => {
    const { id } = await add()
    const answers = await together(20, (at) =>
      approve(id, { id: `user_${at}`, type: "user", mayBeOwn: false })
    )
    const [winner, ...others] = answers.filter((row) => row !== undefined)
    expect(others).toEqual([])
    expect(await book().find(id)).toMatchObject({ state: "approved", approved_by: winner?.approved_by })
    expect(await actionsOf(id)).toEqual([
      "destination.created user_ada",
      `destination.approved ${winner?.approved_by}`,
    ])
  })

  test("an approval by its creator does not survive the switch to a second user", async () => {
    const { payouts } = service.options
    const own = await add({}, true)
    const seconded = await add({ memo: "7" })
    await approve(seconded.id, { ...bob, mayBeOwn: true })
    const byKey = await add({ memo: "8" })
    await approve(byKey.id, { id: "apk_of_ada", type: "api-key", mayBeOwn: true })
    payouts.approval = "second_user"
    try {
      expect(await book().find(own.id)).toMatchObject({ state: "pending", approved_by: "user_ada" })
      expect(await book().find(seconded.id)).toMatchObject({ state: "approved" })
      expect(await book().find(byKey.id)).toMatchObject({ state: "pending" })
      const countOf = async (state: DestinationRow["state"]) =>
        (await book().list.read({ filter: { state }, direction: "desc", limit: 20, offset: 0 })).count
      expect([await countOf("approved"), await countOf("pending")]).toEqual([1, 2])
      expect(await approve(own.id, { ...bob, id: "user_ada" })).toBeUndefined()
      expect(await approve(own.id, bob)).toMatchObject({ state: "approved", approved_by: "user_bob" })
      expect(await book().find(own.id)).toMatchObject({ state: "approved" })
      expect(await approve(own.id, { ...bob, id: "user_eve" })).toBeUndefined()
    } finally {
      payouts.approval = "none"
    }
    expect(await book().find(byKey.id)).toMatchObject({ state: "approved" })
  })

  test("of a concurrent approval and archiving, archiving wins in the end", async () => {
    const { id } = await add()
    await Promise.all([approve(id, bob), archive(id, "user_eve")])
    expect(await book().find(id)).toMatchObject({ state: "archived", archived_by: "user_eve" })
  })

  test("an address where a deposit arrived is the store's own, once a list of deposits has it", async () => {
    const sent = deposit()
    const own = () => book().ownAddress(sent.chain, "0xTo")
    await mirrorOf(knex).report("deposit.review_required", sent)
    expect(await own()).toBeNull()
    await inReview(knex)
    expect(await own()).toBe("deposit")
  })

  test("the last payout to a destination is known", async () => {
    const { id } = await add()
    const at = new Date("2026-11-23T09:00:00Z")
    await withdrawalIn(knex, { first_sent_at: at }, { destination_id: id })
    await withdrawalIn(knex, {}, { destination_id: id, request_key: "request_2" })
    expect([...(await book().lastUsed([id, "ocdst_other"]))]).toEqual([[id, at]])
    expect([...(await book().lastUsed([]))]).toEqual([])
  })
})
