import type { OnchainAddressesResponse, OnchainAddressResponse } from "../../../src/types/http"
import type { AddressTamperer } from "../support/address-tamperer"
import { pay, placeIntent, signUp } from "../support/intent-purchase"
import { expectCaptured } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"
const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"
const USDC_ON_SOLANA = "sol:sol-mainnet:USDC"
const ADDRESSES = "/store/onchain/addresses"

/** @param tamperer changes the addresses in the answers of the service */
export function accountAddressesStories(store: StoreUnderTest, tamperer: () => AddressTamperer): void {
  const ensured = async () => (await store.sandbox.calls("ensureAddress")).length

  it("are each confirmed at each display, and left out when they are of another rail", async () => {
    const { customer } = await signUp(store)
    const list = () => customer.get<OnchainAddressesResponse>(ADDRESSES)
    expect(await list()).toEqual({ addresses: [], unavailable: [] })
    const own: string[] = []
    for (const rail of [USDC_ON_BASE, USDC_ON_ETHEREUM, USDC_ON_SOLANA])
      own.push((await customer.get<OnchainAddressResponse>(`${ADDRESSES}?rail=${rail}`)).address.address)
    for (let display = 0; display < 2; display++) {
      const before = await ensured()
      const { addresses, unavailable } = await list()
      expect(addresses.map(({ address }) => address).sort()).toEqual([...own].sort())
      for (const { tokens } of addresses) expect(tokens).toContain("USDC")
      expect(unavailable).toEqual([])
      expect(await ensured()).toBe(before + 3)
    }

    tamperer().change = { networkId: "eth-mainnet" }
    const { addresses, unavailable } = await list()
    expect(addresses).toMatchObject([{ network_id: "eth-mainnet" }])
    expect(unavailable.map(({ network_id, reason }) => `${network_id} ${reason}`).sort()).toEqual([
      "base-mainnet address_mismatch",
      "sol-mainnet address_mismatch",
    ])
    expect(JSON.stringify(unavailable)).not.toContain("0x")
    tamperer().change = null
    await store.sandbox.changeSettings({ chains: ["evm"] })
    expect((await list()).unavailable).toMatchObject([
      { network_id: "sol-mainnet", reason: "not_configured" },
    ])

    const stranger = await signUp(store)
    expect(await stranger.customer.get(ADDRESSES)).toEqual({ addresses: [], unavailable: [] })
    const before = await ensured()
    await expect(store.shopper.get(ADDRESSES)).rejects.toMatchObject({ response: { status: 401 } })
    expect(await ensured()).toBe(before)
  })

  it("give way to an invoice where the business takes no deposits, and the health page says where", async () => {
    await store.sandbox.changeSettings({ chains: ["evm"] })
    const { customer } = await signUp(store)
    const { orderId, payment } = await placeIntent(customer, USDC_ON_SOLANA)
    expect(payment).toMatchObject({ status: "awaiting_payment", kind: "invoice", chain: "sol" })
    expect(await store.sandbox.intents()).toEqual([])
    const { checks } = await store.merchant.health()
    expect(
      checks.filter(({ id, message }) => id === "addresses" && message.includes("sol:sol-mainnet"))
    ).toMatchObject([{ status: "warning", message: expect.stringContaining("not configured there") }])
    await pay(store, payment)
    await expectCaptured(store, orderId)
  })
}
