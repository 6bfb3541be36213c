import { parseAssumptions, type AssumptionsInput } from "../../../gateway/assumptions"
import { parseDepositRecord } from "../../../gateway/contract"
import { startReceiver } from "../../__tests__/receiver"
import type { SandboxOptions } from "../../options"
import { failNextRefund } from "../resolve-deposit"
import { depositRails } from "./rails"
import { openShop, xlm } from "./shop"

const SECRET = "secret of the receiver"
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function withReceiver(options: SandboxOptions = {}) {
  const receiver = await startReceiver(SECRET)
  closers.push(() => receiver.close())
  return { ...openShop({ webhook: { url: receiver.url, secret: SECRET }, ...options }), receiver }
}

describe.each(depositRails)("deposit.review_required on $name", ({ rail }) => {
  it("describes the deposit in full", async () => {
    const { customer, ensure, intent, send, receiver, world } = await withReceiver()
    const customerId = await customer("ada")
    const toAddress = await ensure(customerId, rail)
    const { id } = await intent(customerId, rail)
    const payment = await send({ ...rail, toAddress, amount: "50", operationIndex: 2 })
    const asset = world().catalog.findToken(rail.networkId, rail.token)
    const raw = (base: bigint) => String(base * 10n ** BigInt(asset?.decimals ?? 0))
    const [, review] = receiver.received
    expect(review).toMatchObject({ event: "deposit.review_required", isVerified: true })
    const { canonicalAssetId, tokenMint, decimals } = asset ?? {}
    expect(parseDepositRecord(review?.data ?? {}, parseAssumptions())).toEqual({
      depositId: payment.depositId,
      customerId,
      externalCustomerRef: "ada",
      chain: rail.chain,
      networkId: rail.networkId,
      asset: { token: rail.token, canonicalAssetId, tokenMint, supported: true },
      amount: { raw: raw(50n), display: "50", decimals },
      transaction: {
        ...{ txHash: payment.txHash, operationIndex: 2 },
        ...{ fromAddress: payment.fromAddress, toAddress },
      },
      assignment: {
        status: "review_required_amount_mismatch",
        safeToFulfill: false,
        expectedIntent: { id, externalOrderId: "order_1", expectedAmountRaw: raw(100n) },
      },
      resolutionStatus: "review_required",
      safeToFulfill: false,
      observedAt: "2026-01-01T00:00:00.000Z",
    })
  })
})

describe("an event of a deposit", () => {
  it("names the mint of a Solana asset that is not in the catalog", async () => {
    const { customer, ensure, send, receiver } = await withReceiver()
    const sol = { chain: "sol", networkId: "sol-mainnet" }
    const toAddress = await ensure(await customer(), sol)
    await send({ ...sol, toAddress, amount: "1", token: "SCAM" })
    const asset = receiver.received[0]?.data["asset"]
    expect(asset).toMatchObject({ token: "SCAM", supported: false, tokenMint: expect.any(String) })
    const { tokenMint, canonicalAssetId } = asset as Record<string, string>
    expect(canonicalAssetId).toBe(`sol:SCAM:${tokenMint}`)
  })

  it("names no customer where none is known", async () => {
    const { send, world, receiver } = await withReceiver()
    await send({ ...xlm, toAddress: world().receivers.treasuryAddress, amount: "100" })
    const { data } = receiver.received[0] ?? {}
    expect(data).toMatchObject({ resolutionStatus: "review_required", safeToFulfill: false })
    expect(data).not.toHaveProperty("customerId")
  })

  it("follows the deposit through every step, never safe to fulfil", async () => {
    const { customer, ensure, intent, send, assign, accept, refund, control, world, receiver } =
      await withReceiver()
    const customerId = await customer()
    const toAddress = await ensure(customerId)
    const depositIds: string[] = []
    for (let count = 0; count < 3; count++) {
      depositIds.push((await send({ toAddress, amount: "100" })).depositId ?? "")
    }
    const [first = "", second = "", third = ""] = depositIds
    await assign(first, (await intent(customerId)).id)
    await accept(second)
    failNextRefund(world(), third)
    for (let attempt = 0; attempt < 2; attempt++) {
      await refund(third)
      await control.advance(60_000)
    }
    const steps = receiver.received.filter(({ event }) => event.startsWith("deposit.")).slice(3)
    expect(steps.map(({ event, data }) => [event, data["depositId"], data["resolutionStatus"]])).toEqual([
      ["deposit.assigned", first, "assigned"],
      ["deposit.accepted", second, "accepted"],
      ["deposit.refund_pending", third, "refund_pending"],
      ["deposit.refund_failed", third, "review_required"],
      ["deposit.refund_pending", third, "refund_pending"],
      ["deposit.refunded", third, "refunded"],
    ])
    expect(steps.every(({ data }) => data["safeToFulfill"] === false)).toBe(true)
  })

  it("of an assignment comes with an invoice that has the order", async () => {
    const { customer, ensure, intent, send, assign, control, receiver } = await withReceiver()
    const customerId = await customer()
    const { depositId = "" } = await send({ toAddress: await ensure(customerId), amount: "100" })
    await assign(depositId, (await intent(customerId)).id)
    await control.flush()
    const paid = receiver.received.filter(({ event }) => event === "invoice.paid")
    expect(paid.map(({ data }) => data["autoDepositAssignmentStatus"])).toEqual([
      "unassigned_no_intent",
      "matched",
    ])
    expect(paid[0]?.data["id"]).toBe(paid[1]?.data["id"])
    expect(paid[0]?.id).not.toBe(paid[1]?.id)
    expect(paid[1]?.data).toMatchObject({ status: "paid", externalOrderId: "order_1" })
  })

  it("uses the assumed names, as its action and its list do", async () => {
    const assumptions: AssumptionsInput = {
      fields: { deposit: { observedAt: "seenAt" }, depositAction: { resolutionStatus: "state" } },
      statuses: { deposit: { accepted: ["TAKEN"] } },
      events: { envelopes: { invoice: ["resource"] } },
    }
    const { customer, ensure, send, accept, control, receiver, deposits } = await withReceiver({
      assumptions,
    })
    const { depositId = "" } = await send({ toAddress: await ensure(await customer()), amount: "100" })
    expect((await accept(depositId)).body).toEqual({ depositId, state: "TAKEN" })
    await control.flush()
    const { data } = receiver.received.at(-1) ?? {}
    expect(data).toMatchObject({ depositId, resolutionStatus: "TAKEN", seenAt: "2026-01-01T00:00:00.000Z" })
    expect(data).not.toHaveProperty("observedAt")
    expect(await deposits("TAKEN")).toEqual([data])
    expect(await deposits("accepted")).toEqual([])
  })
})
