import type { OnchainPayoutAccessResponse } from "../../../src/types/http"
import { basic, hireAdmin } from "../support/clerk"
import type { StoreUnderTest } from "../support/store-suite"
import { refusalOf } from "../support/withdrawals"
import { underOptions } from "../support/refunds"

const REFUND = "/admin/onchain/deposits/dep_nothing/refund"

export function payoutGateStories(store: StoreUnderTest): void {
  const access = async () =>
    (await store.merchant.get<OnchainPayoutAccessResponse>("/admin/onchain/payouts")).payouts
  const health = () => store.merchant.health()
  const row = async () => (await health()).checks.find(({ id }) => id === "payout_users")

  /** The gate's answer; a 404 means that it let the user pass. */
  const knock = (headers?: Record<string, string>) =>
    refusalOf(headers ? store.api.post(REFUND, {}, { headers }) : store.merchant.post(REFUND, {}))

  it("is every user listed by id, and no other", async () => {
    expect(await knock()).toMatchObject({ status: 404 })
    const open = { is_on: true, code: null, reason: null, approval: "none", limits: [] }
    expect(await access()).toMatchObject(open)
    expect((await access()).assets).toContainEqual(
      expect.objectContaining({ network_id: "base-mainnet", token: "USDC", is_possible: true, reason: null })
    )
    await underOptions(store, { payouts: { allowedUsers: ["USER_MERCHANT"] } }, async () => {
      const refused = { code: "payouts_not_allowed", message: expect.stringContaining("allowedUsers") }
      expect(await knock()).toMatchObject({ status: 403, ...refused })
      expect(await access()).toMatchObject({ is_on: false, code: refused.code, reason: refused.message })
      expect(await row()).toMatchObject({
        status: "warning",
        message: expect.stringContaining("belong to no user of this store: USER_MERCHANT."),
      })
    })
  })

  it("is nobody while the list is empty, and the health page prints the ids to copy", async () => {
    await hireAdmin(store, "bob")
    await underOptions(store, { payouts: { allowedUsers: [] } }, async () => {
      expect(await knock()).toMatchObject({
        status: 403,
        code: "payouts_not_allowed",
        message: expect.stringContaining("Settings > Crypto payments"),
      })
      const { payout_users } = await health()
      expect(payout_users).toMatchObject([
        { id: "user_merchant", email: "merchant@example.com", is_allowed: false, is_email_unusual: false },
        { id: "user_bob", email: "bob@example.com", is_allowed: false },
      ])
      expect(await row()).toMatchObject({
        status: "warning",
        message: expect.stringContaining("user_merchant (merchant@example.com), user_bob (bob@example.com)"),
      })
    })
    expect((await health()).payout_users.map(({ is_allowed }) => is_allowed)).toEqual([true, true])
    expect(await row()).toMatchObject({ status: "ok" })
  })

  it("is not a secret API key, unless that is allowed", async () => {
    const { api_key } = await store.merchant.post<{ api_key: { token: string } }>("/admin/api-keys", {
      title: "Till",
      type: "secret",
    })
    const headers = basic(api_key.token)
    expect(await knock(headers)).toMatchObject({
      status: 403,
      code: "payouts_api_key",
      message: expect.stringContaining("payouts.allowApiKeys"),
    })
    await underOptions(store, { payouts: { allowApiKeys: true } }, async () => {
      expect(await knock(headers)).toMatchObject({ status: 404 })
    })
  })
}
