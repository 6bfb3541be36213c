import { story } from "../story/story"
import { ensure, openAddress, openCustomer } from "./opened-customer"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase, usdcOnEthereum, usdcOnSolana, xlm } from "./rails"

const base = { chain: "evm", networkId: "base-mainnet" }

story(
  "a customer keeps the caller's reference and is found by its identifier",
  ["endpoint:createCustomer", "endpoint:getCustomer", "field:customer", "gap:get-paths", "gap:resource-form"],
  async ({ gateway, key, raw, assumptions }) => {
    const created = await gateway.createCustomer({ externalRef: "shopper 7" }, { idempotencyKey: key() })
    expect(created).toMatchObject({ externalRef: "shopper 7" })
    if (assumptions.paths.getCustomer === null) {
      await expect(gateway.getCustomer(created.id)).rejects.toMatchObject({ code: "NO_SUCH_CALL" })
      return
    }
    expect(await gateway.getCustomer(created.id)).toEqual(created)
    const { body } = await raw("getCustomer", { params: { customerId: created.id } })
    const names = [assumptions.ids.customer.at(-1), assumptions.envelopes.customer.at(-1)]
    const { id } = created
    const externalRef = "shopper 7"
    expect([names, body]).toEqual(
      names[0] === "customerUid"
        ? [["customerUid", "result"], { result: { customerUid: id, externalRef } }]
        : names[0] === "meta.id"
          ? [["meta.id", "data.customer"], { data: { customer: { meta: { id }, externalRef } } }]
          : [["id", ""], { id, externalRef }]
    )
  }
)

story(
  "one reference creates one customer",
  ["error:DUPLICATE_REQUEST", "rule:retry.never"],
  async ({ gateway, sandbox }) => {
    const request = { externalRef: "shopper 7" }
    await gateway.createCustomer(request, { idempotencyKey: "first" })
    await expect(gateway.createCustomer(request, { idempotencyKey: "second" })).rejects.toMatchObject({
      code: "DUPLICATE_REQUEST",
      isRetryable: false,
    })
    expect(sandbox.requests().length).toBe(2)
  }
)

story(
  "ensuring an address provisions it once and then returns it, one per rail",
  [
    "endpoint:ensureAddress",
    "field:ensured-address",
    "rule:customer.one-address",
    "rule:ensure.created",
    "rule:ensure.same-address",
    "rule:ensure.new-network",
  ],
  async (scene) => {
    const { id } = await openCustomer(scene)
    const ensured = ({ chain, networkId }: typeof usdcOnBase) => ensure(scene, id, { chain, networkId })
    const first = await ensured(usdcOnBase)
    expect(first).toMatchObject({ created: true, address: { chainFamily: "evm", networkId: "base-mainnet" } })
    expect(await ensured(usdcOnBase)).toEqual({ ...first, created: false })
    const onSolana = await ensured(usdcOnSolana)
    const solana = { chainFamily: "sol", networkId: "sol-mainnet" }
    expect(onSolana).toMatchObject({ created: true, address: solana })
    expect(onSolana.address.address).not.toBe(first.address.address)
    const ethereum = { chainFamily: "evm", networkId: "eth-mainnet" }
    expect(await ensured(usdcOnEthereum)).toMatchObject({ created: true, address: ethereum })
    expect((await ensured(usdcOnBase)).address).toEqual(first.address)
  }
)

story(
  "the network may be omitted where the chain has one, and is required where it has several",
  ["rule:ensure.inferred", "rule:ensure.not-inferred"],
  async (scene) => {
    const { id } = await openCustomer(scene)
    const inferred = await ensure(scene, id, { chain: "stellar", token: "XLM" })
    expect(inferred.address).toMatchObject({ chainFamily: "stellar", networkId: "stellar-mainnet" })
    await expect(ensure(scene, id, { chain: "evm" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  }
)

story("on Stellar the token matters", ["rule:ensure.stellar-token"], async (scene) => {
  const { id } = await openCustomer(scene)
  const rail = { chain: xlm.chain, networkId: xlm.networkId }
  const unknown = ensure(scene, id, { ...rail, token: "SHIB" })
  await expect(unknown).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  const ensured = await ensure(scene, id, { ...rail, token: "USDC" })
  expect(ensured.address.address).toMatch(/^G/)
})

story(
  "on an unconfigured rail nothing is provisioned, and no other address is returned",
  ["rule:ensure.not-configured"],
  async (scene) => {
    const { customer } = await openAddress(scene, base)
    const { chain, networkId } = usdcOnSolana
    const elsewhere = ensure(scene, customer.id, { chain, networkId })
    await expect(elsewhere).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  },
  { business: { chains: ["evm"] } }
)

story(
  "an address of another chain, network or form than requested is refused, an evm one for Solana above all",
  ["rule:ensure.mismatch", "rule:ensure.no-fallback"],
  async (scene) => {
    const { clientWith, fetch, key } = scene
    const { id } = await openCustomer(scene)
    const ensureAnd = (change: (text: string) => string) => {
      const tampered: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        const { status, headers } = response
        return new Response(change(await response.text()), { status, headers })
      }
      const { chain, networkId } = usdcOnSolana
      return ensure({ gateway: clientWith({ fetch: tampered }), key }, id, { chain, networkId })
    }
    const changes: [string | RegExp, string][] = [
      ['"chainFamily":"sol"', '"chainFamily":"evm"'],
      ['"networkId":"sol-mainnet"', '"networkId":"sol-devnet"'],
      [/"address":"[^"]+"/, '"address":"0x52908400098527886E0F7030069857D2E4169EE7"'],
    ]
    for (const [from, to] of changes) {
      const answer = ensureAnd((text) => text.replace(from, to))
      await expect(answer).rejects.toMatchObject({ code: "ADDRESS_MISMATCH" })
    }
    expect((await ensureAnd((text) => text)).address.chainFamily).toBe("sol")
  }
)

story(
  "an invoice names its customer, and an unknown customer is refused",
  ["rule:invoice.customer"],
  async (scene) => {
    const customer = await openCustomer(scene)
    expect((await openInvoice(scene, { customerId: customer.id })).status).toBe("pending")
    const unknown = openInvoice(scene, { customerId: "cus_of_nobody" })
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
)
