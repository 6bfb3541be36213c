import { collect, verifyDelivery } from "../../../src/gateway"
import { createSandbox } from "../../../src/sandbox"
import { story } from "../story/story"
import { openPaidInvoice } from "./opened-invoice"

story(
  "live and sandbox share no key, no secret and no webhook address; the live base address ends in /api/v1",
  ["rule:service.environments", "rule:version.path", "gap:sandbox-base-url"],
  async (scene) => {
    const { sandbox, receiver, clientWith, assumptions } = scene
    const live = await createSandbox({ environment: "live" })
    try {
      expect(new URL(live.url).pathname).toBe("/api/v1")
      const { apiKey, payoutApiKey, webhookSecret } = live.credentials
      const other = sandbox.credentials
      const ofBoth = [
        apiKey,
        payoutApiKey,
        webhookSecret,
        other.apiKey,
        other.payoutApiKey,
        other.webhookSecret,
      ]
      expect(new Set(ofBoth).size).toBe(6)
      await expect(clientWith({ apiKey }).getBilling()).rejects.toMatchObject({ code: "UNAUTHORIZED" })
      expect(live.state().webhookUrl).not.toBe(sandbox.state().webhookUrl)
      await openPaidInvoice(scene)
      const { rawBody, headers } = receiver.received.at(-1) ?? { rawBody: Buffer.alloc(0), headers: {} }
      const verify = (secrets: string[]) =>
        verifyDelivery({ rawBody, headers, secrets, nowMs: Date.now() }, assumptions.signature).isValid
      expect([verify([other.webhookSecret]), verify([webhookSecret])]).toEqual([true, false])
    } finally {
      await live.close()
    }
  }
)

story(
  "a live business is shown live networks",
  ["rule:service.environments"],
  async ({ gateway }) => {
    const networks = await collect(gateway.listNetworks())
    expect(networks.length).toBeGreaterThanOrEqual(5)
    expect(networks.every(({ environment }) => environment === "live")).toBe(true)
  },
  { environment: "live" }
)
