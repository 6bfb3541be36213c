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
