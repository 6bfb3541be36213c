import type {
  OnchainCreateDestinationBody,
  OnchainDestinationDetail,
  OnchainDestinationListResponse,
  OnchainDestinationResponse,
} from "../../src/types/http"
import type { Merchant } from "./support/merchant"
import { placePurchase } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { hireAdmin } from "./support/withdrawals"

const PATH = "/admin/onchain/destinations"
const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const SOL = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"
const ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"

type Body = Partial<OnchainCreateDestinationBody>
const onBase = (change: Body = {}): Body => ({
  label: "Cold wallet",
  network_id: "base-mainnet",
  address: EVM,
  ...change,
})
const onStellar = (change: Body = {}): Body =>
  onBase({ network_id: "stellar-mainnet", address: ACCOUNT, memo: "42", ...change })

const BOTH = ["user_merchant", "user_bob"]
const plugin = { payouts: { approval: "second_user", allowedUsers: BOTH } }

storeSuite("the address book of payouts", { plugin }, (store) => {
  const options = () => store.container.resolve("onchain").options
  let bob: Merchant

  beforeAll(async () => {
    bob = await hireAdmin(store, "bob")
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

  /** Runs the story with other options, and restores them. */
  async function withPayouts(
    change: Partial<ReturnType<typeof options>["payouts"]>,
    story: () => Promise<void>
  ) {
    const before = options().payouts
    options().payouts = { ...before, ...change }
    try {
      await story()
    } finally {
      options().payouts = before
    }
  }

  async function createKey(): Promise<{ username: string; password: string }> {
    const body = { title: "Back office", type: "secret" }
    const { api_key } = await store.merchant.post<{ api_key: { token: string } }>("/admin/api-keys", body)
    return { username: api_key.token, password: "" }
  }

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
    })
    await expect(act(made.id, "approve")).rejects.toMatchObject(
      refused(403, "self_approval", "Another user has to approve")
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

  it("has one row per destination, however often the address is added and by whom", async () => {
    const ids = await Promise.all(
      [onBase(), onBase({ label: "Other" })].map(async (body) => (await add(body)).id)
    )
    const again = await add(onBase({ address: EVM.toUpperCase().replace("0X", "0x") }), bob)
    expect(new Set([...ids, again.id]).size).toBe(1)
    expect((await list()).count).toBe(1)
  })

  it("approves at once where no second user is required", async () => {
    await withPayouts({ approval: "none" }, async () => {
      expect(await add(onBase())).toMatchObject({
        state: "approved",
        approved_by: "merchant@example.com",
        history: [{ action: "destination.created" }, { action: "destination.approved" }],
      })
    })
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

  it("lists, filters and counts those that need approval", async () => {
    const base = await add(onBase())
    const stellar = await add(onStellar({ label: "Exchange" }))
    const sol = await add(onBase({ label: "Sol", network_id: "sol-mainnet", address: SOL }))
    await act(sol.id, "approve", bob)
    const idsOf = async (query: string) => (await list(query)).destinations.map(({ id }) => id)
    expect(await idsOf("")).toEqual([sol.id, stellar.id, base.id])
    expect(await idsOf("?order=created_at&limit=1")).toEqual([base.id])
    expect(await idsOf("?state=approved")).toEqual([sol.id])
    expect(await idsOf("?network_id=stellar-mainnet&purpose=treasury&q=exch")).toEqual([stellar.id])
    expect(await idsOf("?customer_id=cus_nobody")).toEqual([])
    expect(await list("?state=approved")).toMatchObject({ count: 1, limit: 20, offset: 0, waiting: 2 })
  })

  it.each([
    ["?state=lost", "state"],
    ["?purpose=fun", "purpose"],
    ["?order=label", "order"],
    ["?limit=0", "limit"],
    ["?q=", "q"],
    ["?colour=red", "colour"],
  ])("refuses %s and names the field", async (query, field) => {
    await expect(list(query)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining(field) } },
    })
  })

  it.each<[string, Body, string]>([
    ["no address", onBase({ address: undefined }), "address"],
    ["no label", onBase({ label: " " }), "label"],
    ["a label that is too long", onBase({ label: "x".repeat(101) }), "label"],
    ["a label with bidirectional control characters", onBase({ label: "Cold \u202ewallet" }), "label"],
    ["an unknown purpose", Object.assign(onBase(), { is_observed_sender: true }), "is_observed_sender"],
    ["an address with a NUL", onBase({ address: `${EVM}\0` }), "address"],
  ])("refuses %s and names the field", async (_, body, field) => {
    await expect(add(body)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining(field) } },
    })
  })

  it.each<[string, Body, string]>([
    ["a wrong checksum", onBase({ address: EVM.replace("A", "a") }), "checksum"],
    ["an address of another chain", onBase({ address: SOL }), "wrong_chain"],
    ["an address of EVM on Solana", onBase({ network_id: "sol-mainnet" }), "wrong_chain"],
    ["an address that is too short", onBase({ address: EVM.slice(0, -1) }), "length"],
    ["an address that is too long", onBase({ address: `${EVM}0` }), "length"],
    ["no address at all", onBase({ address: "vitalik.eth" }), "malformed"],
    ["a trailing space", onBase({ address: `${EVM} ` }), "whitespace"],
    ["an invisible space", onBase({ address: `${EVM}\u200b` }), "whitespace"],
    ["a letter of another script", onBase({ address: EVM.replace("5a", "5\u0430") }), "homoglyph"],
    ["the zero address", onBase({ address: `0x${"0".repeat(40)}` }), "burn"],
    ["a memo on EVM", onBase({ memo: "42" }), "memo_unsupported"],
    ["no memo on Stellar", onStellar({ memo: undefined }), "memo_missing"],
    ["a memo that is too long", onStellar({ memo: "x".repeat(29) }), "memo_invalid"],
    ["a memo together with has_no_memo", onStellar({ has_no_memo: true }), "memo_conflict"],
    ["a muxed address", onStellar({ address: MUXED, memo: undefined }), "muxed"],
    ["a network that the service does not have", onBase({ network_id: "ghost" }), "unknown_network"],
    [
      "a chain without known rules",
      onBase({ network_id: "nova-mainnet", address: "nova1q" }),
      "unknown_chain",
    ],
  ])("refuses %s", async (_, body, code) => {
    await expect(add(body)).rejects.toMatchObject(refused(400, code, /\.$/))
    expect((await list()).count).toBe(0)
  })

  it("refuses contracts, mints and issuers of the catalog", async () => {
    const { tokens } = await store.container.resolve("onchain").catalog.get()
    const own = tokens.flatMap(({ networkId, contractAddress, tokenMint, issuerAddress }) => {
      const address = contractAddress ?? tokenMint ?? issuerAddress
      return address === undefined || networkId === "nova-mainnet" ? [] : [{ networkId, address }]
    })
    expect(own.length).toBeGreaterThan(5)
    for (const { networkId, address } of own)
      await expect(
        add(onBase({ network_id: networkId, address, ...(networkId.startsWith("stellar") && { memo: "1" }) }))
      ).rejects.toMatchObject(refused(400, "token_contract", "not a wallet"))
  })

  it("refuses a test network in a live store", async () => {
    const before = options().environment
    options().environment = "live"
    try {
      await expect(add(onBase({ network_id: "base-sepolia" }))).rejects.toMatchObject(
        refused(400, "test_network", "Base Sepolia is a test network, and this store is live.")
      )
    } finally {
      options().environment = before
    }
  })

  it("accepts a Stellar address without a memo when has_no_memo is set", async () => {
    expect(await add(onStellar({ memo: undefined, has_no_memo: true }))).toMatchObject({ memo: null })
    expect(await add(onStellar())).toMatchObject({ memo: "42" })
  })

  it("is closed to secret API keys, and to users who are not listed", async () => {
    const auth = await createKey()
    const byKey = (path: string, body: object) => store.api.post(path, body, { auth })
    await expect(byKey(PATH, onBase())).rejects.toMatchObject(
      refused(403, "payouts_api_key", "Secret API keys")
    )
    await withPayouts({ allowedUsers: ["user_bob", "user_eve"] }, async () => {
      await expect(add(onBase())).rejects.toMatchObject(refused(403, "payouts_not_allowed", "You may not"))
      expect((await add(onBase(), bob)).created_by).toBe("bob@example.com")
    })
  })

  it("cannot be approved by a key, or by the owner of the key that added it", async () => {
    const auth = await createKey()
    await withPayouts({ allowApiKeys: true }, async () => {
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

  it("answers 404 for unknown destinations", async () => {
    await expect(view("ocdst_none")).rejects.toMatchObject({ response: { status: 404 } })
    for (const action of ["approve", "archive"] as const)
      await expect(act("ocdst_none", action)).rejects.toMatchObject({ response: { status: 404 } })
    await expect(add(onBase({ refund_id: "ref_none" }))).rejects.toMatchObject({ response: { status: 404 } })
  })
})
