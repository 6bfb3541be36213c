import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import type { GatewayClient } from "../../src/gateway/client/client"
import {
  AddressBook,
  type AddressRefusal,
  CustomerDirectory,
} from "../../src/modules/onchain/payment/address-book"
import { together, describeTables } from "./onchain-module"
import { EVM_ADDRESS, invoice, mirrorOf, reread, stored, scope, paymentsOf } from "./rows"

const NOW_MS = Date.parse("2026-01-02T03:04:05.000Z")
const base = { chain: "evm", networkId: "base-mainnet" }
const failure = (code: string) => failedCall("createCustomer", { code, outcome: "unknown" })

describeTables(({ knex }) => {
  describe("customers", () => {
    function setUp(answer: (externalRef: string) => Promise<{ id: string; externalRef?: string }>) {
      const keys: string[] = []
      const problems: string[] = []
      const createCustomer: GatewayClient["createCustomer"] = ({ externalRef }, { idempotencyKey }) => {
        keys.push(idempotencyKey)
        return answer(externalRef)
      }
      const directory = new CustomerDirectory(knex, scope, { createCustomer }, ({ reason }) =>
        problems.push(reason)
      )
      return { directory, keys, problems }
    }
    const cus = (externalRef: string) => Promise.resolve({ id: `gw_${externalRef}`, externalRef })

    test("ten processes at once use one row and one key, and agree", async () => {
      const { directory, keys } = setUp(cus)
      const ids = await together(10, () => directory.ensure("cus_1"))
      expect(new Set(ids)).toEqual(new Set(["gw_cus_1"]))
      expect(new Set(keys).size).toBe(1)
      expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(await knex("onchain_customer").count()).toEqual([{ count: "1" }])
    })

    test("after a lost answer the same key is sent, and the error is forgotten", async () => {
      let answers = 0
      const { directory, keys } = setUp((ref) =>
        ++answers === 1 ? Promise.reject(failure("TIMEOUT")) : cus(ref)
      )
      await expect(directory.ensure("cus_1")).rejects.toThrow("TIMEOUT")
      expect(await directory.find({ customer_id: "cus_1" })).toMatchObject({
        gateway_customer_id: null,
        last_error: expect.stringContaining("TIMEOUT"),
      })
      await directory.ensure("cus_1")
      expect(new Set(keys).size).toBe(1)
      expect(await directory.find({ customer_id: "cus_1" })).toMatchObject({ last_error: null })
      expect(await directory.listStuck()).toEqual([])
    })

    test("a customer whom the service knows under another key is linked, with an entry in the audit log", async () => {
      const { directory } = setUp(() => Promise.reject(failure("DUPLICATE_REQUEST")))
      const stuck = async () => (await directory.listStuck()).map(({ customer_id }) => customer_id)
      await expect(directory.ensure("cus_1")).rejects.toThrow()
      await expect(directory.ensure("cus_2")).rejects.toThrow()
      expect((await stuck()).sort()).toEqual(["cus_1", "cus_2"])
      const link = (customerId: string, gatewayCustomerId: string) =>
        directory.link({ customerId, gatewayCustomerId, actorId: "user_ada", proof: "confirmed" })
      const linked = await together(5, () => link("cus_1", "gw_1"))
      expect(new Set(linked)).toEqual(new Set(["gw_1"]))
      expect(await link("cus_2", "gw_1")).toBeNull()
      expect(await stuck()).toEqual(["cus_2"])
      expect(await directory.ensure("cus_1")).toBe("gw_1")
      const entries = await knex("onchain_audit_entry").where({ action: "customer.linked" })
      expect(entries).toMatchObject([
        {
          ...{ subject_id: "cus_1", actor_id: "user_ada" },
          after: { gateway_customer_id: "gw_1", proof: "confirmed" },
        },
      ])
    })

    test("a link of an operator is replaced until an address has used it; one of the service never is", async () => {
      const { directory } = setUp(() => Promise.reject(failure("DUPLICATE_REQUEST")))
      const link = (customerId: string, gatewayCustomerId: string) =>
        directory.link({ customerId, gatewayCustomerId, actorId: "user_ada", proof: "confirmed" })
      await expect(directory.ensure("cus_1")).rejects.toThrow()
      expect(await directory.isStuck("cus_1")).toBe(true)
      expect(await link("cus_1", "gw_wrong")).toBe("gw_wrong")
      expect(await directory.isStuck("cus_1")).toBe(false)
      expect(await link("cus_1", "gw_right")).toBe("gw_right")
      const own = { environment: scope.environment, business_id: scope.businessId }
      await knex("onchain_address").insert({
        ...{ id: "ocaddr_1", customer_id: "cus_1", chain: "evm", network_id: "base-mainnet" },
        ...{ address: EVM_ADDRESS, ensured_at: new Date(), ...own },
      })
      expect(await link("cus_1", "gw_wrong")).toBe("gw_right")
      const entries = await knex("onchain_audit_entry").where({ action: "customer.linked" })
      expect(entries).toHaveLength(2)
      await setUp(cus).directory.ensure("cus_2")
      expect(await link("cus_2", "gw_x")).toBe("gw_cus_2")
    })

    test.each([
      ["whose reference is another's", () => Promise.resolve({ id: "gw_x", externalRef: "cus_2" })],
      ["who already belongs to another", () => Promise.resolve({ id: "gw_cus_2" })],
    ])("an answer %s is bound to nobody", async (_, answer) => {
      await setUp(cus).directory.ensure("cus_2")
      const { directory } = setUp(answer)
      await expect(directory.ensure("cus_1")).rejects.toMatchObject({ code: "UNEXPECTED_RESPONSE" })
      expect(await directory.find({ customer_id: "cus_1" })).toMatchObject({ gateway_customer_id: null })
    })
  })

  describe("addresses", () => {
    type Parts = { address: string; chainFamily: string; networkId: string }
    function setUp(change: Partial<Parts> = {}) {
      const clock = { nowMs: NOW_MS }
      const keys: string[] = []
      const refusals: AddressRefusal[] = []
      const parts = { ...change }
      const ensureAddress: GatewayClient["ensureAddress"] = (_, { chain, networkId = "" }, call) => {
        keys.push(call.idempotencyKey)
        const address = { address: EVM_ADDRESS, chainFamily: chain, networkId, ...parts }
        return Promise.resolve({ created: false, address })
      }
      const customers = { ensure: (id: string) => Promise.resolve(`gw_${id}`) }
      const book = new AddressBook(
        knex,
        scope,
        { ensureAddress },
        customers,
        { clock: () => clock.nowMs, intervalMs: 5_000 },
        (_, one) => refusals.push(one)
      )
      return { book, keys, refusals, parts, clock }
    }

    test("a refusal is shared in the interval too: reloads neither show an address nor cost calls, and then it is read again", async () => {
      const { book, keys, parts, clock } = setUp({ networkId: "eth-mainnet" })
      for (let display = 0; display < 30; display++)
        await expect(book.display("cus_1", base)).rejects.toMatchObject({ code: "ADDRESS_MISMATCH" })
      expect(keys).toHaveLength(1)
      Reflect.deleteProperty(parts, "networkId")
      clock.nowMs += 5_000
      expect(await book.display("cus_1", base)).toBe(EVM_ADDRESS)
    })

    test("an opening reads again whatever was displayed before, and its answer is displayed", async () => {
      const { book, keys, parts } = setUp()
      await book.display("cus_1", base)
      parts.address = "0xde709f2102306220921060314715629080e2fb77"
      expect(await book.ensure("cus_1", base)).toBe(parts.address)
      expect(await book.display("cus_1", base)).toBe(parts.address)
      expect(keys).toHaveLength(2)
    })

    test("each opening reads again under a new key; concurrent ones share a call", async () => {
      const { book, keys } = setUp()
      await book.ensure("cus_1", base)
      await book.ensure("cus_1", base)
      await together(5, () => book.ensure("cus_1", base))
      expect(keys).toHaveLength(3)
      expect(new Set(keys).size).toBe(3)
      for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    })

    test.each<[string, Partial<Parts>]>([
      ["another chain", { chainFamily: "sol" }],
      ["another network", { networkId: "eth-mainnet" }],
      ["not in the chain's format", { address: "So11111111111111111111111111111111111111112" }],
      ["a wrong checksum", { address: EVM_ADDRESS.replace("E7", "e7") }],
    ])(
      "an address of %s is refused, never stored, and reported until the rail works again",
      async (_, change) => {
        const { book, refusals, parts } = setUp(change)
        await expect(book.ensure("cus_1", base)).rejects.toMatchObject({ code: "ADDRESS_MISMATCH" })
        expect(await knex("onchain_address").select()).toEqual([])
        expect(refusals).toEqual([{ ...base, kind: "mismatch", reason: expect.any(String), at: NOW_MS }])
        expect(book.refusals()).toEqual(refusals)
        for (const key of Object.keys(parts)) Reflect.deleteProperty(parts, key)
        expect(await book.ensure("cus_1", base)).toBe(EVM_ADDRESS)
        expect(book.refusals()).toEqual([])
      }
    )
  })

  test("a rail that is refused as not configured is remembered for five minutes, or until an address comes", async () => {
    const clock = { nowMs: NOW_MS }
    let isConfigured = false
    const ensureAddress: GatewayClient["ensureAddress"] = (_, { chain, networkId = "" }) =>
      isConfigured
        ? Promise.resolve({
            created: false,
            address: { address: EVM_ADDRESS, chainFamily: chain, networkId },
          })
        : Promise.reject(failedCall("ensureAddress", { code: "VALIDATION_ERROR", status: 400 }))
    const customers = { ensure: (id: string) => Promise.resolve(`gw_${id}`) }
    const settings = { clock: () => clock.nowMs, intervalMs: 5_000 }
    const book = new AddressBook(knex, scope, { ensureAddress }, customers, settings, () => undefined)
    expect([book.isNotConfiguredNow(base), book.isDue("cus_1", base)]).toEqual([false, true])
    await expect(book.ensure("cus_1", base)).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
    expect([book.isNotConfiguredNow(base), book.isDue("cus_1", base)]).toEqual([true, false])
    expect(book.isNotConfiguredNow({ ...base, networkId: "eth-mainnet" })).toBe(false)
    clock.nowMs += 300_000
    expect([book.isNotConfiguredNow(base), book.isDue("cus_1", base)]).toEqual([false, true])
    await expect(book.ensure("cus_1", base)).rejects.toThrow()
    isConfigured = true
    await book.ensure("cus_2", base)
    expect(book.isNotConfiguredNow(base)).toBe(false)
  })

  describe("unassigned deposits", () => {
    const waiting = {
      kind: "auto_deposit",
      gateway_invoice_id: null,
      gateway_intent_id: "int_1",
      customer_id: "c",
    } as const
    const paid = invoice({
      id: "inv_auto",
      status: "paid",
      depositAddress: EVM_ADDRESS.toUpperCase().replace("0X", "0x"),
    })

    test("are recorded on the payment that waits at their address, and counted", async () => {
      const store = paymentsOf(knex)
      const mirror = mirrorOf(knex)
      await stored(store, waiting)
      expect(await mirror.noteUnassigned(paid)).toBe(true)
      expect(await mirror.countUnassigned()).toBe(1)
      expect((await reread(store)).last_error).toContain("inv_auto is paid and assigned to nothing")
    })

    test.each([
      ["that is not paid", { status: "pending" }],
      ["without an address", { depositAddress: undefined }],
      ["at another address", { depositAddress: "0xother" }],
      ["of another token", { token: "USDT" }],
      ["on another network", { networkId: "eth-mainnet" }],
    ])("are not inferred from an invoice %s", async (_, change) => {
      await stored(paymentsOf(knex), waiting)
      const mirror = mirrorOf(knex)
      expect(await mirror.noteUnassigned({ ...paid, ...change })).toBe(false)
      expect(await mirror.countUnassigned()).toBe(0)
    })

    test("are distinguished by memo where there is one", async () => {
      await stored(paymentsOf(knex), { ...waiting, memo: "42" })
      const mirror = mirrorOf(knex)
      expect(await mirror.noteUnassigned({ ...paid, memoId: "43" })).toBe(false)
      expect(await mirror.noteUnassigned({ ...paid, memoId: "42" })).toBe(true)
    })
  })
})
