import { Wallet } from "ethers"
import { fillTreasury, letItBePaid, refused, sell, WALLETS } from "./support/refunds"
import { RefundLink, signClaim } from "./support/refund-links"
import { refundLinkInputStories } from "./stories/refund-link-input"
import { storeSuite } from "./support/store-suite"

storeSuite("a link by which a shopper proposes where a refund goes", { jobs: true }, (store) => {
  const api = () => store.merchant.refunds

  const emailOf = async (orderId: string) => {
    const { rows } = await store.db.raw('SELECT email FROM "order" WHERE id = ?', [orderId])
    return String(rows[0].email)
  }
  /** A refund of an order with an open link. */
  const asked = async (amount?: number) => {
    const { orderId, refund } = await sell(store)
    const id = await refund(amount)
    const made = await api().askAddress(id)
    const link = new RefundLink(store.api, made.token, await emailOf(orderId))
    return { orderId, refund, id, link, made }
  }
  const payouts = async () =>
    (await store.sandbox.withdrawals()).map(({ amount, destinationAddress }) => ({
      amount,
      to: destinationAddress,
    }))

  it("is proposed, approved into an address for this refund only, not changed after the payout is confirmed, and paid once", async () => {
    await fillTreasury(store)
    const { id, link, made } = await asked()
    expect(made).toMatchObject({ state: "open", page_path: `/onchain/refund/${made.token}`, sent: null })
    const page = await link.open()
    expect(page.status).toBe(200)
    expect(page.text).toContain("Base")
    expect(await link.propose({ address: WALLETS[0].toLowerCase() })).toMatchObject({ status: 303 })
    expect((await api().view(id)).address_request).toMatchObject({
      state: "proposed",
      is_link_open: true,
      proposal: {
        address: WALLETS[0],
        network_id: "base-mainnet",
        memo: null,
        is_signed: false,
        revision: 1,
      },
      choices: { approve: { is_possible: true }, decline: { is_possible: true } },
    })
    const approved = await api().decideAddress(id, made.id, { address: WALLETS[0], memo: null })
    const destination_id = approved.address_request?.destination_id ?? ""
    expect(approved).toMatchObject({
      address_request: { state: "approved", decided: { by: "merchant@example.com" } },
      destinations: [{ id: destination_id, single_use_refund_id: id, created_by: null }],
    })
    const { destinations } = await store.merchant.get<{ destinations: unknown[] }>(
      "/admin/onchain/destinations"
    )
    expect(destinations).toEqual([])

    const quoted = await api().quote(id, { destination_id, rate: "payment" })
    expect(quoted).toMatchObject({ withdrawal: { quote: { net_amount: expect.any(String) } } })
    await api().act(quoted, "confirm")
    expect(await link.propose({ address: WALLETS[1] })).toMatchObject({
      status: 400,
      text: expect.stringContaining("can no longer be changed"),
    })
    expect((await link.open()).text).not.toContain("<form")
    await letItBePaid(store)
    await api().until(id, "done")
    expect(await payouts()).toEqual([{ amount: "17", to: WALLETS[0] }])
    expect((await link.open()).text).toMatch(/basescan\.org\/tx\/0x/)
    expect((await api().view(id)).address_request).toMatchObject({ state: "used", is_link_open: false })
    const { rows } = await store.db.raw("SELECT state FROM onchain_payout_destination")
    expect(rows).toEqual([{ state: "archived" }])
    await expect(api().askAddress(id)).rejects.toMatchObject(refused(409, /done/, "refund_done"))
  })

  it("does nothing for a caller with an order id, a payment link, or a refund link that is replaced or expired", async () => {
    const { id, orderId, made, link } = await asked()
    const second = await api().askAddress(id)
    const gone = [orderId, id, made.id, made.token, second.token.slice(1), `${second.token}x`]
    const payLink = await store.merchant
      .post<{ page_link: { token: string } }>(`/admin/onchain/orders/${orderId}/pay-link`, {})
      .catch(() => null)
    for (const token of [...gone, ...(payLink ? [payLink.page_link.token] : [])]) {
      const other = new RefundLink(store.api, token, await emailOf(orderId))
      expect(await other.open()).toMatchObject({ status: 404 })
      expect(await other.propose({ address: WALLETS[0] })).toMatchObject({ status: 404 })
    }
    expect((await store.api.get(`/onchain/pay/${second.token}`, { validateStatus: () => true })).status).toBe(
      404
    )
    expect(await link.open()).toMatchObject({ status: 404 })
    await store.db.raw("UPDATE onchain_refund SET link_expires_at = now() - interval '1 second'")
    expect(await new RefundLink(store.api, second.token, "").open()).toMatchObject({ status: 404 })
    await expect(api().decideAddress(id, made.id, { note: "Not yours" }, "decline")).rejects.toMatchObject(
      refused(409, /newer link/, "link_ended")
    )
    expect(await store.db("onchain_refund").where({ id }).first()).toMatchObject({
      ...{ link_id: second.id, address_state: "open", address: null },
    })
  })

  it("voids the approval when the proposal changes: nothing is paid to the old address", async () => {
    await fillTreasury(store)
    const { id, link, made } = await asked()
    await link.propose({ address: WALLETS[0] })
    const first = await api().decideAddress(id, made.id, { address: WALLETS[0] })
    const quoted = await api().quote(id, {
      destination_id: first.address_request?.destination_id ?? "",
      rate: "payment",
    })
    await link.propose({ address: WALLETS[1] })
    await expect(api().act(quoted, "confirm")).rejects.toMatchObject(
      refused(400, /archived/, "destination_archived")
    )
    await expect(api().decideAddress(id, made.id, { address: WALLETS[0] })).rejects.toMatchObject(
      refused(409, /changed the address/, "proposal_changed")
    )
    await api().act(quoted, "cancel")
    const second = await api().decideAddress(id, made.id, { address: WALLETS[1] })
    const destination_id = second.address_request?.destination_id ?? ""
    await api().act(await api().quote(id, { destination_id, rate: "payment" }), "confirm")
    await letItBePaid(store)
    await api().until(id, "done")
    expect(await payouts()).toEqual([{ amount: "17", to: WALLETS[1] }])
    expect((await api().view(id)).history.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "refund.address_requested",
        "refund.address_proposed",
        "refund.address_changed",
        "refund.address_approved",
      ])
    )
  })

  it("shows a valid signature as control of the address, and no other one; is declined with a note, and another is proposed", async () => {
    const wallet = Wallet.createRandom()
    const { id, link, made } = await asked()
    const signature = await signClaim(wallet, await link.open())
    const other = await signClaim(Wallet.createRandom(), await link.open())
    const proposal = async () => (await api().view(id)).address_request?.proposal
    await link.propose({ address: wallet.address, signature: other })
    expect(await proposal()).toMatchObject({ is_signed: false, signature_state: "not_signed" })
    await link.propose({ address: wallet.address, signature })
    expect(await proposal()).toMatchObject({ is_signed: true, address: wallet.address, revision: 1 })
    await link.propose({ address: WALLETS[0] })
    await link.propose({ address: wallet.address, signature })
    // The nonce was used: the signature is a replay.
    expect(await proposal()).toMatchObject({ is_signed: false, address: wallet.address, revision: 3 })

    expect(
      await api().decideAddress(id, made.id, { note: "An exchange's address" }, "decline")
    ).toMatchObject({
      address_request: { state: "declined", decided: { note: "An exchange's address" } },
    })
    expect((await link.open()).text).toContain("cannot use this address")
    await link.propose({ address: WALLETS[0] })
    expect((await api().view(id)).address_request).toMatchObject({ state: "proposed" })
  })

  describe("input", () => refundLinkInputStories(store, asked))
})
