import type { Bill } from "../checkout"
import { createWallet } from "../wallet"

const bill: Bill = {
  ...{ sessionId: "payses_1", address: "0xreceiver", memo: "7", amount: "17", chain: "evm" },
  ...{ networkId: "base-mainnet", token: "USDC", canonicalAssetId: null },
}

describe("a shopper's wallet", () => {
  it("sends each transfer from its own address, which identifies it in the service's records", async () => {
    const reported: { path: string; body: object }[] = []
    const wallet = createWallet({
      tell: async (path, body) => void reported.push({ path, body }),
      read: async () => undefined,
    })
    const [first, second] = [wallet.send(bill), wallet.send(bill, { amount: "5" })]
    await wallet.arrived()
    expect(first.from).not.toBe(second.from)
    expect(reported).toEqual([
      expect.objectContaining({
        path: "/transfer",
        body: expect.objectContaining({ toAddress: "0xreceiver", memo: "7", fromAddress: first.from }),
      }),
      expect.objectContaining({ body: expect.objectContaining({ amount: "5", fromAddress: second.from }) }),
    ])
  })
})
