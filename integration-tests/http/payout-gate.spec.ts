import { Modules } from "@medusajs/framework/utils"
import type { OnchainPayoutAccessResponse } from "../../src/types/http"
import { underPayoutOptions } from "./support/payout-options"
import { storeSuite } from "./support/store-suite"
import { hireAdmin } from "./support/withdrawals"

const REFUND = "/admin/onchain/deposits/dep_nothing/refund"
type Headers = Record<string, string>

storeSuite("who may move money out", {}, (store) => {
  const access = async () =>
    (await store.merchant.get<OnchainPayoutAccessResponse>("/admin/onchain/payouts")).payouts
  const me = async () => {
    const [user] = await store.container
      .resolve(Modules.USER)
      .listUsers({ email: "merchant@example.com" }, { select: ["id"] })
    return user?.id ?? ""
  }

  /** What the door answers to somebody, and with which code: 404 is beyond it. */
  async function knock(headers?: Headers): Promise<{ status: number; code?: string; message?: string }> {
    const call = headers
      ? store.api.post(REFUND, {}, { headers })
      : store.merchant.post(REFUND, {}).then(() => ({ status: 200, data: {} }))
    const { status, data } = await call.catch(
      (error: { response: { status: number; data: { code?: string; message?: string } } }) => error.response
    )
    return { status, ...data }
  }
  async function secretKey(): Promise<{ id: string; headers: Headers }> {
    const { api_key } = await store.merchant.post<{ api_key: { id: string; token: string } }>(
      "/admin/api-keys",
      { title: "Till", type: "secret" }
    )
    const basic = Buffer.from(`${api_key.token}:`).toString("base64")
    return { id: api_key.id, headers: { authorization: `Basic ${basic}` } }
  }

  it("is everybody who may use the admin, while nobody is named", async () => {
    expect(await knock()).toMatchObject({ status: 404 })
    expect(await access()).toMatchObject({
      is_on: true,
      code: null,
      reason: null,
      approval: "none",
      limits: [],
    })
    expect((await access()).assets).toContainEqual(
      expect.objectContaining({ network_id: "base-mainnet", token: "USDC", is_possible: true, reason: null })
    )
  })

  it("is who is named, by email in any case or by id, and nobody else", async () => {
    for (const users of [["MERCHANT@example.com"], [await me()]])
      await underPayoutOptions(store, { users }, async () => {
        expect(await knock()).toMatchObject({ status: 404 })
        expect(await access()).toMatchObject({ is_on: true })
      })
    await underPayoutOptions(store, { users: ["treasurer@example.com"] }, async () => {
      const refused = { code: "payouts_not_allowed", message: expect.stringContaining("payouts.users") }
      expect(await knock()).toMatchObject({ status: 403, ...refused })
      expect(await access()).toMatchObject({
        is_on: false,
        code: "payouts_not_allowed",
        reason: refused.message,
      })
      expect((await store.merchant.health()).checks).toContainEqual({
        id: "payout_users",
        status: "warning",
        message: expect.stringContaining("treasurer@example.com"),
      })
    })
  })

  it("is no secret API key, unless that is allowed", async () => {
    const { headers } = await secretKey()
    expect(await knock(headers)).toMatchObject({
      status: 403,
      code: "payouts_api_key",
      message: expect.stringContaining("payouts.allowApiKeys"),
    })
    await underPayoutOptions(store, { allowApiKeys: true }, async () => {
      expect(await knock(headers)).toMatchObject({ status: 404 })
    })
  })

  it("is a secret API key whose maker is named, or that is named itself, and no other", async () => {
    const { id, headers } = await secretKey()
    for (const users of [["merchant@example.com"], [id]])
      await underPayoutOptions(store, { allowApiKeys: true, users }, async () => {
        expect(await knock(headers)).toMatchObject({ status: 404 })
      })
    await underPayoutOptions(store, { allowApiKeys: true, users: ["treasurer@example.com"] }, async () => {
      expect(await knock(headers)).toMatchObject({ status: 403, code: "payouts_not_allowed" })
    })
  })

  it("is one person however often they are named, where it takes two", async () => {
    const row = async () => (await store.merchant.health()).checks.find(({ id }) => id === "payout_users")
    const { id } = await secretKey()
    const both = { approval: "second_user", allowApiKeys: true } as const
    await underPayoutOptions(
      store,
      { ...both, users: [await me(), "MERCHANT@example.com", id] },
      async () => {
        expect(await row()).toMatchObject({
          status: "warning",
          message: expect.stringContaining("nothing can be approved"),
        })
      }
    )
    await hireAdmin(store, "bob")
    await underPayoutOptions(store, { ...both, users: [await me(), "bob@example.com"] }, async () => {
      expect(await row()).toMatchObject({ status: "ok" })
    })
  })

  it("tells the limits, and what is used of them", async () => {
    const limits = [{ token: "USDC", networkId: "base-mainnet", perWithdrawal: "100", perDay: "250" }]
    await underPayoutOptions(store, { limits }, async () => {
      expect((await access()).limits).toEqual([
        {
          token: "USDC",
          network_id: "base-mainnet",
          canonical_asset_id: null,
          per_withdrawal: "100",
          per_day: "250",
          used_today: "0",
        },
      ])
    })
  })
})
