import { postSigned, signedHeaders, postBytes, paidBody } from "./support/hand-signed-webhook"
import { SandboxProcess } from "./support/sandbox-process"
import { storeSuite } from "./support/store-suite"

const QUICK = { gateway: { timeoutMs: 1_000, maxAttempts: 2 } }

storeSuite("the health check", { plugin: QUICK }, (store) => {
  /** The finding of one check, and what the whole comes to. */
  async function finding(id: string) {
    const { status, checks } = await store.merchant.health()
    return { status, check: checks.find((check) => check.id === id), ids: checks.map((check) => check.id) }
  }

  it("is for people who are logged in", async () => {
    const strangers: Record<string, string>[] = [
      {},
      { authorization: "Bearer forged" },
      { "x-publishable-api-key": store.seed.publishableKey },
    ]
    for (const headers of strangers) {
      const answer = await fetch(`${store.origin}/admin/onchain/health`, { headers })
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain("gateway")
    }
  })

  it("finds nothing wrong with a setup that works, and says so check by check", async () => {
    expect(await finding("webhooks")).toMatchObject({
      status: "warning",
      check: { status: "warning", message: expect.stringContaining("No webhook has arrived") },
    })
    await postSigned(store, '{"event":"treasury.swept","data":{}}')
    await store.quiet()

    const health = await store.merchant.health()
    expect(health).toMatchObject({
      status: "ok",
      environment: "sandbox",
      webhooks: { accepted: 1, repeated: 0, rejected: {}, last_rejected: null, waiting: 0, dead: 0 },
    })
    expect(health.checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      [
        "gateway",
        "rails",
        "environment",
        "rates",
        "payouts",
        "webhooks",
        "collection",
        "deposits",
        "regions",
        "inbox",
      ].map((id) => `${id} ok`)
    )
    for (const { message } of health.checks) expect(message).toMatch(/\w.*\.$/)
    const text = JSON.stringify(health)
    for (const name of ["apiKey", "payoutApiKey", "webhookSecret"])
      expect(text).not.toContain(store.sandbox.credentials[name])
  })

  it("warns while the last webhook was refused, and no longer when one was accepted since", async () => {
    const body = paidBody("inv_1")
    await postBytes(store, body, signedHeaders(store, body, { secret: "another secret" }))
    expect(await finding("webhooks")).toMatchObject({
      status: "warning",
      check: { status: "warning", message: expect.stringContaining("signature_invalid") },
    })
    await postSigned(store, '{"event":"treasury.swept","data":{}}')
    expect(await finding("webhooks")).toMatchObject({ status: "ok", check: { status: "ok" } })
  })

  it("names the regions, and says what to do when the last one is disabled", async () => {
    const { merchant, seed } = store
    expect((await finding("regions")).check?.message).toBe("Enabled in United States.")
    await merchant.post(`/admin/regions/${seed.regionId}`, { payment_providers: ["pp_system_default"] })
    expect(await finding("regions")).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("Settings > Regions") },
    })
  })

  it("counts deliveries that wait for a person", async () => {
    const { db, merchant } = store
    await postSigned(store, '{"event":"treasury.swept","data":{}}')
    await store.quiet()
    await db.raw("UPDATE onchain_webhook_delivery SET state = 'dead'")
    expect((await merchant.health()).webhooks).toMatchObject({ waiting: 0, dead: 1 })
    expect(await finding("inbox")).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("too many attempts: 1.") },
    })
  })

  it("tells an error of the gateway from the setup that goes with it", async () => {
    await store.sandbox.fault({ kind: "server_error", status: 503, html: true, count: 20 })
    const { status, check, ids } = await finding("gateway")
    expect({ status, check }).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("The gateway at baseUrl cannot be used") },
    })
    expect(check?.message).not.toMatch(/<|html/i)
    expect(ids).toEqual(["gateway", "payouts", "webhooks", "collection", "deposits", "regions", "inbox"])

    await store.sandbox.clearFaults()
    expect((await finding("gateway")).check).toMatchObject({ status: "ok" })
  })

  it("says that apiKey is unknown, and that nobody answers", async () => {
    const port = new URL(store.sandbox.origin).port
    const restart = async (flags: string[]) => {
      await store.sandbox.stop()
      store.sandbox = await SandboxProcess.start(["--port", port, ...flags])
    }
    await restart(["--seed", "another business"])
    expect(await finding("gateway")).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("does not know apiKey") },
    })
    await store.sandbox.stop()
    expect(await finding("gateway")).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("cannot be used") },
    })
    await restart([])
    expect((await finding("gateway")).check).toMatchObject({ status: "ok" })
  })
})
