import type { DestinationRow } from "../../src/modules/onchain/payout/destination-list"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-change"
import type { RefundAddressRow } from "../../src/modules/onchain/refund/refund-addresses"
import { consent, IN_AN_HOUR, send } from "./withdrawal-stories"
import { together, describeOnchainModule } from "./onchain-module"
import { withdrawalIn, followPayout, plantRefunds, account } from "./rows"

const FIRST = "0x52908400098527886E0F7030069857D2E4169EE7"
const CHANGED = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const MAKER = { id: "user_2", type: "user", ownerId: null }
const APPROVER = { id: "user_1", type: "user", ownerId: null }
const OWNER = { label: "Customer's address", customer_id: null, order_id: "order_1", chain: "evm" }

/** Races are decided by locks, so each is run until both sides had their chance to win. */
const RUNS = Array.from({ length: 8 }, (_, index) => index)

describeOnchainModule(({ service, knex }) => {
  const addresses = () => service.payouts.refunds.addresses
  const ref = { id: "ref_1", payment_id: "ocpay_1" }
  const request = async (): Promise<RefundAddressRow> => {
    const row = await addresses().latestOf("ref_1")
    if (!row) throw new Error("no link was made")
    return row
  }
  const refundState = async (): Promise<string> =>
    (await knex("onchain_refund").where({ id: "ref_1" }).first("state")).state
  const live = () =>
    knex<DestinationRow>("onchain_payout_destination").whereNot({ state: "archived" }).select("*")
  const makeLink = async (): Promise<string> => {
    const made = await addresses().create(ref, MAKER)
    if (made.kind !== "done") throw new Error("the link was refused")
    return made.row.id
  }
  const propose = async (id: string, address: string) => {
    const row = await addresses().find(id)
    return addresses().propose(id, {
      ...{ network_id: "base-mainnet", address, memo: "", has_no_memo: false },
      ...{ checksum: "verified", is_observed_sender: false },
      ...{ signature: null, signature_state: "not_signed", nonce: row?.nonce ?? "" },
    })
  }
  const approve = (id: string, address: string) =>
    addresses().approve(id, { address, memo: "" }, { actor: APPROVER, owner: OWNER })
  /** The approved address, with a payout to it that only has to be confirmed. */
  const quoted = async (): Promise<{ id: string; withdrawal: WithdrawalRow }> => {
    const id = await makeLink()
    await propose(id, FIRST)
    await approve(id, FIRST)
    const [destination] = await live()
    if (!destination) throw new Error("nothing was approved")
    const { id: destination_id, address: destination_address } = destination
    const withdrawal = await withdrawalIn(
      knex,
      { state: "quoted", quote_id: "quote_1", quote_expires_at: IN_AN_HOUR },
      {
        ...{ kind: "refund", refund_id: "ref_1", payment_id: "ocpay_1", request_key: "refund_ref_1_1" },
        ...{ destination_id, destination_address },
      }
    )
    await followPayout(knex, withdrawal.id)
    return { id, withdrawal }
  }
  const confirm = (row: WithdrawalRow) => send(service.payouts.withdrawals, row, consent())

  beforeEach(() => plantRefunds(knex, ["ref_1"]))

  test.each(RUNS)("approved or changed at once: only what was read is approved (run %i)", async () => {
    const id = await makeLink()
    await propose(id, FIRST)
    const [approved, changed] = await Promise.all([approve(id, FIRST), propose(id, CHANGED)])
    expect(changed.kind).toBe("store")
    // Whichever came first, the address that was replaced takes nothing, and the new one is not approved.
    expect(await live()).toEqual([])
    expect(await request()).toMatchObject({ state: "proposed", address: CHANGED, destination_id: null })
    if (approved.kind === "refused") expect(approved.refusal).toEqual({ code: "proposal_changed" })
  })

  test.each(RUNS)("changed or confirmed at once: never a payout to a replaced address (run %i)", async () => {
    const { id, withdrawal } = await quoted()
    const [sent, changed] = await Promise.all([confirm(withdrawal), propose(id, CHANGED)])
    if (sent) {
      expect(changed).toEqual({ kind: "refused", refusal: { code: "payout_confirmed" } })
      expect(await request()).toMatchObject({ state: "approved", address: FIRST })
      expect(sent.destination_address).toBe(FIRST)
    } else {
      expect(changed).toMatchObject({ kind: "store", voids: withdrawal.destination_id })
      expect(await live()).toEqual([])
      expect(await refundState()).toBe("quoted")
    }
  })

  test.each(RUNS)(
    "changed, approved and confirmed at once: one address is paid at most (run %i)",
    async () => {
      const { id, withdrawal } = await quoted()
      const [sent, changed, approved] = await Promise.all([
        confirm(withdrawal),
        propose(id, CHANGED),
        approve(id, CHANGED),
      ])
      const destinations = await live()
      expect(destinations.length).toBeLessThanOrEqual(1)
      expect(changed.kind).toBe(sent ? "refused" : "store")
      if (sent) {
        expect(approved.kind).toBe("refused")
        expect(destinations).toMatchObject([{ id: withdrawal.destination_id, address: FIRST }])
      } else if (approved.kind === "done") expect(destinations).toMatchObject([{ address: CHANGED }])
      // The payout to the replaced address can never be confirmed again.
      expect(await confirm(withdrawal)).toBeUndefined()
    }
  )

  test("a newer link or a declined proposal stops a payout to what was approved", async () => {
    const { withdrawal } = await quoted()
    await makeLink()
    expect(await confirm(withdrawal)).toBeUndefined()
    expect(await live()).toEqual([])
    expect(await request()).toMatchObject({ state: "open" })
  })

  test("declined or confirmed at once: one of both", async () => {
    const { id, withdrawal } = await quoted()
    const [sent, declined] = await Promise.all([
      confirm(withdrawal),
      addresses().decline(id, APPROVER.id, "Not yours"),
    ])
    expect(declined.kind).toBe(sent ? "refused" : "done")
    expect(await live()).toHaveLength(sent ? 1 : 0)
  })

  test("of twenty who approve one does, and of twenty links one is live", async () => {
    await together(20, () => makeLink())
    const rows = await knex<RefundAddressRow>("onchain_refund_address").whereNot({ state: "revoked" })
    expect(rows).toHaveLength(1)
    const id = rows[0]?.id ?? ""
    await propose(id, FIRST)
    const approvals = await together(20, () => approve(id, FIRST))
    expect(approvals.filter(({ kind }) => kind === "done")).toHaveLength(1)
    expect(await live()).toMatchObject([{ address: FIRST, single_use_refund_id: "ref_1" }])
  })

  test("a proposal needs attention, in place of its refund, until it is decided or the refund is paid elsewhere", async () => {
    const counted = async () => {
      const counts = await service.attention.list.counts()
      return ["refund_address", "refund_due"].map((name) => counts.find(({ kind }) => kind === name)?.count)
    }
    const id = await makeLink()
    expect(await counted()).toEqual([0, 1])
    await propose(id, FIRST)
    expect(await counted()).toEqual([1, 0])
    await knex("onchain_refund").where({ id: "ref_1" }).update({ state: "confirmed" })
    expect(await counted()).toEqual([0, 0])
    await knex("onchain_refund").where({ id: "ref_1" }).update({ state: "due" })
    await approve(id, FIRST)
    expect(await counted()).toEqual([0, 1])
  })

  test("rows of another account are never touched", async () => {
    const id = await makeLink()
    await propose(id, FIRST)
    await knex("onchain_refund_address")
      .where({ id })
      .update({ business_id: `${account.business_id}_other` })
    await expect(approve(id, FIRST)).rejects.toThrow(/never deleted/)
    expect(await addresses().latestOf("ref_1")).toBeUndefined()
  })
})
