import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { createRateLimiter } from "../../../../gateway/client/call"
import { failedCall } from "../../../../modules/onchain/work/__tests__/failed-call"
import { listAddresses } from "../view-addresses"

const SLOW = "slow"
const own = { customer_id: "cus_1" }

/** A customer with an address on each network; the first of the list was confirmed longest ago. */
function setUp(networks: readonly string[], { perMinute = 600 } = {}) {
  const asked: string[] = []
  const fresh = new Set<string>()
  const rails = networks.map((networkId) => ({
    token: { chain: "evm", networkId, token: "USDC" },
    network: { chain: "evm", networkId },
    isSymbolShared: false,
  }))
  const onchain = {
    options: { collection: "auto" },
    addresses: {
      listEnsured: () =>
        Promise.resolve(
          networks.map((network_id, at) => ({ chain: "evm", network_id, ensured_at: new Date(at) }))
        ),
      isDue: (_: string, { networkId }: { networkId: string }) => !fresh.has(networkId),
      display: (_: string, { networkId }: { networkId: string }) => {
        asked.push(networkId)
        return networkId.startsWith(SLOW) ? new Promise(() => undefined) : Promise.resolve(`0x${networkId}`)
      },
    },
    listRails: () => Promise.resolve(rails),
    checkout: { listLimiter: createRateLimiter(() => 0, { perMinute }) },
  }
  const container = createMedusaContainer()
  container.register({ onchain: asValue(onchain) })
  return { container, asked, fresh }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

test("each call beyond the first counts as one of the client's; the rest is unconfirmed", async () => {
  const { container, asked } = setUp(numbers(10))
  let left = 3
  const { addresses, unavailable } = await listAddresses(container, { ...own, mayCall: () => left-- > 0 })
  expect(asked).toEqual(["n0", "n1", "n2", "n3"])
  expect(addresses.map(({ network_id }) => network_id)).toEqual(asked)
  expect(unavailable).toHaveLength(6)
  expect(new Set(unavailable.map(({ reason }) => reason))).toEqual(new Set(["unconfirmed"]))
})

test("lists share a part of the checkout's calls among all customers", async () => {
  const { container, asked } = setUp(numbers(50), { perMinute: 24 })
  for (let account = 0; account < 5; account++)
    await listAddresses(container, { ...own, mayCall: () => true })
  expect(asked).toHaveLength(4)
})

test("what was confirmed a moment ago costs no call", async () => {
  const { container, fresh } = setUp(numbers(3), { perMinute: 6 })
  for (const network of numbers(3)) fresh.add(network)
  const { addresses } = await listAddresses(container, { ...own, mayCall: () => false })
  expect(addresses).toHaveLength(3)
})

test("a list of slow networks ends in five seconds, and one slow network delays no other", async () => {
  jest.useFakeTimers({ now: 0 })
  try {
    const slow = Array.from({ length: 12 }, (_, n) => `${SLOW}${n}`)
    const { container, asked } = setUp(slow)
    let isDone = false
    const list = listAddresses(container, { ...own, mayCall: () => true }).finally(() => (isDone = true))
    await jest.advanceTimersByTimeAsync(4_900)
    expect(isDone).toBe(false)
    await jest.advanceTimersByTimeAsync(200)
    expect(isDone).toBe(true)
    expect((await list).unavailable).toHaveLength(12)
    expect(asked.length).toBeLessThan(12)

    const mixed = setUp([`${SLOW}1`, ...numbers(20)])
    const answer = listAddresses(mixed.container, { ...own, mayCall: () => true })
    await jest.advanceTimersByTimeAsync(2_600)
    expect((await answer).addresses).toHaveLength(20)
  } finally {
    jest.useRealTimers()
  }
})

test("a failure of the service leaves one address out, and any other is thrown", async () => {
  const { container } = setUp(["n0"])
  const { addresses } = container.resolve("onchain")
  const failure = failedCall("ensureAddress", { outcome: "unknown", isRetryable: true })
  jest.spyOn(addresses, "display").mockRejectedValueOnce(failure).mockRejectedValueOnce(new Error("a bug"))
  const list = () => listAddresses(container, { ...own, mayCall: () => true })
  expect((await list()).unavailable).toMatchObject([{ reason: "unconfirmed" }])
  await expect(list()).rejects.toThrow("a bug")
})
