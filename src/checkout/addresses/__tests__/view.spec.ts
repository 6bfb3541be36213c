import type { OnchainAddressesResponse } from "../../../types/http"
import { renderAddresses } from "../view"
import { addressWords } from "../words"

const network = { chain: "evm", network_id: "base-mainnet", network_name: "Base <b>" }
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const english = addressWords(["en"])

const show = (shown: Parameters<typeof renderAddresses>[0]["shown"], words = english) =>
  renderAddresses({ shown, isReading: false, copied: null }, words).markup
const listOf = (part: Partial<OnchainAddressesResponse>) =>
  show({ ...{ addresses: [], unavailable: [] }, ...part })

test("an address stands with its network, its tokens, a QR code, and what happens with money sent there", () => {
  const markup = listOf({ addresses: [{ ...network, tokens: ["USDC", "USDT"], address: ADDRESS }] })
  expect(markup).toContain(
    'Send only <bdi translate="no">USDC or USDT</bdi> on <bdi translate="no">Base &lt;b&gt;</bdi>.'
  )
  expect(markup).toContain(`data-copy="${ADDRESS}"`)
  expect(markup).toContain('class="qr"')
  expect(markup).toContain("is held until the shop matches it to one by hand")
  expect(markup).not.toContain("<b>Base")
})

test.each([
  ["address_mismatch", "cannot be confirmed right now"],
  ["unconfirmed", "cannot be confirmed right now"],
  ["not_configured", "no longer takes deposits"],
] as const)("for the reason %s there is a sentence, and nothing to copy", (reason, sentence) => {
  const markup = listOf({ unavailable: [{ ...network, reason }] })
  expect(markup).toContain(sentence)
  expect(markup).not.toContain("data-copy")
})

test.each([
  ["loading", 'role="status">Confirming your addresses'],
  ["failed", 'role="alert">Your addresses could not be loaded'],
  ["signed_out", 'role="status">Sign in'],
] as const)("while %s no address is shown, and a screen reader hears why", (shown, sentence) => {
  expect(show(shown)).toContain(sentence)
})

test("a list that is read again stays, and says that it is being read", () => {
  const addresses = [{ ...network, tokens: ["USDC"], address: ADDRESS }]
  const { markup } = renderAddresses(
    { shown: { addresses, unavailable: [] }, isReading: true, copied: null },
    english
  )
  expect(markup).toContain('aria-busy="true"')
  expect(markup).toContain(`data-copy="${ADDRESS}"`)
})

test("a customer without an address reads how to get one", () => {
  expect(listOf({})).toContain("You have no address yet")
})

test.each([
  [["sv", "de-AT"], "de-AT", "ltr", "Ihre Krypto-Adressen"],
  [["AR-eg"], "AR-eg", "rtl", "عناوين"],
  [["", "sv"], "en", "ltr", "Your crypto addresses"],
])("the languages %j show %s", (preferred, locale, direction, title) => {
  const words = addressWords(preferred)
  expect(words).toMatchObject({ locale, direction })
  expect(show("loading", words)).toContain(title)
})
