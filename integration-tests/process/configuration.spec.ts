import { StoreBench } from "../http/support/configured-store"

jest.setTimeout(240_000)

describe("a misconfigured store", () => {
  let bench: StoreBench
  beforeAll(async () => {
    bench = await StoreBench.open()
  })
  afterAll(() => bench.close())

  /** Starts it, and expects it to end by itself, with each of these lines in its output. */
  async function expectStopped(
    configuration: Parameters<StoreBench["boot"]>[0],
    lines: string[]
  ): Promise<string> {
    const { problem, printed } = await bench.boot(configuration)
    expect(problem).toBe("store ended with 1 while starting. Its last output:")
    for (const line of lines) expect(printed).toContain(line)
    for (const secret of Object.values(bench.sandbox.credentials)) expect(printed).not.toContain(secret)
    return printed
  }

  it("does not start, lists all its problems at once, and prints no secret", async () => {
    const assumptions = { signature: { toleranceMs: -1 } }
    const payoutRecipients = [{ label: "Maker", destinationAddress: "0x1234", shareBps: 9_000 }]
    const rails = [{ chain: "evm", payoutRecipients }]
    const secrets = { apiKey: "sk_1234", payoutApiKey: "pk_1234", webhookSecrets: ["wh_1234"] }
    const options = { environment: "live", rails, colour: "red", assumptions, ...secrets }
    const lines = ["medusa-payment-onchain is not configured correctly"]
    const printed = await expectStopped({ without: ["ONCHAIN_BUSINESS_ID"], options }, lines)
    const problems = printed.match(/^ {2}- .*$/gm) ?? []
    const shares = "found a list, expected shares of 10000 basis points in all, not 9000"
    expect([...new Set(problems)].sort()).toEqual([
      expect.stringMatching(/^ {2}- apiKey: found a text, expected a secret of at least 8 characters/),
      expect.stringMatching(/^ {2}- assumptions\.signature\.toleranceMs: found -1, .*expected/),
      expect.stringContaining('- baseUrl: found an http address, expected https when environment is "live"'),
      expect.stringMatching(/^ {2}- businessId: found nothing, .*expected/),
      expect.stringMatching(/^ {2}- colour: not an option/),
      expect.stringMatching(/^ {2}- payoutApiKey: found a text, expected a secret of at least 8 characters/),
      expect.stringContaining(
        "- rails.0.payoutRecipients.0.destinationAddress: found a text, expected an address of evm"
      ),
      expect.stringContaining(`- rails.0.payoutRecipients: ${shares}`),
      expect.stringMatching(/^ {2}- webhookSecrets\.0: found a text, expected a secret of at least 8 char/),
    ])
    for (const secret of ["sk_1234", "pk_1234", "wh_1234"]) expect(printed).not.toContain(secret)
  })

  it("does not start without the dependencies line, and shows the line", async () => {
    await expectStopped({ file: "configurations/without-dependency.ts" }, [
      'the payment module entry in medusa-config has no `dependencies: ["onchain"]`',
    ])
  })

  it("starts when only the health check has findings, and lists each", async () => {
    const { problem, merchant, stop } = await bench.boot({
      without: ["ONCHAIN_PAYOUT_API_KEY"],
      options: { rails: [{ chain: "evm", networkId: "base-mainnet", token: "DOGE" }, { chain: "sol" }] },
    })
    try {
      expect(problem).toBeNull()
      const { status, checks } = await merchant.health()
      expect(status).toBe("error")
      expect(checks.filter(({ status }) => status !== "ok")).toMatchObject([
        {
          id: "rails",
          status: "error",
          message: expect.stringContaining("rails[0] (evm/base-mainnet/DOGE)"),
        },
        { id: "webhooks", status: "warning", message: expect.stringContaining("/hooks/onchain") },
        { id: "regions", status: "error", message: expect.stringContaining("Not enabled in any region") },
      ])
      const payouts = checks.find(({ id }) => id === "payouts")
      expect(payouts).toMatchObject({ status: "ok", message: "Payouts are off: payoutApiKey is not set." })
      expect(checks.find(({ id }) => id === "rails")?.message).not.toContain("rails[1]")
    } finally {
      await stop()
    }
  })
})
