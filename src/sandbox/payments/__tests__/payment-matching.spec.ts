import { inProcess } from "../../__tests__/in-process"
import { tokens } from "../../catalog/tokens"
import type { PaymentRequest } from "../payment"

const idOf = (networkId: string, token: string) =>
  tokens.find((entry) => entry.networkId === networkId && entry.token === token)?.canonicalAssetId
const issuerOfUsdt = String(idOf("stellar-mainnet", "USDT")).split(":")[2]

const base = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const sol = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
const nova = { chain: "nova", networkId: "nova-mainnet", token: "USDC" }
const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
const stellar = { ...xlm, token: "USDC", canonicalAssetId: idOf("stellar-mainnet", "USDC") }

const wrong: [string, Record<string, unknown>, PaymentRequest, string][] = [
  ["another token on evm", base, { token: "ETH" }, "wrong_asset"],
  ["an unknown token on evm", base, { token: "SCAM" }, "wrong_asset"],
  ["another evm network", base, { networkId: "eth-mainnet" }, "wrong_network"],
  ["another chain", base, { chain: "sol", networkId: "sol-mainnet" }, "wrong_chain"],
  ["another token on sol", sol, { token: "SOL" }, "wrong_asset"],
  ["the same symbol of another mint", sol, { canonicalAssetId: "sol:USDC:fake" }, "wrong_issuer"],
  ["another sol network", sol, { networkId: "sol-devnet" }, "wrong_network"],
  ["another token on an unknown chain", nova, { token: "NOVA" }, "wrong_asset"],
  ["another asset on stellar", stellar, { token: "XLM" }, "wrong_asset"],
  ["another issuer", stellar, { canonicalAssetId: `stellar:USDC:${issuerOfUsdt}` }, "wrong_issuer"],
] /** Money for the treasury without an owner is a deposit. */
const withoutOwner: typeof wrong = [
  ["another memo", stellar, { memo: "7" }, "wrong_memo"],
  ["no memo", stellar, { memo: null }, "missing_memo"],
  ["no memo with XLM", xlm, { memo: null }, "missing_memo"],
]

describe("matching a payment", () => {
  it.each([
    ...wrong.map((row) => [...row, []] as const),
    ...withoutOwner.map((row) => [...row, [{ event: "deposit.review_required" }]] as const),
  ])("records %s for review and settles nothing", async (_, rail, request, reason, announced) => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice(rail)
    expect(await control.pay(id, request)).toMatchObject({ outcome: "review", reason })
    await control.advance(60_000)
    expect(control.invoices()).toMatchObject([{ status: "pending", receivedAmount: "0" }])
    expect(control.payments()).toMatchObject([{ invoiceId: id, outcome: "review", reason }])
    expect(control.deliveries()).toMatchObject(announced)
  })

  it("compares memos as text, digit by digit, beyond 2^53", async () => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice(xlm)
    const memo = BigInt(control.invoices()[0]?.memoId ?? "0")
    expect(memo > 2n ** 53n).toBe(true)
    expect(await control.pay(id, { memo: String(memo + 1n) })).toMatchObject({ reason: "wrong_memo" })
    expect(await control.pay(id, { memo: String(memo) })).toMatchObject({ outcome: "accepted" })
  })

  it.each(["expire", "cancel", "fail"] as const)("records a payment after %s for review", async (end) => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice()
    await control[end](id)
    const before = control.invoices()
    expect(await control.pay(id)).toMatchObject({ outcome: "review", reason: "invoice_not_payable" })
    await control.advance(60_000)
    expect(control.invoices()).toEqual(before)
  })

  it("counts a payment with the memo of another open invoice for that one", async () => {
    const { createInvoice, control } = inProcess()
    const [meant, reached] = [await createInvoice(xlm), await createInvoice(xlm)]
    const memo = control.invoices()[1]?.memoId
    expect(await control.pay(meant, { memo })).toMatchObject({ outcome: "accepted" })
    await control.settle(reached)
    expect(control.invoices().map(({ status }) => status)).toEqual(["pending", "paid"])
    expect(control.payments()).toMatchObject([{ invoiceId: reached, memo }])
  })

  it("records a second payment of a paid invoice for review", async () => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice()
    await control.pay(id)
    await control.settle(id)
    expect(await control.pay(id)).toMatchObject({ outcome: "review", reason: "invoice_not_payable" })
    expect(control.invoices()).toMatchObject([{ status: "paid", receivedAmount: "12.5" }])
  })

  it("refuses a payment whose amount the asset cannot hold", async () => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice()
    await expect(control.pay(id, { amount: "0.0000001" })).rejects.toThrow("more than 6 decimals")
    expect(control.payments()).toEqual([])
  })
})
