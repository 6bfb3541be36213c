import type { CreateInvoiceRequest } from "../../../src/gateway/contract"
import type { PaymentRequest } from "../../../src/sandbox/payments/payment"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"
import { stellarUsdc, xlm } from "./rails"

/** Another issuer's asset with the same code. */
const FOREIGN_USDC = "stellar:USDC:GBUQWP3BOUZX34TOND2QV7QQ7K7VJTG6VSE7WMLBTMDJLLAW7YKGU6EP"

/** Makes a wrong payment, then expects that it had no effect, and that the right payment still settles. */
async function expectReview(
  scene: Scene,
  request: Partial<CreateInvoiceRequest>,
  wrong: PaymentRequest
): Promise<void> {
  const { gateway, sandbox, receiver } = scene
  receiver.forget()
  const { id } = await openInvoice(scene, request)
  expect(await sandbox.pay(id, wrong)).toMatchObject({ outcome: "review" })
  await sandbox.advance(60_000)
  expect(await gateway.getInvoice(id)).toMatchObject({ status: "pending", receivedAmount: "0" })
  expect(receiver.events()).not.toContain("invoice.paid")
  await sandbox.pay(id)
  await sandbox.settle(id)
  expect((await gateway.getInvoice(id)).status).toBe("paid")
}

story(
  "on an evm network another asset or another network is not a payment",
  [
    "rule:match.exact",
    "rule:match.wrong-asset",
    "rule:match.wrong-network",
    "rule:rail.network",
    "rule:invoice.wrong-payment",
  ],
  async (scene) => {
    await expectReview(scene, {}, { token: "ETH", amount: "12.5" })
    await expectReview(scene, {}, { networkId: "eth-mainnet" })
    await expectReview(scene, {}, { networkId: "base-sepolia" })
  }
)

story(
  "on Solana another mint is not a payment, whatever its symbol",
  ["rule:match.symbol-only"],
  async (scene) => {
    const rail = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
    await expectReview(scene, rail, { token: "SOL", amount: "12.5" })
    await expectReview(scene, rail, {
      canonicalAssetId: "sol:USDC:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
    })
  }
)

story(
  "on Stellar a missing or wrong memo, another asset or another issuer is not a payment",
  [
    "rule:stellar.wrong-asset",
    "rule:stellar.wrong-issuer",
    "rule:match.canonical",
    "rule:match.registered",
    "rule:match.wrong-issuer",
    "rule:rail.label",
  ],
  async (scene) => {
    const usdc = await stellarUsdc(scene.gateway)
    await expectReview(scene, usdc, { memo: null })
    await expectReview(scene, usdc, { memo: "1" })
    await expectReview(scene, usdc, { token: "XLM", canonicalAssetId: "stellar:XLM:native" })
    await expectReview(scene, usdc, { canonicalAssetId: FOREIGN_USDC })
    await expectReview(scene, xlm, { token: "XLM", canonicalAssetId: FOREIGN_USDC.replace("USDC", "XLM") })
  }
)

story("a wrong payment beside a right one reverts nothing", ["rule:match.settled-stands"], async (scene) => {
  const { id } = await openInvoice(scene)
  await scene.sandbox.pay(id)
  await scene.sandbox.settle(id)
  await scene.sandbox.pay(id, { token: "ETH", amount: "1" })
  expect(await scene.gateway.getInvoice(id)).toMatchObject({ status: "paid", receivedAmount: "12.5" })
})
