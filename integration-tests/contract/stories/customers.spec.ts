import { story } from "../story/story"
import { openAddress, openCustomer } from "./opened-customer"
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
    const { gateway, key } = scene
    const { id } = await openCustomer(scene)
    const ensure = (rail: { chain: string; networkId: string }) =>
      gateway.ensureAddress(id, { chain: rail.chain, networkId: rail.networkId }, { idempotencyKey: key() })
    const first = await ensure(usdcOnBase)
    expect(first).toMatchObject({ created: true, address: { chainFamily: "evm", networkId: "base-mainnet" } })
    expect(await ensure(usdcOnBase)).toEqual({ ...first, created: false })
    const onSolana = await ensure(usdcOnSolana)
    expect(onSolana).toMatchObject({
      created: true,
      address: { chainFamily: "sol", networkId: "sol-mainnet" },
    })
    expect(onSolana.address.address).not.toBe(first.address.address)
    const onEthereum = await ensure(usdcOnEthereum)
    expect(onEthereum).toMatchObject({
      created: true,
      address: { chainFamily: "evm", networkId: "eth-mainnet" },
    })
    expect((await ensure(usdcOnBase)).address).toEqual(first.address)
  }
)

story(
  "the network may be omitted where the chain has one, and is required where it has several",
  ["rule:ensure.inferred", "rule:ensure.not-inferred"],
  async (scene) => {
    const { gateway, key } = scene
    const { id } = await openCustomer(scene)
    const inferred = await gateway.ensureAddress(
      id,
      { chain: "stellar", token: "XLM" },
      { idempotencyKey: key() }
    )
    expect(inferred.address).toMatchObject({ chainFamily: "stellar", networkId: "stellar-mainnet" })
    await expect(
      gateway.ensureAddress(id, { chain: "evm" }, { idempotencyKey: key() })
    ).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    })
  }
)

story("on Stellar the token matters", ["rule:ensure.stellar-token"], async (scene) => {
  const { gateway, key } = scene
  const { id } = await openCustomer(scene)
  const rail = { chain: xlm.chain, networkId: xlm.networkId }
  await expect(
    gateway.ensureAddress(id, { ...rail, token: "SHIB" }, { idempotencyKey: key() })
  ).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  const ensured = await gateway.ensureAddress(id, { ...rail, token: "USDC" }, { idempotencyKey: key() })
  expect(ensured.address.address).toMatch(/^G/)
})

story(
  "on an unconfigured rail nothing is provisioned, and no other address is returned",
  ["rule:ensure.not-configured"],
  async (scene) => {
    const { gateway, key } = scene
    const { customer } = await openAddress(scene, base)
    const { chain, networkId } = usdcOnSolana
    await expect(
      gateway.ensureAddress(customer.id, { chain, networkId }, { idempotencyKey: key() })
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
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
        return new Response(change(await response.text()), {
          status: response.status,
          headers: response.headers,
        })
      }
      const { chain, networkId } = usdcOnSolana
      const gateway = clientWith({ fetch: tampered })
      return gateway.ensureAddress(id, { chain, networkId }, { idempotencyKey: key() })
    }
    const changes: [string | RegExp, string][] = [
      ['"chainFamily":"sol"', '"chainFamily":"evm"'],
      ['"networkId":"sol-mainnet"', '"networkId":"sol-devnet"'],
      [/"address":"[^"]+"/, '"address":"0x52908400098527886E0F7030069857D2E4169EE7"'],
    ]
    for (const [from, to] of changes) {
      await expect(ensureAnd((text) => text.replace(from, to))).rejects.toMatchObject({
        code: "ADDRESS_MISMATCH",
      })
    }
    expect((await ensureAnd((text) => text)).address.chainFamily).toBe("sol")
  }
)

story(
  "an invoice names its customer, and an unknown customer is refused",
  ["rule:invoice.customer"],
  async (scene) => {
    const { gateway, key } = scene
    const customer = await openCustomer(scene)
    const request = { ...usdcOnBase, amount: "5" }
    const call = { idempotencyKey: key() }
    const invoice = await gateway.createInvoice({ ...request, customerId: customer.id }, call)
    expect(invoice.status).toBe("pending")
    await expect(
      gateway.createInvoice({ ...request, customerId: "cus_of_nobody" }, { idempotencyKey: key() })
    ).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
)
