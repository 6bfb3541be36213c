import { story } from "../story/story"
import { ethOnBase, usdcOnEthereum } from "./rails"
import { EVM_DESTINATION, fundTreasury, OTHER_EVM_DESTINATION, quote, withdraw } from "./treasury"

const POLICY = {
  ...{ networkIds: ["base-mainnet"], tokens: ["USDC"] },
  ...{ destinations: [EVM_DESTINATION], maxAmountUsd: "25" },
}

story(
  "the payout key's policy restricts network, asset, destination and amount, even within the balance; the fee leaves something",
  ["rule:auth.still-checked", "gap:withdrawal-limits"],
  async (scene) => {
    await fundTreasury(scene)
    await fundTreasury(scene, { ...ethOnBase, amount: "1" })
    await fundTreasury(scene, usdcOnEthereum)
    expect((await withdraw(scene)).amount).toBe("10")
    const forbidden = [
      usdcOnEthereum,
      { ...ethOnBase, amount: "0.001" },
      { destinationAddress: OTHER_EVM_DESTINATION },
      { amount: "25.000001" },
    ]
    const before = scene.sandbox.requests().length
    for (const request of forbidden) {
      await expect(quote(scene, request)).rejects.toMatchObject({ code: "FORBIDDEN", isRetryable: false })
    }
    expect(scene.sandbox.requests().length).toBe(before + forbidden.length)
    await expect(quote(scene, { amount: "0.05" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
    expect(await quote(scene, { amount: "0.050001" })).toMatchObject({ fee: "0.05", netAmount: "0.000001" })
  },
  { business: { payoutPolicy: POLICY } }
)

story(
  "when a policy changes between quote and create, the new one applies",
  ["rule:withdrawal.policy", "rule:auth.still-checked"],
  async (scene) => {
    await fundTreasury(scene)
    const { id: quoteId } = await quote(scene)
    await scene.dashboard("POST", "/settings", { body: { payoutPolicy: { maxAmountUsd: "5" } } })
    const request = { quoteId, clientReference: "late" }
    const late = scene.gateway.createWithdrawal(request, { idempotencyKey: scene.key() })
    await expect(late).rejects.toMatchObject({ code: "FORBIDDEN" })
  }
)
