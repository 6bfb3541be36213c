import { collect } from "../../../src/gateway"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { nova, usdcOnSolana, xlm } from "./rails"

story(
  "an invoice on an evm network confirms block by block and is then paid",
  [
    "endpoint:createInvoice",
    "endpoint:getInvoice",
    "endpoint:getInvoiceProgress",
    "state:invoice.pending",
    "state:invoice.confirming",
    "state:invoice.paid",
    "transition:invoice.pending.confirming",
    "transition:invoice.confirming.paid",
    "event:invoice.confirming",
    "event:invoice.paid",
    "field:invoice.echo",
    "field:invoice.depositAddress",
    "field:invoice.confirmationProgress",
    "field:invoice.progress-hash",
    "field:invoice.settlement-hash",
    "rule:invoice.progress-multi",
    "rule:settled.webhook",
    "gap:invoice-fields",
    "gap:invoice-events",
  ],
  async (scene) => {
    const { gateway, sandbox, receiver } = scene
    const opened = await openInvoice(scene)
    expect(opened).toMatchObject({ chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "12.5" })
    expect(opened).toMatchObject({ status: "pending", receivedAmount: "0" })
    expect(opened.depositAddress).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(Date.parse(opened.expiresAt ?? "")).toBeGreaterThan(sandbox.now())
    expect((await gateway.getInvoiceProgress(opened.id)).confirmationProgress).toBeUndefined()
    expect(opened.settlementTxHash).toBeUndefined()

    const { txHash } = await sandbox.pay(opened.id)
    const seen: number[] = []
    for (;;) {
      const { status, confirmationProgress: progress } = await gateway.getInvoiceProgress(opened.id)
      if (status !== "confirming") break
      const { current = -1, required = -1, remaining, percent } = progress ?? {}
      expect(progress?.txHash).toBe(txHash)
      expect([remaining, percent]).toEqual([required - current, Math.floor((100 * current) / required)])
      expect((await gateway.getInvoice(opened.id)).settlementTxHash).toBeUndefined()
      seen.push(current)
      await sandbox.advance(2_000)
    }
    expect(seen).toEqual([0, 1, 2])

    const paid = await gateway.getInvoice(opened.id)
    expect(paid).toMatchObject({ status: "paid", receivedAmount: "12.5", settlementTxHash: txHash })
    expect(receiver.events()).toEqual([
      "invoice.confirming",
      "invoice.confirming",
      "invoice.confirming",
      "invoice.paid",
    ])
  }
)

story(
  "XLM and every issued asset of the catalog are paid with one closed ledger, without confirming",
  ["transition:invoice.pending.paid", "rule:ledger.one-close", "rule:match.native", "rule:stellar.trustline"],
  async (scene) => {
    const tokens = await collect(scene.gateway.listTokens({ networkId: xlm.networkId }))
    expect(tokens.map(({ token }) => token)).toEqual(expect.arrayContaining(["XLM", "USDC", "USDT"]))
    for (const { token, canonicalAssetId } of tokens) {
      if (token === "XLM") expect(canonicalAssetId).toBe("stellar:XLM:native")
      scene.receiver.forget()
      const { id } = await openInvoice(scene, { ...xlm, token, canonicalAssetId })
      await scene.sandbox.pay(id, { canonicalAssetId })
      expect((await scene.gateway.getInvoiceProgress(id)).status).toBe("pending")
      await scene.sandbox.advance(5_000)
      expect((await scene.gateway.getInvoice(id)).status).toBe("paid")
      expect(scene.receiver.events()).toEqual(["invoice.paid"])
    }
  }
)

story(
  "invoices on Solana and on an unknown chain are paid like any other",
  ["rule:service.chains"],
  async (scene) => {
    for (const rail of [usdcOnSolana, nova]) {
      const opened = await openInvoice(scene, rail)
      expect(opened).toMatchObject(rail)
      await scene.sandbox.pay(opened.id)
      await scene.sandbox.settle(opened.id)
      expect((await scene.gateway.getInvoice(opened.id)).status).toBe("paid")
    }
  }
)
