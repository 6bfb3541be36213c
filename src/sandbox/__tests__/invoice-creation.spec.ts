import { parseAssumptions } from "../../gateway/assumptions"
import { parseInvoice } from "../../gateway/contract"
import { tokens } from "../catalog/tokens"
import { errorOf, inProcess, usdcOnBase } from "./in-process"

const stellar = { chain: "stellar", networkId: "stellar-mainnet" }
const usdc = tokens.find(({ networkId, token }) => networkId === "stellar-mainnet" && token === "USDC")
const identity = { assetCode: usdc?.assetCode, issuerAddress: usdc?.issuerAddress }

describe("creating an invoice", () => {
  const sandbox = inProcess()
  const { post, invoicesPath } = sandbox
  const create = (fields: object) => post(invoicesPath, { amount: "1", ...usdcOnBase, ...fields })

  it.each([
    ["an amount of zero", { amount: "0.00" }, "amount"],
    ["an amount as a number", { amount: 1 }, "amount"],
    ["more decimals than the token has", { amount: "1.0000001" }, "amount"],
    ["an unknown network", { networkId: "moon" }, "networkId"],
    ["a network of another chain", { chain: "sol" }, "networkId"],
    ["a token of another network", { token: "BNB" }, "token"],
    ["a field it does not know", { price: "1" }, "price"],
    ["a Stellar field on another chain", { receiveMode: "memo_required" }, "receiveMode"],
    ["an issued asset without an identity", { ...stellar, token: "USDC" }, "canonicalAssetId"],
    ["an asset code without issuer", { ...stellar, assetCode: "USDC" }, "issuerAddress"],
    ["an issuer without asset code", { ...stellar, issuerAddress: "G" }, "assetCode"],
    ["an asset of another issuer", { ...stellar, assetCode: "USDC", issuerAddress: "G" }, "issuerAddress"],
    ["an unknown canonical id", { ...stellar, canonicalAssetId: "stellar:USDC:G" }, "canonicalAssetId"],
    ["a contradiction", { ...stellar, ...identity, canonicalAssetId: "stellar:A:B" }, "canonicalAssetId"],
    ["two kinds of split", { payoutRouteId: "r", payoutRecipients: [share(1)] }, "payoutRecipients"],
    ["shares beyond the whole", { payoutRecipients: [share(9000), share(1001)] }, "payoutRecipients"],
  ])("refuses %s, naming the field", async (_, fields, field) => {
    const isSplit = "payoutRecipients" in fields
    const key: Record<string, string> = isSplit ? { "x-api-key": sandbox.credentials.payoutApiKey } : {}
    const answer = await post(invoicesPath, { amount: "1", ...usdcOnBase, ...fields }, key)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it.each([
    ["evm", "base-mainnet", "USDC", /^0x[0-9a-f]{40}$/],
    ["nova", "nova-mainnet", "NOVA", /^0x[0-9a-f]{40}$/],
    ["sol", "sol-mainnet", "USDC", /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
    ["stellar", "stellar-mainnet", "XLM", /^G[A-Z2-7]{55}$/],
  ])("gives an address of the right form on %s", async (chain, networkId, token, form) => {
    const { body } = await create({ chain, networkId, token })
    expect(parseInvoice(body, parseAssumptions())).toMatchObject({
      chain,
      networkId,
      token,
      status: "pending",
    })
    expect(body["depositAddress"]).toMatch(form)
  })

  it("gives every invoice its own address", async () => {
    const [first, second] = [await create({}), await create({})]
    expect(first.body["depositAddress"]).not.toBe(second.body["depositAddress"])
  })

  it("gives Stellar invoices one treasury and their own memos, some beyond 2^53", async () => {
    const bodies = []
    for (let i = 0; i < 12; i++) bodies.push((await create({ ...stellar, token: "XLM" })).body)
    const memos = bodies.map(({ memoId }) => String(memoId))
    expect(new Set(bodies.map(({ depositAddress }) => depositAddress)).size).toBe(1)
    expect(new Set(memos).size).toBe(12)
    expect(memos.some((memo) => BigInt(memo) > 2n ** 53n)).toBe(true)
    expect(memos.some((memo) => BigInt(memo) < 2n ** 53n)).toBe(true)
    expect(bodies[0]).toMatchObject({ receiveMode: "memo_required", memo: { type: "id", value: memos[0] } })
  })

  it("shows a dedicated Stellar address one block later", async () => {
    const { createInvoice, get, control } = inProcess()
    const id = await createInvoice({ ...stellar, token: "XLM", receiveMode: "dedicated_address" })
    expect((await get(`/invoices/${id}`)).body).not.toHaveProperty("depositAddress")
    await expect(control.pay(id)).rejects.toThrow("no address yet")
    await control.advance(5_000)
    const { body } = await get(`/invoices/${id}`)
    expect(body["depositAddress"]).toMatch(/^G[A-Z2-7]{55}$/)
    expect(body).not.toHaveProperty("memoId")
    expect(await control.pay(id)).toMatchObject({ outcome: "accepted" })
  })
})

function share(shareBps: number) {
  return { label: "a", destinationAddress: "0x00", shareBps }
}
