import { eventually } from "./support/eventually"
import { postSigned } from "./support/hand-signed-webhook"
import { installed } from "./support/installed"
import { storeSuite } from "./support/store-suite"

/** A deposit as the service's events describe it. */
const record = (depositId: string, change: object = {}) => ({
  depositId,
  chain: "evm",
  networkId: "base-mainnet",
  asset: { token: "USDC", supported: true },
  amount: { raw: "3000000", display: "3", decimals: 6 },
  transaction: { txHash: `0x${depositId}`, operationIndex: 0, fromAddress: "0xfrom", toAddress: "0xto" },
  assignment: { status: "unassigned_no_intent", safeToFulfill: false },
  resolutionStatus: "review_required",
  safeToFulfill: false,
  ...change,
})

/** Jobs are off: a synchronization would not find these deposits in the service's list. */
storeSuite("the admin API of deposits", {}, (store) => {
  const api = () => store.merchant.deposits
  const tell = async (event: string, data: object) => {
    expect(await postSigned(store, JSON.stringify({ event, data }))).toMatchObject({ status: 200 })
  }
  /** Puts deposits into a list of the service, as a synchronization records it. */
  const listMany = async (ids: string[], change: object = {}) => {
    const { mirror } = store.container.resolve("onchain").deposits
    const listed = ids.map((id) => record(id, change))
    await mirror.recordList(listed, new Date(Date.now() + 3_600_000))
  }
  const idsOf = async (query: string) => (await api().list(query)).deposits.map(({ id }) => id)

  beforeEach(() => store.sandbox.setWebhook(null))

  it("filters, sorts and pages", async () => {
    await listMany(["dep_a", "dep_b"], { observedAt: "2026-11-20T09:00:00Z" })
    await listMany(["dep_c"], { observedAt: "2026-11-20T10:00:00Z", chain: "sol", networkId: "sol-mainnet" })
    await listMany(["dep_b"], { resolutionStatus: "accepted" })
    expect(await idsOf("?order=state")).toEqual(["dep_b", "dep_a", "dep_c"])
    expect(await idsOf("?state=in_review,accepted&limit=2")).toEqual(["dep_c", "dep_b"])
    expect(await idsOf("?chain=sol&network_id=sol-mainnet&token=USDC")).toEqual(["dep_c"])
    expect(await idsOf("?assignment_status=unassigned_no_intent&q=0xDEP_A")).toEqual(["dep_a"])
    const counts = { count: 1, limit: 1, offset: 0 }
    expect(await api().list("?state=accepted&limit=1")).toMatchObject(counts)
  })

  it("refuses unknown filters by name, an assignment without an intent, and deposits that do not exist", async () => {
    for (const [query, field] of [
      ["?state=lost", "state"],
      ["?colour=red", "colour"],
    ] as const)
      await expect(api().list(query)).rejects.toMatchObject({
        response: { status: 400, data: { message: expect.stringContaining(field) } },
      })
    await listMany(["dep_a"])
    await expect(api().act("dep_a", "assign")).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("intent_id") } },
    })
    for (const action of ["accept", "refund"] as const)
      await expect(api().act("dep_none", action)).rejects.toMatchObject({ response: { status: 404 } })
    await expect(api().view("dep_none")).rejects.toMatchObject({ response: { status: 404 } })
  })

  it("keeps an event whose deposit cannot be read, with the reason", async () => {
    await tell("deposit.review_required", record("dep_a", { amount: { raw: "-3" } }))
    const { deliveryAttempts } = store.container.resolve("onchain").options.tuning
    const last = { attempts: deliveryAttempts - 1, next_attempt_at: store.db.fn.now() }
    const row = await eventually(async () => {
      await store.db("onchain_webhook_delivery").where({ state: "received" }).update(last)
      await (await installed("inbox/workers/process-inbox")).processInbox(store.container)
      const { rows } = await store.db.raw("SELECT state, last_error, raw_body FROM onchain_webhook_delivery")
      expect(rows).toMatchObject([{ state: "dead" }])
      return rows[0]
    })
    expect(row.last_error).toContain("amount.raw: expected an integer amount as text")
    expect(row.raw_body).toContain("dep_a")
    expect(await api().list()).toMatchObject({ count: 0 })
  })
})
