import { listenToLogs } from "../support/log-listener"
import { deliverAgain, recorder, REFUND_LINKS, sendDue } from "../support/recording-notifications"
import { RefundLink } from "../support/refund-links"
import { fillTreasury, refused, sell, underOptions, WALLETS } from "../support/refunds"
import { GUEST } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"

const { pageUrl: PAGE_URL, template: TEMPLATE } = REFUND_LINKS

/** In a store with the option `refundLinks` of the recording provider, and with its jobs. */
export function refundMessagesStories(store: StoreUnderTest): void {
  let restore: () => void
  beforeAll(() => {
    const { options } = store.container.resolve("onchain")
    const { notifications } = options
    const templates = { ...notifications.templates, awaiting: null, paid: null }
    Object.assign(options, { notifications: { ...notifications, templates } })
    restore = () => void Object.assign(options, { notifications })
  })
  afterAll(() => restore())
  beforeEach(() => recorder.reset())

  const due = async () => {
    const { orderId, refund } = await sell(store)
    return { orderId, id: await refund() }
  }
  const request = (id: string, body: object = { send: true }) => store.merchant.refunds.askAddress(id, body)
  const statusOf = async (token: string) => (await new RefundLink(store.api, token, GUEST).open()).status
  const shown = async () =>
    (
      await store.merchant.get<{ notifications: { template: string; data: object }[] }>(
        "/admin/notifications"
      )
    ).notifications

  const tablesWith = async (text: string) => {
    const { rows: tables } = await store.db.raw(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await store.db.raw("SELECT 1 FROM ?? AS r WHERE r::text LIKE ? LIMIT 1", [
        name,
        `%${text}%`,
      ])
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  it("are the sent refund, once, and none that the store has turned off", async () => {
    await fillTreasury(store)
    const { orderId, id } = await due()
    await store.merchant.refunds.payOut(store, id)
    await sendDue(store)
    await deliverAgain(store)
    expect(recorder.sent).toMatchObject([
      {
        ...{ to: GUEST, template: "onchain.refund_sent" },
        data: {
          ...{ order_id: orderId, refund_id: id, refund_amount: "17", token: "USDC", link: null },
          ...{ network_id: "base-mainnet", tx_hash: expect.any(String) },
          explorer_url: expect.stringMatching(/^https:\/\/basescan\.org\/tx\/.+/),
        },
      },
    ])
  })

  describe("with its link", () => {
    it("goes on request, once, to the order's email, and its token is only in the mail and in the answer", async () => {
      const { orderId, id } = await due()
      expect(await request(id, {})).toMatchObject({ sent: null })
      expect(recorder.sent).toEqual([])
      const log = listenToLogs(store.container)
      const { id: requestId, token, url, sent, expires_at } = await request(id).finally(log.stop)
      expect({ url, sent }).toEqual({ url: PAGE_URL.replace("{token}", token), sent: "sent" })
      expect(recorder.sent).toMatchObject([
        {
          ...{ to: GUEST, template: TEMPLATE },
          data: {
            message_id: `onchain:refundAddress:${requestId}`,
            ...{ order_id: orderId, order_display_id: expect.any(Number), refund_id: id },
            ...{ link: url, link_expires_at: expires_at, token: "USDC", network_id: "base-mainnet" },
            ...{ network_name: "Base", tx_hash: null, explorer_url: null },
          },
        },
      ])
      expect(recorder.sent).toHaveLength(1)
      expect(log.text()).not.toContain(token)
      expect(await shown()).toMatchObject([{ template: TEMPLATE, data: { link: null, refund_id: id } }])
      expect(await tablesWith(token)).toEqual([])
      const link = new RefundLink(store.api, token, GUEST)
      expect(await link.propose({ address: WALLETS[0] })).toMatchObject({ status: 303 })
    })

    it("is not made without an email, is off without a provider, and stays valid when the provider refuses it, with its token in no log", async () => {
      const { orderId, id } = await due()
      const { email } = await store.db("order").where({ id: orderId }).first("email")
      await store.db("order").where({ id: orderId }).update({ email: null })
      await expect(request(id)).rejects.toMatchObject(refused(400, /no email/, "no_email"))
      expect(recorder.sent).toEqual([])
      expect((await store.merchant.refunds.view(id)).address_request).toBeNull()
      await store.db("order").where({ id: orderId }).update({ email })

      await underOptions(store, { notifications: { channel: "sms" } }, async () => {
        const made = await request(id)
        expect(made).toMatchObject({ state: "open", sent: "off" })
        expect(await statusOf(made.token)).toBe(200)
      })
      expect(recorder.sent).toEqual([])
      expect(await shown()).toEqual([])

      const log = listenToLogs(store.container)
      recorder.failWith((message) => `550 ${message.to} refused ${String(message.data.link)}`)
      const made = await request(id).finally(log.stop)
      expect(made).toMatchObject({ state: "open", sent: "failed" })
      expect(await statusOf(made.token)).toBe(200)
      expect(log.text()).toContain(`the link of address request ${made.id} was not sent`)
      expect(log.text()).not.toContain(made.token)
      expect(log.text()).not.toContain(GUEST)
      expect(await shown()).toMatchObject([{ template: TEMPLATE, data: { link: null, refund_id: id } }])
    })
  })
}
