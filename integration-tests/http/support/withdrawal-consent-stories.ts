import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import type { OnchainPayoutAccessResponse } from "../../../src/types/http"
import { underPayoutOptions } from "./payout-options"
import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"
import { hireAdmin, historyOf, payoutsOf, refusalOf, WithdrawalApi } from "./withdrawals"

const ME = "merchant@example.com"
const SECOND = { approval: "second_user" } as const

/** Stories of who may consent to what, and how often. */
export function withdrawalConsentStories(store: StoreUnderTest): void {
  let api: WithdrawalApi
  let other: WithdrawalApi
  beforeEach(async () => {
    api = new WithdrawalApi(store.merchant)
    other = new WithdrawalApi(await hireAdmin(store, "bob"))
    await fundTreasury(store, "100")
  })
  /** A secret API key, created by the signed-in user. */
  async function byKey(): Promise<WithdrawalApi> {
    const body = { title: "Accounting", type: "secret" }
    const { api_key } = await store.merchant.post<{ api_key: { token: string } }>("/admin/api-keys", body)
    const authorization = `Basic ${Buffer.from(`${api_key.token}:`).toString("base64")}`
    const headers = { authorization }
    return new WithdrawalApi({
      get: async <T>(path: string) => (await store.api.get<T>(path, { headers })).data,
      post: async <T>(path: string, given: object) =>
        (await store.api.post<T>(path, given, { headers })).data,
    })
  }

  it("a repeated request is one withdrawal, and with other values an error", async () => {
    const destinationId = await api.destination()
    const request_id = randomUUID()
    const twice = await Promise.all([
      api.request(destinationId, { request_id }),
      api.request(destinationId, { request_id }),
    ])
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
    expect(await refusalOf(api.request(destinationId, { request_id, amount: "26" }))).toMatchObject({
      status: 409,
      code: "request_reused",
    })
    expect(await api.list()).toMatchObject({ count: 1 })
  })

  it("an expired quote is not confirmed; a new one is requested and read", async () => {
    const asked = await api.request(await api.destination())
    await store.db.raw("UPDATE onchain_withdrawal SET quote_expires_at = now()")
    expect((await api.view(asked.id)).quote).toMatchObject({ is_expired: true })
    expect(await refusalOf(api.consent(asked))).toMatchObject({ status: 409, code: "quote_expired" })
    const again = await api.act(asked, "quote")
    expect(again.quote?.id).not.toBe(asked.quote?.id)
    expect(await refusalOf(api.consent(asked))).toMatchObject({ status: 409, code: "quote_changed" })
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
    expect(await api.consent(again)).toMatchObject({ state: "sent" })
  })

  it("a quote that the service calls expired is requested again, and confirmed again", async () => {
    const asked = await api.request(await api.destination())
    await store.db.raw("UPDATE onchain_withdrawal SET quote_expires_at = NULL")
    await store.sandbox.advance(6 * 60_000)
    expect(await refusalOf(api.consent(asked))).toMatchObject({ status: 409, code: "quote_expired" })
    expect(await api.view(asked.id)).toMatchObject({
      state: "requested",
      quote: null,
      confirmed_by: null,
      sent_at: null,
      last_error: expect.stringContaining("Request a new one"),
    })
    expect(await api.consent(await api.act(asked, "quote"))).toMatchObject({ state: "sent" })
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("a cancelled withdrawal is not sent, and a sent one is not cancelled", async () => {
    const destinationId = await api.destination()
    const asked = await api.request(destinationId)
    expect(await api.act(asked, "cancel")).toMatchObject({ state: "cancelled", waits_for: null })
    expect(await refusalOf(other.consent(asked))).toMatchObject({
      status: 409,
      code: "already_done",
      message: expect.stringContaining(`${ME} cancelled it`),
    })
    const sent = await api.send(destinationId)
    expect(await refusalOf(api.act(sent, "cancel"))).toMatchObject({ status: 409, code: "already_done" })
  })

  it("with a second user, the requester needs another user's approval", async () => {
    await underPayoutOptions(store, SECOND, async () => {
      const destinationId = await api.destination()
      expect(await refusalOf(api.request(destinationId))).toMatchObject({ code: "destination_not_approved" })
      await other.merchant.post(`/admin/onchain/destinations/${destinationId}/approve`, {})
      const asked = await api.request(destinationId)
      const waiting = await api.consent(asked)
      expect(waiting).toMatchObject({
        state: "awaiting_approval",
        waits_for: "approval",
        confirmed_by: ME,
        choices: {
          approve: { is_possible: false, reason: "Another user must approve what you requested." },
        },
      })
      expect(await api.list()).toMatchObject({ waiting: 1 })
      expect(await refusalOf(api.consent(waiting, "approve"))).toMatchObject({
        status: 403,
        code: "self_approval",
      })
      expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
      const sent = await other.consent(await other.view(asked.id), "approve")
      expect(sent).toMatchObject({ state: "sent", approved_by: "bob@example.com" })
      expect(historyOf(sent)).toContain("withdrawal.approved by bob@example.com")
    })
  })

  it("with a second user, a key and its creator count as one user, and so does the user who confirmed", async () => {
    await underPayoutOptions(store, { ...SECOND, allowApiKeys: true }, async () => {
      const destinationId = await api.destination()
      await other.merchant.post(`/admin/onchain/destinations/${destinationId}/approve`, {})
      const key = await byKey()
      const asked = await key.request(destinationId)
      const waiting = await other.consent(asked)
      for (const [by, code] of [
        [key, "approver_is_key"],
        [api, "self_approval"],
        [other, "self_approval"],
      ] as const)
        expect(await refusalOf(by.consent(waiting, "approve"))).toMatchObject({ status: 403, code })
      const third = new WithdrawalApi(await hireAdmin(store, "carol"))
      expect(await third.consent(waiting, "approve")).toMatchObject({ state: "sent" })
    })
  })

  it("a deleted user moves no money, although their login is valid for hours", async () => {
    const carol = new WithdrawalApi(await hireAdmin(store, "carol"))
    const asked = await carol.request(await api.destination())
    const users = store.container.resolve(Modules.USER)
    const [user] = await users.listUsers({ email: "carol@example.com" }, { select: ["id"] })
    await users.softDeleteUsers([user?.id ?? ""])
    expect(await refusalOf(carol.consent(asked))).toMatchObject({ status: 403, code: "payouts_not_allowed" })
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
    await users.restoreUsers([user?.id ?? ""])
    expect(await carol.consent(asked)).toMatchObject({ state: "sent" })
  })

  it("limits apply per withdrawal, per day, and to tokens without one, and are shown with what was sent", async () => {
    const limits = [{ token: "USDC", perWithdrawal: "30", perDay: "50" }]
    await underPayoutOptions(store, { limits }, async () => {
      const destinationId = await api.destination()
      expect(await refusalOf(api.request(destinationId, { amount: "30.01" }))).toMatchObject({
        status: 400,
        code: "limit_exceeded",
        message: "At most 30 USDC at a time; this is 30.01.",
      })
      expect(await refusalOf(api.request(destinationId, { token: "ETH", amount: "1" }))).toMatchObject({
        status: 400,
        code: "no_limit",
      })
      await api.send(destinationId, { amount: "30" })
      const { payouts } = await store.merchant.get<OnchainPayoutAccessResponse>("/admin/onchain/payouts")
      expect(payouts.limits).toEqual([
        {
          ...{ token: "USDC", network_id: null, canonical_asset_id: null },
          ...{ per_withdrawal: "30", per_day: "50", sent_last_day: "30" },
        },
      ])
      const second = await api.request(destinationId, { amount: "21" })
      expect(await refusalOf(api.consent(second))).toMatchObject({
        status: 400,
        code: "limit_exceeded",
        message: "At most 50 USDC in 24 hours; 30 were sent, and this is 21.",
      })
      expect(await api.view(second.id)).toMatchObject({ state: "quoted" })
    })
  })
}
