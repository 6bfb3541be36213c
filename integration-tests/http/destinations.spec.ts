import type {
  OnchainCreateDestinationBody,
  OnchainDestinationDetail,
  OnchainDestinationListResponse,
  OnchainDestinationResponse,
} from "../../src/types/http"
import { hireAdmin } from "./support/clerk"
import type { Merchant } from "./support/merchant"
import { placePurchase } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { underOptions } from "./support/refunds"

const PATH = "/admin/onchain/destinations"
const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

type Body = Partial<OnchainCreateDestinationBody>
const onBase = (change: Body = {}): Body => ({
  label: "Cold wallet",
  network_id: "base-mainnet",
  address: EVM,
  ...change,
})
const onStellar = (change: Body = {}): Body =>
  onBase({ network_id: "stellar-mainnet", address: ACCOUNT, memo: "42", ...change })

storeSuite("the address book of payouts", {}, (store) => {
  const payouts = () => store.container.resolve("onchain").options.payouts
  let bob: Merchant

  beforeAll(async () => {
    payouts().approval = "second_user"
    bob = await hireAdmin(store, "bob")
  })
  afterAll(() => {
    Object.assign(payouts(), { approval: "none", allowedUsers: ["user_merchant"] })
  })

  const add = async (body: Body, by: Merchant = store.merchant): Promise<OnchainDestinationDetail> =>
    (await by.post<OnchainDestinationResponse>(PATH, body)).destination
  const act = async (id: string, action: "approve" | "archive", by: Merchant = store.merchant) =>
    (await by.post<OnchainDestinationResponse>(`${PATH}/${id}/${action}`, {})).destination
  const view = async (id: string, by: Merchant = store.merchant) =>
    (await by.get<OnchainDestinationResponse>(`${PATH}/${id}`)).destination
  const list = (query = "") => store.merchant.get<OnchainDestinationListResponse>(`${PATH}${query}`)
  const refused = (status: number, code: string, words: string | RegExp) => ({
    response: { status, data: { code, message: expect.stringMatching(words) } },
  })

  it("accepts an address, normalizes its checksum, and has another user approve it", async () => {
    const made = await add(onBase({ address: EVM.toLowerCase() }))
    expect(made).toMatchObject({
      id: expect.stringMatching(/^ocdst_/),
      label: "Cold wallet",
      state: "pending",
      purpose: "treasury",
      chain: "evm",
      network_id: "base-mainnet",
      network_name: "Base",
      address: EVM,
      memo: null,
      checksum: "absent",
      is_observed_sender: false,
      customer: null,
      created_by: "merchant@example.com",
      approved_by: null,
      last_used_at: null,
      history: [{ action: "destination.created", by: "merchant@example.com" }],
    })
    expect(made.choices.approve).toEqual({
      is_possible: false,
      reason: "Another user must approve what you requested.",
      details: [{ code: "payout.self_approval", params: {} }],
    })
    await expect(act(made.id, "approve")).rejects.toMatchObject(
      refused(403, "self_approval", "Another user must approve")
    )
    expect((await view(made.id, bob)).choices.approve).toEqual({ is_possible: true, reason: null })
    expect(await act(made.id, "approve", bob)).toMatchObject({
      state: "approved",
      approved_by: "bob@example.com",
      history: [{ action: "destination.created" }, { action: "destination.approved", by: "bob@example.com" }],
    })
    await expect(act(made.id, "approve", bob)).rejects.toMatchObject(
      refused(409, "already_done", /^bob@example\.com approved it on .* UTC\.$/)
    )
  })

  it("archives a destination, which can be added again", async () => {
    const { id } = await add(onStellar())
    expect(await act(id, "archive")).toMatchObject({
      state: "archived",
      choices: { archive: { is_possible: false } },
    })
    await expect(act(id, "archive", bob)).rejects.toMatchObject(
      refused(409, "already_done", /^merchant@example\.com archived it on/)
    )
    await expect(act(id, "approve", bob)).rejects.toMatchObject(
      refused(409, "already_done", /archived it on/)
    )
    expect((await add(onStellar())).id).not.toBe(id)
  })

  it("lists, filters and counts", async () => {
    const base = await add(onBase())
    const stellar = await add(onStellar({ label: "Exchange" }))
    await act(stellar.id, "approve", bob)
    const idsOf = async (query: string) => (await list(query)).destinations.map(({ id }) => id)
    expect(await idsOf("?order=created_at&limit=1")).toEqual([base.id])
    expect(await idsOf("?network_id=stellar-mainnet&purpose=treasury&q=exch")).toEqual([stellar.id])
    expect(await idsOf("?customer_id=cus_nobody")).toEqual([])
    expect(await list("?state=approved")).toMatchObject({ count: 1, limit: 20, offset: 0 })
  })

  it.each<[string, Body, string]>([
    ["a wrong checksum", onBase({ address: EVM.replace("A", "a") }), "checksum"],
    ["no memo on Stellar", onStellar({ memo: undefined }), "memo_missing"],
    ["a network that the service does not have", onBase({ network_id: "ghost" }), "unknown_network"],
  ])("refuses %s", async (_, body, code) => {
    await expect(add(body)).rejects.toMatchObject(refused(400, code, /\.$/))
    expect((await list()).count).toBe(0)
  })

  it("on an unknown chain takes address and memo twice, and a second user whatever the rule is", async () => {
    const nova: Body = { ...onBase(), network_id: "nova-mainnet", address: "nova1qcold", memo: "42" }
    const twice = { ...nova, address_again: "nova1qcold", memo_again: "42" }
    await underOptions(store, { payouts: { approval: "none" } }, async () => {
      expect(await add(onBase())).toMatchObject({ state: "approved" })
      for (const [body, code] of [
        [nova, "address_differs"],
        [{ ...twice, address_again: "nova1qcolt" }, "address_differs"],
        [{ ...twice, memo_again: "43" }, "memo_differs"],
        [{ ...twice, memo: undefined, memo_again: undefined }, "memo_missing"],
      ] as const)
        await expect(add(body)).rejects.toMatchObject(refused(400, code, /\.$/))
      await underOptions(store, { payouts: { allowedUsers: ["user_merchant"] } }, async () => {
        await expect(add(twice)).rejects.toMatchObject(
          refused(403, "second_user_missing", "Add a second user to payouts.allowedUsers")
        )
      })
      const { id, state, checksum } = await add(twice)
      expect([state, checksum]).toEqual(["pending", "absent"])
      expect((await list("?state=pending")).destinations.map((one) => one.id)).toEqual([id])
      await expect(act(id, "approve")).rejects.toMatchObject(refused(403, "self_approval", "Another user"))
      expect(await act(id, "approve", bob)).toMatchObject({ state: "approved", memo: "42" })
      expect((await list("?state=approved")).count).toBe(2)
    })
  })

  it("refuses a contract of the catalog", async () => {
    const { tokens } = await store.container.resolve("onchain").catalog.get()
    const usdc = tokens.find(({ networkId, token }) => networkId === "base-mainnet" && token === "USDC")
    await expect(add(onBase({ address: usdc?.contractAddress }))).rejects.toMatchObject(
      refused(400, "token_contract", "not a wallet")
    )
  })

  it("cannot be approved by a key, or by the owner of the key that added it", async () => {
    const key = { title: "Back office", type: "secret" }
    const { api_key } = await store.merchant.post<{ api_key: { token: string } }>("/admin/api-keys", key)
    const auth = { username: api_key.token, password: "" }
    await underOptions(store, { payouts: { allowApiKeys: true } }, async () => {
      const { data } = await store.api.post<OnchainDestinationResponse>(PATH, onBase(), { auth })
      const { id, created_by } = data.destination
      expect(created_by).toBe('API key "Back office"')
      await expect(store.api.post(`${PATH}/${id}/approve`, {}, { auth })).rejects.toMatchObject(
        refused(403, "approver_is_key", "cannot approve")
      )
      await expect(act(id, "approve")).rejects.toMatchObject(refused(403, "self_approval", "Another user"))
      expect(await act(id, "approve", bob)).toMatchObject({ state: "approved" })
    })
  })

  it("of a refund belongs to the customer, on the network of the payment, and to no other use", async () => {
    const { orderId, invoiceId, data } = await placePurchase(store)
    await store.sandbox.payInFull(invoiceId, { amount: `${Number(data.amount) + 3}` })
    await store.quiet()
    const { rows } = await store.db.raw("SELECT id FROM onchain_refund WHERE kind = 'surplus'")
    const refund_id = String(rows[0]?.id)
    await expect(add(onStellar({ refund_id }))).rejects.toMatchObject(
      refused(400, "destination_wrong_network", "The money came on base-mainnet and goes back there.")
    )
    const made = await add(onBase({ refund_id }))
    const { order } = await store.merchant.get<{ order: { customer_id: string; email: string } }>(
      `/admin/orders/${orderId}?fields=customer_id,email`
    )
    expect(made).toMatchObject({
      purpose: "refund",
      is_observed_sender: false,
      customer: { id: order.customer_id, email: order.email },
    })
    expect((await add(onBase({ refund_id }))).id).toBe(made.id)
    await expect(add(onBase())).rejects.toMatchObject(
      refused(400, "destination_not_for_this", /is in the address book already, as "Cold wallet"/)
    )
    await store.db.raw("UPDATE onchain_payout_destination SET customer_id = 'cus_other', payment_id = NULL")
    await expect(add(onBase({ refund_id }))).rejects.toMatchObject(
      refused(400, "destination_not_for_this", /for another customer's refunds/)
    )
  })
})
