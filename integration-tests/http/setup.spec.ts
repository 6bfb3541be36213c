import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type {
  OnchainDeliveryResponse,
  OnchainSetupResponse,
  OnchainSetupStepId,
  OnchainWebhookTestResponse,
} from "../../src/types/http"
import { postSigned } from "./support/hand-signed-webhook"
import { MERCHANT } from "./support/merchant"
import { postUnderHost } from "./support/raw-connection"
import { storeSuite } from "./support/store-suite"

const PLUGIN = {
  tuning: { callTimeoutMs: 2_000, callAttempts: 2 },
  payouts: { limits: [{ token: "USDC", perWithdrawal: "100" }] },
  rates: { sources: [{ kind: "fixed", prices: { usd: { USDC: "1" } } }] },
}

storeSuite("the setup", { plugin: PLUGIN }, (store) => {
  const setup = async () => (await store.merchant.get<OnchainSetupResponse>("/admin/onchain/setup")).setup
  const stepOf = async (id: OnchainSetupStepId) => (await setup()).steps.find((step) => step.id === id)
  const states = async () => (await setup()).steps.map(({ id, state, code }) => `${id} ${state} ${code}`)
  const test = async () => {
    const { test } = await store.merchant.post<OnchainWebhookTestResponse>(
      "/admin/onchain/setup/test-webhook",
      {}
    )
    return test
  }
  const options = () => store.container.resolve("onchain").options

  // The process counts webhooks; a restored database is a new store to it.
  beforeEach(() => {
    Object.assign(store.container.resolve("onchain").webhooks.counts, {
      lastAcceptedAt: null,
      lastRejected: null,
    })
  })

  it("lists what is missing in a new store, and is ready after the first event", async () => {
    expect(await states()).toEqual([
      "keys done keys_accepted",
      "environment done environment_fits",
      "provider done provider_registered",
      "regions done regions_enabled",
      "rates done rates_complete",
      "webhooks todo webhooks_none",
      "payouts done payouts_on",
      "payout_users done users_allowed",
      "limits done limits_set",
      "messages optional messages_off",
      "explorers optional explorers_missing",
      "storefront optional return_urls_none",
    ])
    expect(await setup()).toMatchObject({ status: "incomplete", steps_left: 1 })

    await postSigned(store, '{"event":"treasury.swept","data":{}}')
    await store.quiet()
    const found = await setup()
    expect(found).toMatchObject({
      status: "ready",
      steps_left: 0,
      environment: "sandbox",
      health: { status: "ok", problems: 0 },
    })
    for (const { findings } of found.steps) expect(findings).toEqual([])
  })

  it("shows what to copy, prices by currency, and users", async () => {
    const found = await setup()
    expect(found.webhook).toEqual({
      url: `${store.origin}/hooks/onchain`,
      is_local: true,
      can_test: true,
      last_accepted_at: null,
      last_refused: null,
    })
    expect(found.payouts).toEqual({ is_on: true, approval: "none" })
    expect(found.lacking_networks).toEqual([{ id: "linea-mainnet", name: "Linea", tokens: ["ETH", "USDC"] }])
    expect(found.payout_users).toMatchObject([{ id: "user_merchant", is_allowed: true }])
    const [usd] = found.currencies
    expect(usd).toMatchObject({ code: "usd", regions: ["United States"] })
    expect(usd?.rails).toContainEqual(
      expect.objectContaining({ id: "evm:base-mainnet:USDC", price: "1", source: "fixed", reason: null })
    )
    expect(usd?.rails).toContainEqual(
      expect.objectContaining({ token: "USDT", price: null, source: null, reason: "no_rate" })
    )
  })

  describe("a test event", () => {
    const servers: ReturnType<typeof createServer>[] = []
    afterEach(() => {
      Reflect.deleteProperty(options(), "webhookUrl")
      options().environment = "sandbox"
      for (const server of servers.splice(0)) server.close()
    })

    /** Makes the store's webhook address that of another server. */
    async function redirect(listener: RequestListener): Promise<string> {
      const server = createServer(listener)
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      options().webhookUrl = `http://127.0.0.1:${port}/hooks/onchain`
      return options().webhookUrl ?? ""
    }

    it("reaches the store, is accepted and processed, and changes no step", async () => {
      const result = await test()
      expect(result).toEqual({
        result: "processed",
        url: `${store.origin}/hooks/onchain`,
        is_reached: true,
        http_status: 200,
        is_signature_accepted: true,
        is_processed: true,
        reason: null,
        delivery_id: expect.stringMatching(/^test_/),
      })
      const { delivery } = await store.merchant.get<OnchainDeliveryResponse>(
        `/admin/onchain/deliveries/${result.delivery_id}`
      )
      expect(delivery).toMatchObject({
        event: "onchain.test",
        state: "ignored",
        history: [{ action: "webhook_delivery.test_sent", by: "merchant@example.com" }],
      })
      expect(await stepOf("webhooks")).toMatchObject({ state: "todo", code: "webhooks_none" })
    })

    it("goes to no other host than a configured one or this server, whatever the request names", async () => {
      const seen: string[] = []
      await redirect((incoming, outgoing) => {
        seen.push(String(incoming.headers.host))
        outgoing.end("{}")
      })
      const { port } = servers[0]?.address() as AddressInfo
      Reflect.deleteProperty(options(), "webhookUrl")
      const { data } = await store.api.post<{ token: string }>("/auth/user/emailpass", MERCHANT)
      const own = new URL(store.origin)
      const testUnder = (host: string, token: string) =>
        postUnderHost(store, host, "/admin/onchain/setup/test-webhook", token)
      for (const host of [
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        "evil.example",
        `evil.example:${own.port}`,
      ]) {
        const answer = await testUnder(host, data.token)
        expect(answer.status).toBe(400)
        expect(answer.text).toContain("webhookUrl")
      }
      expect(seen).toEqual([])
      expect(await store.db("onchain_audit_entry").where({ action: "webhook_delivery.test_sent" })).toEqual(
        []
      )
      expect((await testUnder(`127.0.0.1:${own.port}`, data.token)).status).toBe(200)
    })

    it("is sent once in ten seconds", async () => {
      await test()
      await expect(test()).rejects.toMatchObject({
        response: { status: 429, data: { code: "webhook_test_throttled" } },
      })
      const sent = await store.db("onchain_audit_entry").where({ action: "webhook_delivery.test_sent" })
      expect(sent).toHaveLength(1)
    })

    it("is never sent in live", async () => {
      options().environment = "live"
      await expect(test()).rejects.toMatchObject({
        response: { status: 403, data: { message: expect.stringContaining("sandbox environment only") } },
      })
      options().environment = "sandbox"
      expect(await store.db("onchain_webhook_delivery").pluck("id")).toEqual([])
      expect(await store.db("onchain_audit_entry").where({ action: "webhook_delivery.test_sent" })).toEqual(
        []
      )
    })

    it.each<[string, RequestListener, object]>([
      [
        "another server answers in its place",
        (_, outgoing) => outgoing.end('{"received":true,"secret":"of another server"}'),
        { result: "other_server", is_reached: true, http_status: 200 },
      ],
      [
        "it is redirected, and does not follow",
        (_, outgoing) => outgoing.writeHead(302, { location: "/elsewhere" }).end(),
        { result: "unexpected_answer", http_status: 302 },
      ],
      [
        "no server answers",
        ({ socket }) => socket.destroy(),
        { result: "unreachable", is_reached: false, http_status: null, is_signature_accepted: null },
      ],
    ])("says when %s, carries no key, and repeats nothing of the answer", async (_, answer, expected) => {
      const seen: object[] = []
      const url = await redirect((incoming, outgoing) => {
        seen.push({ url: incoming.url, headers: incoming.headers })
        answer(incoming, outgoing)
      })
      const result = await test()
      expect(result).toMatchObject({ url, ...expected })
      expect(JSON.stringify(result)).not.toContain("another server")
      expect(seen).toMatchObject([{ url: "/hooks/onchain" }])
      expect(JSON.stringify(seen)).not.toContain(store.sandbox.credentials.apiKey)
    })
  })
})
