import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { listing } from "../../src/gateway/__tests__/listing"
import { createCatalog } from "../../src/gateway/client/lists"
import { createGatewayClient, type GatewayClient } from "../../src/gateway/client/client"
import type { Token } from "../../src/gateway/contract"
import { optionsWith, validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"
import { AddressBook, CustomerDirectory } from "../../src/modules/onchain/payment/address-book"
import { AttemptStore } from "../../src/modules/onchain/payment/attempt-store"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import type { OpeningContext, OpenPaymentRequest } from "../../src/modules/onchain/payment/opening-context"
import { openPayment } from "../../src/modules/onchain/payment/opening"
import { isChosen } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { RailMinimums } from "../../src/modules/onchain/payment/rails"
import { REFUSED_AMOUNT, type SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { RateBook } from "../../src/modules/onchain/rates/rate-book"
import type { Exclusively } from "../../src/modules/onchain/work/locks"
import { invoice, scope } from "./rows"

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

/** Scripted answers of the gateway; the rest answers normally. */
export type ScriptedCalls = Partial<
  Pick<GatewayClient, "createInvoice" | "createCustomer" | "ensureAddress" | "createIntent">
>

/** Opens payments against a gateway with scripted calls; every `createInvoice` is recorded. */
export function setUpOpening(
  knex: Knex,
  createInvoice: CreateInvoice = (body) => Promise.resolve(invoice(body)),
  scripted: ScriptedCalls = {},
  change: Partial<OnchainOptionsInput> = {}
) {
  const calls: Call[] = []
  const options = optionsWith(change)
  const store = new PaymentStore(knex, scope)
  const gateway: GatewayClient = {
    ...createGatewayClient({ ...validInput, fetch: () => Promise.reject(new Error("nothing is sent")) }),
    listNetworks: () => listing(networks),
    listTokens: () => listing(tokens),
    ...scripted,
    createInvoice: (body, call) => {
      calls.push({ body, key: call.idempotencyKey })
      return createInvoice(body, call)
    },
  }
  const refused: Awaited<ReturnType<SharedStatus["recent"]>> = []
  const noteRefused: SharedStatus["note"] = (name, detail) => {
    refused.push({ name: name.replace(REFUSED_AMOUNT, ""), detail, at: new Date(), count: 1 })
  }
  const customers = new CustomerDirectory(knex, scope, gateway, () => undefined)
  const context: OpeningContext = {
    store,
    gateway,
    customers,
    attempts: new AttemptStore(knex, scope),
    intents: new IntentStore(knex, scope),
    addresses: new AddressBook(
      knex,
      scope,
      gateway,
      customers,
      { clock: Date.now, intervalMs: 5_000 },
      () => undefined
    ),
    catalog: createCatalog({ gateway }),
    options,
    clock: Date.now,
    rates: new RateBook({
      options,
      clock: Date.now,
      report: (source, error) => {
        throw new Error(`${source} was not expected to be called: ${String(error)}`)
      },
    }),
    minimums: new RailMinimums(
      options.assumptions.minimums,
      { readRecent: () => Promise.reject(new Error("the plan cannot be read")) },
      { recent: () => Promise.resolve([...refused]), note: noteRefused },
      Date.now
    ),
    currencies: { decimalsOf: () => Promise.resolve(2) },
    exclusively: oneAtATime(),
  }
  const openSession = (request: Partial<OpenPaymentRequest> & { railId?: string | undefined } = {}) =>
    openPayment(
      {
        sessionId: "payses_1",
        railId: usdcRail,
        fiatAmount: "12.50",
        currencyCode: "usd",
        customerId: null,
        ...request,
      },
      context
    )
  const open = async (...request: Parameters<typeof openSession>) => {
    const payment = await openSession(...request)
    if (!isChosen(payment)) throw new Error("a rail was chosen, and nothing was opened")
    return payment
  }
  return { open, openSession, store, calls, context, row: () => store.find({ session_id: "payses_1" }) }
}

/** Serializes jobs of one key, as Medusa's locking module does within one process. */
export function oneAtATime(): Exclusively {
  const last = new Map<string, Promise<unknown>>()
  return (key, job) => {
    const done = (last.get(key) ?? Promise.resolve()).then(job, job)
    last.set(key, done)
    return done
  }
}
