import { createHmac } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { seedAdmin } from "../../demo/store/seed/admin"
import { bearer, Clerk, type Headers, type Target } from "./support/clerk"
import { paidByPlace } from "./support/payout-ledger"
import { fillTreasury, underOptions } from "./support/refunds"
import { storeSuite } from "./support/store-suite"
import { UNTIL_PAID_MS } from "./support/withdrawals"

const BOSS = "merchant@example.com"

storeSuite("a clerk with a login and the right to invite", {}, (store) => {
  const idOf = async (email: string) => {
    const users = await store.container.resolve(Modules.USER).listUsers({ email }, { select: ["id"] })
    return users[0]?.id ?? ""
  }

  /** Texts that could be mistaken for the boss's email or id. */
  const textsLike = (id: string) => [
    id,
    id.toUpperCase(),
    ` ${id} `,
    `\u200b${id}`,
    "MERCHANT@example.com",
    "merchant@ex\u0430mple.com",
  ]

  /** Forged tokens that name the boss, signed without the store's secret. */
  const forged = (id: string): Headers[] => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = { actor_id: id, actor_type: "user", auth_identity_id: "authid_x", exp: 4_000_000_000 }
    const unsigned = `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`
    const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`
    const wrong = createHmac("sha256", "guess").update(signed).digest("base64url")
    return [unsigned, `${signed}.${wrong}`, `${signed}.`].map(bearer)
  }

  async function everyWay(clerk: Clerk, own: Headers, bossId: string, target: Target): Promise<void> {
    await clerk.attack("own login", own, target)
    for (const text of textsLike(bossId)) {
      const invited = await clerk.invite(own, text)
      if (!invited) continue
      await clerk.attack(`invited as "${text}"`, invited, target)
      const key = await clerk.makeKey(invited, "secret", bossId)
      if (key) await clerk.attack(`key of the one invited as "${text}"`, key, target)
    }
    const key = await clerk.makeKey(own, "secret", bossId)
    if (!key) throw new Error("Medusa gave the clerk no key")
    await clerk.attack("own key", key, target)
    const second = await clerk.makeKey(key, "secret", bossId)
    if (second) await clerk.attack("key that a key has made", second, target)
    const publishable = await clerk.makeKey(own, "publishable")
    if (publishable) await clerk.attack("publishable key", publishable, target)
    for (const headers of forged(bossId)) await clerk.attack("forged token", headers, target)

    const customer = await clerk.register(bossId, "customer")
    await clerk.post("/store/customers", { email: BOSS }, { ...bearer(customer) })
    const shopper = await clerk.login(bossId, undefined, "customer")
    if (shopper) await clerk.attack("customer", shopper, target)

    await clerk.post("/auth/user/emailpass/reset-password", { identifier: BOSS })
    const registration = await clerk.register(`reset-${bossId}@example.com`)
    for (const headers of [own, bearer(registration), ...forged(bossId), {}]) {
      await clerk.post("/auth/user/emailpass/update", { email: BOSS, password: "stolen word" }, headers)
      await clerk.post("/auth/emailpass/user", { email: BOSS, actor_id: bossId }, headers)
    }
    for (const password of ["stolen word", "wrong"]) expect(await clerk.login(BOSS, password)).toBeNull()
    const me = await idOf("clerk@example.com")
    await clerk.post(`/admin/users/${me}`, { email: BOSS, id: bossId, metadata: { id: bossId } }, own)
    const renamed = await clerk.login("clerk@example.com")
    if (renamed) await clerk.attack("changed user", renamed, target)
  }

  it("moves no money by any route, and sets no destination, where API keys are allowed", async () => {
    await fillTreasury(store)
    const api = store.merchant.withdrawals
    const bossId = await idOf(BOSS)
    await seedAdmin(store.container, { email: "clerk@example.com", password: "correct horse battery" })
    const clerk = new Clerk(store)
    const own = await clerk.login("clerk@example.com")
    if (!own) throw new Error("the clerk cannot log in")
    await underOptions(store, { payouts: { allowApiKeys: true, allowedUsers: [bossId] } }, async () => {
      const destinationId = await api.destination()
      const asked = await api.request(destinationId, { amount: "5" })
      const target = { destinationId, withdrawalId: asked.id, quoteId: asked.quote?.id ?? "" }
      await everyWay(clerk, own, bossId, target)
      expect(clerk.breaches).toEqual([])
      expect(clerk.tries).toBeGreaterThan(250)
      expect(await store.sandbox.withdrawals()).toEqual([])

      const sent = await api.consent(asked)
      await store.sandbox.advance(UNTIL_PAID_MS)
      await store.quiet()
      expect(await api.until(sent.id, "completed")).toMatchObject({ amount: "5" })

      await store.api.delete(`/admin/users/${bossId}`, { headers: own })
      const heir = await clerk.invite(own, BOSS)
      if (!heir) throw new Error("Medusa let nobody have the email of a deleted user")
      await clerk.attack("new user with the boss's email", heir, target)
      await expect(store.merchant.post("/admin/onchain/destinations", {})).rejects.toMatchObject({
        response: { status: expect.any(Number) },
      })
      expect(clerk.breaches).toEqual([])
    })
    expect((await paidByPlace(store.sandbox)).moves).toBe(1)
    const { rows } = await store.db.raw("SELECT created_by FROM onchain_payout_destination")
    expect(rows).toEqual([{ created_by: bossId }])
  })
})
