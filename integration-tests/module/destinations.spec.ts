import type { DestinationRow } from "../../src/modules/onchain/payout/destination-list"
import type { Approval } from "../../src/domain/payout/payout-gate"
import {
  DESTINATION,
  type DestinationResult,
  Destinations,
  type NewDestination,
} from "../../src/modules/onchain/payout/destinations"
import { deposit, mirrorOf } from "./deposit-rows"
import { together } from "./module-database"
import { describeOnchainModule } from "./onchain-module"
import { withdrawalIn } from "./payout-rows"
import { scope } from "./scope"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const destination = (change: Partial<NewDestination> = {}): NewDestination => ({
  label: "Cold wallet",
  purpose: "treasury",
  customer_id: null,
  order_id: null,
  payment_id: null,
  chain: "evm",
  network_id: "base-mainnet",
  address: ADDRESS,
  memo: "",
  has_no_memo: false,
  checksum: "verified",
  is_observed_sender: false,
  created_by: "user_ada",
  created_by_owner: null,
  ...change,
})
const bob = { id: "user_bob", type: "user", mayBeOwn: false }

describeOnchainModule(({ service, knex }) => {
  const book = () => service.payouts.destinations
  const bookWith = (approval: Approval) => new Destinations(knex, { ...scope, payouts: { approval } })
  const add = async (change: Partial<NewDestination> = {}, isApproved = false): Promise<DestinationRow> =>
    (await book().create(destination(change), isApproved)).row
  /** A decision that changed nothing becomes `undefined`. */
  const done = (result: DestinationResult) => (result.kind === "done" ? result.row : undefined)
  const approve = async (id: string, { mayBeOwn, ...actor }: typeof bob) =>
    done(await bookWith(mayBeOwn ? "none" : "second_user").approve(id, actor))
  const archive = async (id: string, actorId: string) => done(await book().archive(id, actorId))
  const actionsOf = async (id: string) =>
    (await book().history(id)).map(({ action, actor_id }) => `${action} ${actor_id}`)

  test("an address that is added needs approval, and names who added it", async () => {
    const { row, isNew } = await book().create(destination({ created_by_owner: "user_eve" }), false)
    expect(isNew).toBe(true)
    expect(row).toMatchObject({
      ...destination({ created_by_owner: "user_eve" }),
      id: expect.stringMatching(/^ocdst_/),
      state: "pending",
      approved_by: null,
      approved_at: null,
    })
    expect(await actionsOf(row.id)).toEqual(["destination.created user_ada"])
  })

  test("where no approval is needed, it is approved at once, and both are recorded in order", async () => {
    const row = await add({}, true)
    expect(row).toMatchObject({ state: "approved", approved_by: "user_ada", approved_at: expect.any(Date) })
    expect(await actionsOf(row.id)).toEqual(["destination.created user_ada", "destination.approved user_ada"])
  })

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
      expect(await book().list.count({ state: "approved" })).toBe(1)
      expect(await book().list.count({ state: "pending" })).toBe(2)
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
    await mirrorOf(knex).record(sent)
    expect(await own()).toBe("deposit")
  })

  test("a refund is offered approved addresses of its customer and of its payment, on its network", async () => {
    const network = { chain: "evm", networkId: "base-mainnet" }
    const hers = await add({ purpose: "refund", customer_id: "cus_ada", memo: "1" }, true)
    const nobodys = await add({ purpose: "refund", payment_id: "ocpay_1", memo: "2" }, true)
    await add({ purpose: "refund", payment_id: "ocpay_2", memo: "6" }, true)
    await add({ purpose: "refund", customer_id: "cus_eve", payment_id: "ocpay_1", memo: "7" }, true)
    await add({ purpose: "refund", customer_id: "cus_eve", memo: "3" }, true)
    await add({ purpose: "refund", customer_id: "cus_ada", memo: "4" })
    await add({ purpose: "refund", customer_id: "cus_ada", network_id: "eth-mainnet" }, true)
    await add({ memo: "5" }, true)
    const idsFor = async (customerId: string | null, paymentId: string) =>
      (await book().listForRefund(network, { customerId, paymentId, refundId: "ref_1" }))
        .map(({ id }) => id)
        .sort()
    expect(await idsFor("cus_ada", "ocpay_1")).toEqual([hers.id, nobodys.id].sort())
    expect(await idsFor("cus_ada", "ocpay_3")).toEqual([hers.id])
    expect(await idsFor(null, "ocpay_1")).toEqual([nobodys.id])
    expect(await idsFor(null, "ocpay_3")).toEqual([])
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
