import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { stellarUsdc, tokenOf, xlm } from "./rails"

const ACCOUNT = /^G[A-Z2-7]{55}$/

story(
  "on Stellar an invoice names the treasury and its own memo; two invoices differ only in the memo",
  [
    "rule:stellar.memo-required",
    "rule:stellar.one-treasury",
    "rule:invoice.receive-mode",
    "field:invoice.receiveMode",
    "field:invoice.memo",
  ],
  async (scene) => {
    const first = await openInvoice(scene, xlm)
    const second = await openInvoice(scene, await stellarUsdc(scene.gateway))
    expect(first.depositAddress).toMatch(ACCOUNT)
    expect(second.depositAddress).toBe(first.depositAddress)
    for (const { receiveMode, memoId, memo } of [first, second]) {
      expect(receiveMode).toBe("memo_required")
      expect(memoId).toMatch(/^\d{1,20}$/)
      expect(memo).toEqual({ type: "id", value: memoId })
    }
    expect(second.memoId).not.toBe(first.memoId)
  }
)

story(
  "an issued asset is named by its canonical id, or by code and issuer, and never by its symbol alone",
  ["rule:invoice.stellar-asset"],
  async (scene) => {
    const { assetCode, issuerAddress, canonicalAssetId } = await tokenOf(scene.gateway, {
      ...xlm,
      token: "USDC",
    })
    const byParts = await openInvoice(scene, { ...xlm, token: "USDC", assetCode, issuerAddress })
    expect(byParts.canonicalAssetId).toBe(canonicalAssetId)
    const byLabel = await openInvoice(scene, { ...xlm, token: "any label", canonicalAssetId })
    expect(byLabel).toMatchObject({ canonicalAssetId, token: "any label" })
    await expect(openInvoice(scene, { ...xlm, token: "USDC" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    })
  }
)

story(
  "a dedicated address is shown once its account is ready, and accepts payments without a memo",
  ["rule:stellar.dedicated"],
  async (scene) => {
    const { gateway, sandbox } = scene
    const opened = await openInvoice(scene, { ...xlm, receiveMode: "dedicated_address" })
    expect([opened.receiveMode, opened.depositAddress]).toEqual(["dedicated_address", undefined])
    await sandbox.advance(5_000)
    const ready = await gateway.getInvoice(opened.id)
    expect(ready.depositAddress).toMatch(ACCOUNT)
    expect(ready.memoId).toBeUndefined()
    await sandbox.pay(opened.id)
    await sandbox.settle(opened.id)
    expect((await gateway.getInvoice(opened.id)).status).toBe("paid")
  }
)
