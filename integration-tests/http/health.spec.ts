import en from "../../src/admin/i18n/en.json"
import { eventually } from "./support/eventually"
import { postSigned, signedHeaders, postBytes, paidBody } from "./support/hand-signed-webhook"
import { SandboxProcess } from "./support/sandbox-process"
import { storeSuite } from "./support/store-suite"

const QUICK = { tuning: { callTimeoutMs: 2_000, callAttempts: 1 } }

/** Every check, in the order of the answer. */
const ALL = (
  "gateway rails environment rates payouts endpoints clock webhooks collection minimums deposits withdrawals " +
  "refunds transactions billing payout_users regions inbox events reconciliation invoices unallocated contradicted " +
  "fields missing_fields statuses notifications"
).split(" ")

storeSuite("the health check", { plugin: QUICK }, (store) => {
  /** The result of one check, and the overall status. */
  async function finding(id: string) {
    const { status, checks } = await store.merchant.health()
    return { status, check: checks.find((check) => check.id === id), ids: checks.map((check) => check.id) }
  }

  it("finds no problem in a working setup, check by check", async () => {
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
      endpoints: expect.arrayContaining([
        expect.objectContaining({ name: "refundDeposit", last_success_at: null, failures_in_row: 0 }),
      ]),
      webhooks: { accepted: 1, repeated: 0, rejected: {}, last_rejected: null, waiting: 0, dead: 0 },
    })
    expect(health.checks.map(({ id, status }) => `${id} ${status}`)).toEqual(ALL.map((id) => `${id} ok`))
    expect(Object.keys(en.health.check)).toEqual(expect.arrayContaining(ALL))
    for (const { message } of health.checks) expect(message).toMatch(/\w.*\.$/)
    const text = JSON.stringify(health)
    for (const name of ["apiKey", "payoutApiKey", "webhookSecret"])
      expect(text).not.toContain(store.sandbox.credentials[name])
  })

  it("lists the regions, and says what to do when the last one is disabled", async () => {
    const { merchant, seed } = store
    expect((await finding("regions")).check?.message).toBe("Enabled in United States.")
    await merchant.post(`/admin/regions/${seed.regionId}`, { payment_providers: ["pp_system_default"] })
    expect(await finding("regions")).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("Settings > Regions") },
    })
  })

  it("distinguishes an error of the gateway from the setup behind it", async () => {
    await store.sandbox.fault({ kind: "server_error", status: 503, html: true, count: 20 })
    const { status, check, ids } = await finding("gateway")
    expect({ status, check }).toMatchObject({
      status: "error",
      check: { status: "error", message: expect.stringContaining("The provider at baseUrl cannot be used") },
    })
    expect(check?.message).not.toMatch(/<|html/i)
    expect(ids).toEqual(ALL.filter((id) => !["rails", "environment", "rates"].includes(id)))

    await store.sandbox.clearFaults()
    expect((await finding("gateway")).check).toMatchObject({ status: "ok" })
  })

  it("records a refusal for other processes", async () => {
    const body = paidBody("inv_1")
    await postBytes(store, body, signedHeaders(store, body, { secret: "another secret" }))
    await eventually(async () => {
      const { rows } = await store.db.raw(
        "SELECT id, detail FROM onchain_status WHERE environment = '' AND split_part(id, ':', 1) NOT IN ('process', 'answered')"
      )
      expect(rows).toEqual([{ id: "webhook_rejected", detail: "signature_invalid" }])
    })
  })

  it("distinguishes a wrong payout key from a right one, without requesting a payout", async () => {
    expect((await finding("payouts")).check).toMatchObject({ status: "ok" })
    expect(await store.sandbox.requests("quoteWithdrawal")).toEqual([])
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
    const [asked] = (await store.sandbox.requests("listBalances")).filter(({ status }) => status === 403)
    expect(asked).toMatchObject({ method: "GET" })
  })

  it("answers within seconds while the gateway does not", async () => {
    await store.sandbox.fault({ kind: "latency", ms: 60_000, count: 100 })
    const startedAt = Date.now()
    expect(await finding("gateway")).toMatchObject({ status: "error", check: { status: "error" } })
    expect(Date.now() - startedAt).toBeLessThan(8_000)
    await store.sandbox.clearFaults()
  })

  it("reports an unknown apiKey, and is well again with the known one", async () => {
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
    expect((await finding("payouts")).check).toMatchObject({
      status: "error",
      message: expect.stringContaining("does not know payoutApiKey"),
    })
    await restart([])
    expect((await finding("gateway")).check).toMatchObject({ status: "ok" })
  })
})
