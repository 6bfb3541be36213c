import type { RefundLink } from "../support/refund-links"
import { WALLETS } from "../support/refunds"
import type { StoreUnderTest } from "../support/store-suite"

/** What a shopper may enter on the page of a refund link. @param asked makes a refund with an open link */
export function refundLinkInputStories(
  store: StoreUnderTest,
  asked: () => Promise<{ id: string; link: RefundLink }>
): void {
  const stored = (id: string) => store.db("onchain_refund").where({ id }).first()

  const nothing = { address_state: "open", address: null, address_revision: 0 }
  const wrong: [Parameters<RefundLink["propose"]>[0], string][] = [
    [{ network_id: "eth-mainnet" }, "cannot be paid on this network"],
    [{ address: "0x52908400098527886E0F7030069857D2E4169Ee7" }, "not a valid address"],
    [{ address: "0x0000000000000000000000000000000000000000" }, "cannot be sent to this address"],
    [{ address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" }, "address of another network"],
    [{ memo: "123" }, "memo does not fit"],
  ]

  it("stores nothing of a wrong network, address or memo, and keeps hostile strings inert", async () => {
    const { id, link } = await asked()
    for (const [change, words] of wrong) {
      const answer = await link.propose({ address: WALLETS[0], ...change })
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(words) })
      expect(await stored(id)).toMatchObject(nothing)
    }
    const hostile = [`"><script>alert(1)</script>`, "\u202e0x52", "💸".repeat(40), "x".repeat(10_000), "a\0b"]
    for (const text of hostile) {
      const answer = await link.propose({ address: text, memo: text, network_id: text, signature: text })
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain("<script>alert")
    }
    for (const text of hostile)
      expect(await link.propose({ address: text, memo: text })).toMatchObject({ status: 400 })
    expect(await stored(id)).toMatchObject(nothing)
    const page = await store.api.get(`/onchain/refund/${encodeURIComponent("<script>")}`, {
      validateStatus: () => true,
    })
    expect(page.status).toBe(404)
  })

  it("pauses after five wrong emails, for the right one too, and takes the email in any case", async () => {
    const { id, link } = await asked()
    const guess = (tries: number) => link.propose({ address: WALLETS[0], email: `guess${tries}@example.com` })
    expect(await guess(0)).toMatchObject({
      status: 400,
      text: expect.stringContaining("not the email of the order"),
    })
    expect(await stored(id)).toMatchObject(nothing)
    for (let tries = 1; tries < 5; tries++) await guess(tries)
    expect(await link.propose({ address: WALLETS[0] })).toMatchObject({
      status: 400,
      text: expect.stringContaining("Too many wrong emails"),
    })
    await store.db.raw("UPDATE onchain_refund SET paused_until = now()")
    expect(await link.propose({ address: WALLETS[0], email: link.email.toUpperCase() })).toMatchObject({
      status: 303,
    })
    expect(await stored(id)).toMatchObject({ address_state: "proposed" })
  })
}
