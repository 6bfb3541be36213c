import type { Page } from "playwright-core"
import { SAMPLE_REFUND_PAGE } from "../../../src/checkout/refund-page/__tests__/sample-refund-page"
import { refundWords } from "../../../src/checkout/refund-page/refund-form"
import { renderRefundPage } from "../../../src/checkout/refund-page/refund-page"
import { sampleCheckout } from "../../../src/types/http/__tests__/sample-checkout"
import { STATES } from "../../../src/checkout/view/__tests__/sample-states"
import { eventually } from "../../http/support/eventually"
import type { OnchainTransferAuthorization } from "../../../src/types/http"
import type { CheckoutStory } from "../checkout/checkout-suite"

const HASH = `0x${"ab".repeat(32)}`
const BASE = "0x2105"

/** An EIP-6963 browser wallet with configurable answers. */
type Stub = {
  chainId: string
  canSwitch: boolean
  balance: string
  answer: "accept" | "decline" | "fail"
  /** Of `eth_signTypedData_v4`. */
  signature?: string
}

/** @param how.isAnnounced false for an older wallet, which only sets `window.ethereum` */
const stub = (
  { chainId, canSwitch, balance, answer, signature }: Stub,
  { isAnnounced } = { isAnnounced: true }
) => `
(() => {
  let chain = ${JSON.stringify(chainId)}
  window.sent = []
  const refuse = (code, message) => { throw Object.assign(new Error(message), { code }) }
  const provider = { request: async ({ method, params }) => {
    switch (method) {
      case "eth_requestAccounts": return ["0x00000000000000000000000000000000000000aa"]
      case "eth_chainId": return chain
      case "wallet_switchEthereumChain":
        if (!${canSwitch}) refuse(4902, "unknown chain")
        chain = params[0].chainId
        return null
      case "eth_call": case "eth_getBalance": return ${JSON.stringify(balance)}
      case "eth_signTypedData_v4":
        if (${JSON.stringify(answer)} === "decline") refuse(4001, "user rejected")
        window.sent.push(JSON.parse(params[1]))
        return ${JSON.stringify(signature ?? "0x")}
      case "eth_sendTransaction":
        if (${JSON.stringify(answer)} === "decline") refuse(4001, "user rejected")
        if (${JSON.stringify(answer)} === "fail") refuse(-32603, "internal error")
        window.sent.push(params[0])
        return ${JSON.stringify(HASH)}
    }
    refuse(4200, method)
  } }
  if (!${isAnnounced}) return void (window.ethereum = provider)
  const info = { uuid: "1", name: "Test Wallet", icon: "data:image/svg+xml,<svg/>", rdns: "test" }
  const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }))
  window.addEventListener("eip6963:requestProvider", announce)
  announce()
})()`

async function showRefundPage(page: Page): Promise<void> {
  const body = renderRefundPage({
    ...{ page: SAMPLE_REFUND_PAGE, words: refundWords({ words: {} }, { locale: "en" }) },
    ...{ action: "/refund", entered: null, problem: null, typedData: { message: {} }, nonce: "nonce" },
  })
  await page.route("**/refund", (route) => route.fulfill({ contentType: "text/html", body }))
  await page.goto("http://localhost/refund")
}

const rich: Stub = { chainId: BASE, canSwitch: true, balance: "0xffffffff", answer: "accept" }

export function checkoutWalletStories(story: CheckoutStory): void {
  const pay = async (wallet: Stub) => {
    await story.page.addInitScript(stub(wallet))
    story.server.show(sampleCheckout())
    await story.open()
    await story.page.getByRole("button", { name: "Pay with Test Wallet" }).click()
  }

  it("pays with one click, stores the hash immediately, and warns before a second payment", async () => {
    const { server, page } = story
    await pay({ ...rich, chainId: "0x1" })
    await page.getByText("You have already sent a transaction.", { exact: false }).first().waitFor()
    // The warning does not wait for the answer of the server.
    const stored = [{ path: "/claims", body: JSON.stringify({ tx_hash: HASH }) }]
    await eventually(async () => expect(server.posts).toEqual(stored))
    expect(await page.evaluate("window.sent")).toEqual([
      expect.objectContaining({
        chainId: BASE,
        to: expect.stringMatching(/^0x833589fcd6edb6e08f4c7c32d4f71b54bda02913$/i),
        data: expect.stringMatching(/^0xa9059cbb0{24}52908400098527886e0f7030069857d2e4169ee70{57}1036640$/i),
      }),
    ])
    expect(await page.getByRole("button", { name: "Pay with Test Wallet" }).count()).toBe(0)
    await page.getByRole("button", { name: "Send again anyway" }).click()
    await page.getByRole("button", { name: "Pay with Test Wallet" }).waitFor()
  })

  it("keeps a hash that could not be stored and retries with the next update", async () => {
    const { server, page } = story
    server.claimStatuses.push(503)
    await pay(rich)
    await page.getByText("You have already sent a transaction.", { exact: false }).first().waitFor()
    server.show(sampleCheckout({ confirmations_required: 12 }))
    await eventually(async () => expect(server.posts).toHaveLength(2))
    expect(new Set(server.posts.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify({ tx_hash: HASH })])
    )
    expect(story.complaints.splice(0).every((line) => line.includes("503"))).toBe(true)
  })

  it.each<[string, Partial<Stub>, string]>([
    ["declines", { answer: "decline" }, "You declined the payment in your wallet. Nothing was sent."],
    [
      "does not support the network",
      { chainId: "0x1", canSwitch: false },
      "Your wallet did not switch to Base.",
    ],
    ["holds too little", { balance: "0x1" }, "Your wallet balance does not cover"],
    ["fails while sending", { answer: "fail" }, "Check your wallet to see if it was sent"],
  ])("explains that the wallet %s", async (_, wallet, expected) => {
    const { server, page } = story
    await pay({ ...rich, ...wallet })
    await page.getByText(expected, { exact: false }).first().waitFor()
    expect(server.posts).toEqual([])
    await page.getByRole("button", { name: "Pay with Test Wallet" }).waitFor()
  })

  it.each([
    ["Pay with Test Wallet", STATES.partial, /Send the remaining/],
    [
      "Pay with Test Wallet, no network fee",
      { can_sign: true, claimed_tx_hash: HASH },
      "You have already sent a transaction.",
    ],
  ])(
    "is not asked by %p for what was paid in another way while it was unlocked",
    async (name, paid, said) => {
      const { server, page } = story
      await page.addInitScript(stub(rich))
      server.show(sampleCheckout({ can_sign: true }))
      await story.open()
      await page.evaluate(`window.addEventListener("eip6963:announceProvider", ({ detail: { provider } }) => {
      const { request } = provider
      provider.request = async (call) => {
        if (call.method === "eth_requestAccounts") await new Promise((resolve) => { window.unlock = resolve })
        return request(call)
      }
    }); window.dispatchEvent(new Event("eip6963:requestProvider"))`)
      await page.getByRole("button", { name, exact: true }).click()
      server.show(sampleCheckout(paid))
      await page.getByText(said).first().waitFor()
      await page.waitForFunction("window.unlock")
      await page.evaluate("window.unlock()")
      await page.getByText("This payment has changed. Nothing was sent.").first().waitFor()
      expect(await page.evaluate("window.sent")).toEqual([])
      expect(server.posts).toEqual([])
    }
  )

  it("pays with a wallet that only sets window.ethereum, also on the page of a refund", async () => {
    const { server, page } = story
    await page.addInitScript(stub(rich, { isAnnounced: false }))
    server.show(sampleCheckout())
    await story.open()
    await page.getByRole("button", { name: "Pay with your wallet" }).click()
    await page.getByText("You have already sent a transaction.", { exact: false }).first().waitFor()
    expect(server.posts).toEqual([{ path: "/claims", body: JSON.stringify({ tx_hash: HASH }) }])
    await showRefundPage(page)
    await page.getByRole("button", { name: "Use my wallet" }).waitFor()
  })

  it("shows no wallet button on the page of a refund without a wallet", async () => {
    const { page } = story
    await showRefundPage(page)
    await page.getByRole("button", { name: "Send this address" }).waitFor()
    expect(await page.getByRole("button", { name: "Use my wallet" }).count()).toBe(0)
  })

  it.each(["memo", "solana", "paid", "sandbox"] as const)("offers no browser wallet for %s", async (name) => {
    const { server, page } = story
    await page.addInitScript(stub(rich))
    server.show(sampleCheckout(STATES[name]))
    await story.open()
    expect(await page.getByRole("button", { name: "Pay with Test Wallet" }).count()).toBe(0)
  })

  const SIGNATURE = `0x${"cd".repeat(65)}`
  /** Its coin pays no network fee: it has none. */
  const poor: Stub = { ...rich, balance: "0x0", signature: SIGNATURE }
  const typed_data = { primaryType: "TransferWithAuthorization", message: { value: "17000000" } }
  const prepared = { state: "prepared", reason: null, typed_data } as const
  const sign = async (wallet: Stub) => {
    const { server, page } = story
    await page.addInitScript(stub(wallet))
    server.show(sampleCheckout({ can_sign: true }))
    await story.open()
    const button = page.getByRole("button", { name: "Pay with Test Wallet, no network fee" })
    await button.waitFor()
    expect(server.partsLoaded).toBe(0)
    await button.click()
  }

  it("pays by a signature, without a coin for the network fee, by a part that is loaded then", async () => {
    const { server, page } = story
    server.authorizations.push(prepared, { state: "settled", reason: null, typed_data: null })
    await sign(poor)
    await page.getByText("Sent. Waiting for the network", { exact: false }).first().waitFor()
    expect(await page.evaluate("window.sent")).toEqual([typed_data])
    const from = "0x00000000000000000000000000000000000000aa"
    expect(server.posts.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ["/authorizations", { from }],
      ["/authorizations", { from, signature: SIGNATURE }],
    ])
    expect(server.partsLoaded).toBe(1)
  })

  const declined = { state: "declined", reason: "insufficient_funds", typed_data: null } as const
  const unknown = { state: "unknown", reason: "facilitator_unavailable", typed_data: null } as const
  it.each<[string, Partial<Stub>, OnchainTransferAuthorization[], string]>([
    ["the wallet declines", { answer: "decline" }, [prepared], "You declined the payment in your wallet."],
    [
      "the wallet is on another chain",
      { chainId: "0x1", canSwitch: false },
      [],
      "Your wallet did not switch",
    ],
    [
      "a contract wallet signs",
      { signature: "0x00" },
      [prepared],
      "without a network fee is not possible now",
    ],
    ["nothing can be signed any more", {}, [], "without a network fee is not possible now"],
    ["the facilitator declines", {}, [prepared, declined], "Your signature was not accepted."],
    ["the facilitator does not answer", {}, [prepared, unknown], "It is not yet known whether"],
    ["the shop does not answer", {}, [prepared], "It is not yet known whether"],
    ["an earlier signature may still pay", {}, [unknown], "It is not yet known whether"],
  ])("says that %s, and keeps the other ways", async (name, wallet, answers, expected) => {
    const { server, page } = story
    server.authorizations.push(...answers)
    await sign({ ...poor, ...wallet })
    await page.getByText(expected, { exact: false }).first().waitFor()
    if (answers.at(-1)?.state === "unknown") {
      await page.reload()
      await page.getByText(expected, { exact: false }).first().waitFor()
      await page.getByRole("button", { name: "Pay with Test Wallet, no network fee" }).waitFor()
      expect(await page.getByRole("button", { name: "Pay with Test Wallet", exact: true }).count()).toBe(0)
      await page.getByRole("button", { name: "Send again anyway" }).click()
    }
    await page.getByRole("button", { name: "Pay with Test Wallet", exact: true }).waitFor()
    if (name.startsWith("nothing") || name.startsWith("the shop"))
      expect(story.complaints.splice(0).every((line) => line.includes("400"))).toBe(true)
  })

  it("has a slot for the shop's own wallet button, which can store its hash", async () => {
    const { server, page } = story
    server.show(sampleCheckout())
    await page.goto(`${server.origin}/embedded`)
    await page.getByRole("button", { name: "WalletConnect" }).waitFor()
    await page.evaluate(`document.querySelector("onchain-checkout").claim(${JSON.stringify(HASH)})`)
    expect(server.posts).toEqual([{ path: "/claims", body: JSON.stringify({ tx_hash: HASH }) }])
    expect(
      await page.evaluate(`document.querySelector("onchain-checkout").checkout.payment.claimed_tx_hash`)
    ).toBe(HASH)
  })
}
