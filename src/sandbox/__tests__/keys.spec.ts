import { errorOf, inProcess, usdcOnBase } from "./in-process"

const recipient = { label: "seller", destinationAddress: `0x${"0".repeat(40)}`, shareBps: 10_000 }

describe("API keys", () => {
  const sandbox = inProcess()
  const { credentials, invoicesPath } = sandbox
  const body = { amount: "1", ...usdcOnBase }

  it.each([
    ["missing", ""],
    ["wrong", "nope"],
    ["a webhook secret", credentials.webhookSecret],
  ])("refuses a key that is %s with 401", async (_, apiKey) => {
    expect(errorOf(await sandbox.get("/networks", apiKey))).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
    })
  })

  it("refuses the payout key on a standard endpoint with 403", async () => {
    const answer = await sandbox.get("/networks", credentials.payoutApiKey)
    expect(errorOf(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })

  it("needs the payout key for an invoice with payout recipients only", async () => {
    const payout = { "x-api-key": credentials.payoutApiKey }
    const split = { ...body, payoutRecipients: [recipient] }
    expect((await sandbox.post(invoicesPath, split)).status).toBe(403)
    expect((await sandbox.post(invoicesPath, body, payout)).status).toBe(403)
    expect((await sandbox.post(invoicesPath, split, payout)).status).toBe(201)
    expect((await sandbox.post(invoicesPath, body)).status).toBe(201)
  })

  it("answers 404 for another business, an unknown invoice and an unknown path", async () => {
    for (const path of ["/businesses/other/invoices", "/businesses/invoices/inv_0", "/customers"]) {
      expect(errorOf(await sandbox.get(path))).toMatchObject({ status: 404, code: "NOT_FOUND" })
    }
  })

  it("returns the request id in the body and in the header", async () => {
    const answer = await sandbox.get("/networks", "nope")
    expect(answer.body).toHaveProperty("error.requestId", answer.headers.get("x-request-id"))
  })
})
