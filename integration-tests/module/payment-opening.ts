import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { listing } from "../../src/gateway/__tests__/listing"
import { createCatalog } from "../../src/gateway/client/catalog"
import { createGatewayClient, type GatewayClient } from "../../src/gateway/client/gateway-client"
import type { Token } from "../../src/gateway/contract"
import { optionsWith, validInput } from "../../src/modules/onchain/__tests__/valid-options"
import { openPayment, type OpenPaymentRequest } from "../../src/modules/onchain/payment-opening"
import { PaymentStore } from "../../src/modules/onchain/payment-store"
import { invoice } from "./payment-rows"

type CreateInvoice = GatewayClient["createInvoice"]
type Call = { body: Parameters<CreateInvoice>[0]; key: string }

export const usdcRail = "evm:base-mainnet:USDC"
export const stellarRail = "stellar:stellar-mainnet:USDC:GISSUER"
export const usdcId = "stellar:USDC:GISSUER"

const networks = [
  { chain: "evm", networkId: "base-mainnet", name: "Base" },
  { chain: "stellar", networkId: "stellar-mainnet", name: "Stellar" },
]
const tokens: Token[] = [
  { chain: "evm", networkId: "base-mainnet", token: "USDC", decimals: 6, contractAddress: "0xcontract" },
  {
    chain: "stellar",
    networkId: "stellar-mainnet",
    token: "USDC",
    decimals: 7,
    assetCode: "USDC",
    issuerAddress: "GISSUER",
    canonicalAssetId: usdcId,
  },
]

/** Opens payments against a gateway whose `createInvoice` is given; every call of it is kept. */
export function setUpOpening(
  knex: Knex,
  createInvoice: CreateInvoice = (body) => Promise.resolve(invoice(body))
) {
  const calls: Call[] = []
  const options = optionsWith()
  const store = new PaymentStore(knex, options.assumptions)
  const gateway: GatewayClient = {
    ...createGatewayClient({ ...validInput, fetch: () => Promise.reject(new Error("nothing is sent")) }),
    listNetworks: () => listing(networks),
    listTokens: () => listing(tokens),
    createInvoice: (body, call) => {
      calls.push({ body, key: call.idempotencyKey })
      return createInvoice(body, call)
    },
  }
  const context = {
    store,
    gateway,
    catalog: createCatalog({ gateway }),
    options,
    clock: Date.now,
    onRateError: (railId: string, error: unknown) => {
      throw new Error(`no rate of ${railId} was expected to fail: ${String(error)}`)
    },
  }
  const open = (change: Partial<OpenPaymentRequest> = {}) =>
    openPayment(
      { sessionId: "payses_1", railId: usdcRail, fiatAmount: "12.50", currencyCode: "usd", ...change },
      context
    )
  return { open, store, calls, row: () => store.find({ session_id: "payses_1" }) }
}
