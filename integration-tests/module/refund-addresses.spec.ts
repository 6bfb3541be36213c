import type { DestinationRow } from "../../src/modules/onchain/payout/destinations"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import type { RefundRow } from "../../src/modules/onchain/refund/refund-ledger"
import { consent, IN_AN_HOUR, send } from "./withdrawal-stories"
import { together, describeOnchainModule } from "./onchain-module"
import { withdrawalIn, followPayout, plantRefunds, account } from "./rows"

const FIRST = "0x52908400098527886E0F7030069857D2E4169EE7"
const CHANGED = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const MAKER = { id: "user_2", type: "user", ownerId: null }
const APPROVER = { id: "user_1", type: "user", ownerId: null }
const OWNER = {
  label: "Customer's address",
  is_observed_sender: false,
  customer_id: null,
  order_id: "order_1",
  chain: "evm",
}

/** Races are decided by locks, so each is run until both sides had their chance to win. */
const RUNS = Array.from({ length: 8 }, (_, index) => index)

describeOnchainModule(({ service, knex }) => {
  const addresses = () => service.refunds.addresses
  const request = async (): Promise<RefundRow> => {
    const refund = await service.refunds.find("ref_1")
    if (!refund) throw new Error("the refund is not there")
    return refund
  }
  const linkOf = (link_id: string) => ({ refund_id: "ref_1", link_id })
  const live = () =>
    knex<DestinationRow>("onchain_payout_destination").whereNot({ state: "archived" }).select("*")
  const makeLink = async (): Promise<string> => {
    const made = await addresses().create("ref_1", MAKER)
    if ("refusal" in made) throw new Error("the link was refused")
    return made.refund.link_id
  }
  const propose = async (id: string, address: string) => {
    const { link_nonce } = await request()
    return addresses().propose(linkOf(id), {
      ...{ address, address_memo: "", has_no_memo: false, address_checksum: "verified" },
      ...{ is_address_signed: false, link_nonce: link_nonce ?? "" },
    })
  }
  const approve = (id: string, address: string) =>
    addresses().approve(linkOf(id), { address, memo: "" }, { actor: APPROVER, owner: OWNER })
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
        ...{ refund_id: "ref_1", payment_id: "ocpay_1", request_key: "refund_ref_1_1" },
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
    expect(await request()).toMatchObject({
      address_state: "proposed",
      address: CHANGED,
      destination_id: null,
    })
    if (approved) expect(approved).toEqual({ code: "proposal_changed" })
  })

  test.each(RUNS)("changed or confirmed at once: never a payout to a replaced address (run %i)", async () => {
    const { id, withdrawal } = await quoted()
    const [sent, changed] = await Promise.all([confirm(withdrawal), propose(id, CHANGED)])
    if (sent) {
      expect(changed).toEqual({ kind: "refused", refusal: { code: "payout_confirmed" } })
      expect(await request()).toMatchObject({ address_state: "approved", address: FIRST })
      expect(sent.destination_address).toBe(FIRST)
    } else {
      expect(changed).toEqual({ kind: "store" })
      expect(await live()).toEqual([])
      expect((await request()).state).toBe("quoted")
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
        expect(approved).not.toBeNull()
        expect(destinations).toMatchObject([{ id: withdrawal.destination_id, address: FIRST }])
      } else if (approved === null) expect(destinations).toMatchObject([{ address: CHANGED }])
      // The payout to the replaced address can never be confirmed again.
      expect(await confirm(withdrawal)).toBeUndefined()
    }
  )

  test("a newer link or a declined proposal stops a payout to what was approved", async () => {
    const { withdrawal } = await quoted()
    await makeLink()
    expect(await confirm(withdrawal)).toBeUndefined()
    expect(await live()).toEqual([])
    expect(await request()).toMatchObject({ address_state: "open" })
  })

  test("declined or confirmed at once: one of both", async () => {
    const { id, withdrawal } = await quoted()
    const [sent, declined] = await Promise.all([
      confirm(withdrawal),
      addresses().decline(linkOf(id), APPROVER.id, "Not yours"),
    ])
    expect(declined === null).toBe(!sent)
    expect(await live()).toHaveLength(sent ? 1 : 0)
  })

  test("of twenty who approve one does, and of twenty links one works", async () => {
    const ids = await together(20, () => makeLink())
    const proposals = await Promise.all(ids.map((made) => propose(made, FIRST)))
    expect(proposals.filter(({ kind }) => kind === "store")).toHaveLength(1)
    const id = (await request()).link_id ?? ""
    const approvals = await together(20, () => approve(id, FIRST))
    expect(approvals.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(await live()).toMatchObject([{ address: FIRST, single_use_refund_id: "ref_1" }])
  })

  test("a proposal needs attention, in place of its refund, until it is decided or the refund is paid elsewhere", async () => {
    const counted = () =>
      Promise.all(
        (["refund_address", "refund_due"] as const).map((kind) => service.attention.list.count(kind))
      )
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
    await knex("onchain_refund").update({ business_id: `${account.business_id}_other` })
    expect(await approve(id, FIRST)).toEqual({ code: "link_ended" })
    expect(await live()).toEqual([])
  })
})
