import { type BrowserWallet, watchWallets } from "../send-payment"
import { stubWallet } from "./stub-wallet"

const ICON = "data:image/svg+xml,<svg/>"

const announcement = (uuid: string, change: object = {}, provider: unknown = stubWallet()) =>
  Object.assign(new Event("eip6963:announceProvider"), {
    detail: { info: { uuid, name: `Wallet ${uuid}`, icon: ICON, rdns: "com.example", ...change }, provider },
  })

/** A page with wallets that loaded before it. */
function pageWith(...uuids: string[]) {
  const target = new EventTarget()
  const seen: BrowserWallet[][] = []
  const announce = () => uuids.forEach((uuid) => target.dispatchEvent(announcement(uuid)))
  target.addEventListener("eip6963:requestProvider", announce)
  const stop = watchWallets(target, (wallets) => seen.push(wallets))
  return { target, seen, stop, last: () => seen.at(-1) ?? [] }
}

test("wallets that loaded before and after the page are found in order", () => {
  const { target, last } = pageWith("a", "b")
  target.dispatchEvent(announcement("c"))
  expect(last().map(({ uuid, name }) => [uuid, name])).toEqual([
    ["a", "Wallet a"],
    ["b", "Wallet b"],
    ["c", "Wallet c"],
  ])
})

test("a wallet that announces itself again is listed once", () => {
  const { target, seen } = pageWith("a")
  target.dispatchEvent(announcement("a"))
  expect(seen).toHaveLength(1)
})

describe("a wallet that only sets window.ethereum", () => {
  const ethereum = stubWallet()
  const announced = (target: EventTarget) => target.dispatchEvent(announcement("a"))

  test.each([
    ["before the page", true],
    ["after the page", false],
  ])("is found without a name when it loads %s", (_, isEarly) => {
    const target: Parameters<typeof watchWallets>[0] = Object.assign(
      new EventTarget(),
      isEarly && { ethereum }
    )
    const seen: BrowserWallet[][] = []
    watchWallets(target, (wallets) => seen.push(wallets))
    if (!isEarly) {
      Object.assign(target, { ethereum })
      target.dispatchEvent(new Event("ethereum#initialized"))
    }
    expect(seen).toEqual([[{ uuid: "window.ethereum", name: null, icon: null, provider: ethereum }]])
  })

  test("gives way to wallets that announce themselves", () => {
    const target = Object.assign(new EventTarget(), { ethereum })
    const seen: string[][] = []
    target.addEventListener("eip6963:requestProvider", () => announced(target))
    watchWallets(target, (wallets) => seen.push(wallets.map(({ uuid }) => uuid)))
    target.dispatchEvent(new Event("ethereum#initialized"))
    expect(seen).toEqual([["a"]])
  })

  test.each([undefined, null, {}, { request: "no" }])("is not there when window.ethereum is %j", (no) => {
    const seen: BrowserWallet[][] = []
    const target = Object.assign(new EventTarget(), { ethereum: no }) as Parameters<typeof watchWallets>[0]
    watchWallets(target, (wallets) => seen.push(wallets))
    expect(seen).toEqual([])
  })
})

test.each([
  ["https://wallet.example/icon.png", null],
  ["data:text/html,<script></script>", null],
  [undefined, null],
  [ICON, ICON],
])("the icon %s becomes %s", (icon, expected) => {
  const { target, last } = pageWith()
  target.dispatchEvent(announcement("a", { icon }))
  expect(last()[0]?.icon).toBe(expected)
})

test.each([
  ["without a name", announcement("a", { name: undefined })],
  ["without an id", announcement("a", { uuid: 7 })],
  ["without a provider", announcement("a", {}, null)],
  ["with a provider that takes no requests", announcement("a", {}, { send: () => undefined })],
  ["without details", new Event("eip6963:announceProvider")],
])("an announcement %s is ignored", (_, event) => {
  const { target, seen } = pageWith()
  target.dispatchEvent(event)
  expect(seen).toEqual([])
})
