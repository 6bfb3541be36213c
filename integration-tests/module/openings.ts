import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { listing } from "../../src/gateway/__tests__/listing"
import { createCatalog } from "../../src/gateway/client/lists"
import { createGatewayClient, type GatewayClient } from "../../src/gateway/client/client"
import type { Token, Intent, Invoice } from "../../src/gateway/contract"
import { optionsWith, validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"
import { AddressBook, CustomerDirectory } from "../../src/modules/onchain/payment/address-book"
import { IntentStore } from "../../src/modules/onchain/payment/intent-store"
import {
  Opening,
  type OpeningModule,
  type OpenPaymentRequest,
} from "../../src/modules/onchain/payment/opening"
import { isChosen, isCurrent, type PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { ChoosePayout, PayoutQuestion } from "../../src/modules/onchain/payment/payout-split"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { findOwnAddress } from "../../src/modules/onchain/payout/destinations"
import { quoteRails, RailMinimums } from "../../src/modules/onchain/payment/rails"
import { REFUSED_AMOUNT, type SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { RateBook } from "../../src/modules/onchain/rates/rate-book"
import type { Exclusively } from "../../src/modules/onchain/work/claim"
import { invoice, scope, EVM_ADDRESS, reread } from "./rows"
import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import type { RefundRow } from "../../src/modules/onchain/refund/refund-ledger"
import { followEarlierAttempt, recordCaptured } from "../../src/workflows/payment/settle-payment"

type CreateInvoice = GatewayClient["createInvoice"]
type ItemsOf = OpeningModule["collectionAmounts"]["itemsOf"]
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
  const catalog = createCatalog({ gateway })
  const rates = new RateBook({
    options,
    clock: Date.now,
    report: (source, error) => {
      throw new Error(`${source} was not expected to be called: ${String(error)}`)
    },
  })
  const minimums = new RailMinimums(
    options.assumptions.minimums,
    { readRecent: () => Promise.reject(new Error("the plan cannot be read")) },
    { recent: () => Promise.resolve([...refused]), note: noteRefused },
    Date.now
  )
  const currencies = { decimalsOf: () => Promise.resolve(2) }
  const unsplit: string[] = []
  const cart: { read: string[]; held: Awaited<ReturnType<ItemsOf>> } = {
    read: [],
    held: null,
  }
  const onchain: OpeningModule = {
    payments: store,
    checkout: { gateway },
    customers,
    intents: new IntentStore(knex, scope),
    addresses: new AddressBook(
      knex,
      scope,
      gateway,
      customers,
      { clock: Date.now, intervalMs: 5_000 },
      () => undefined
    ),
    options,
    minimums,
    payouts: { destinations: { ownAddress: (chain, address) => findOwnAddress(knex, chain, address) } },
    collectionAmounts: {
      itemsOf: (collectionId) => {
        cart.read.push(collectionId)
        return Promise.resolve(cart.held)
      },
    },
    onNoPayout: (_, reason) => Promise.resolve(void unsplit.push(reason)),
    quoteRails: (request) => quoteRails(request, { catalog, options, rates, minimums, currencies }),
  }
  const exclusively = oneAtATime()
  const asked: PayoutQuestion[] = []
  const chooser: { choose: ChoosePayout } = { choose: () => Promise.resolve(null) }
  const opening = new Opening(onchain, exclusively, (question) => {
    asked.push(question)
    return chooser.choose(question)
  })
  const openSession = (request: Partial<OpenPaymentRequest> & { railId?: string | undefined } = {}) =>
    opening.open({
      sessionId: "payses_1",
      railId: usdcRail,
      fiatAmount: "12.50",
      currencyCode: "usd",
      customerId: null,
      ...request,
    })
  const open = async (...request: Parameters<typeof openSession>) => {
    const payment = await openSession(...request)
    if (!isChosen(payment)) throw new Error("a rail was chosen, and nothing was opened")
    return payment
  }
  return {
    open,
    openSession,
    store,
    calls,
    ...{ asked, chooser, unsplit, cart },
    onchain,
    exclusively,
    opening,
    row: () => store.find({ session_id: "payses_1" }),
  }
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

const TREASURY = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

type IntentRequest = Parameters<GatewayClient["createIntent"]>[0]
type IntentCall = { body: IntentRequest; key: string }

/** The intent that such a request returns. */
export const intentOf = (body: IntentRequest, change: Partial<Intent> = {}): Intent => {
  const { chain, networkId, token, externalOrderId, expectedAmount } = body
  const isStellar = chain === "stellar"
  return {
    id: `int_${externalOrderId}`,
    ...{ chain, networkId, token, externalOrderId, expectedAmount },
    depositAddress: isStellar ? TREASURY : EVM_ADDRESS,
    memo: isStellar ? { type: "id", value: "18446744073709551615" } : undefined,
    status: "active",
    ...change,
  }
}

/** Opens payments of a signed-in customer; every `createIntent` and the order of the calls are recorded. */
export function setUpIntents(
  knex: Knex,
  createIntent: (body: IntentRequest) => Promise<Intent> = (body) => Promise.resolve(intentOf(body)),
  scripted: ScriptedCalls = {},
  options: Partial<OnchainOptionsInput> = {}
) {
  const intents: IntentCall[] = []
  const order: string[] = []
  const calls: ScriptedCalls = {
    createCustomer: ({ externalRef }) => Promise.resolve({ id: `cus_of_${externalRef}`, externalRef }),
    ensureAddress: (_, { chain, networkId = "" }) =>
      Promise.resolve({ created: false, address: { address: EVM_ADDRESS, chainFamily: chain, networkId } }),
    ...scripted,
  }
  const { open, ...rest } = setUpOpening(
    knex,
    undefined,
    {
      createCustomer: (...call) => noted("createCustomer", calls.createCustomer?.(...call)),
      ensureAddress: (...call) => noted("ensureAddress", calls.ensureAddress?.(...call)),
      createIntent: (body, { idempotencyKey: key }) => {
        intents.push({ body, key })
        return noted("createIntent", createIntent(body))
      },
    },
    options
  )

  function noted<T>(name: string, answer: Promise<T> | undefined): Promise<T> {
    order.push(name)
    return answer ?? Promise.reject(new Error(`${name} is not scripted`))
  }
  const openFor = (sessionId: string, request: Parameters<typeof open>[0] = {}) =>
    open({ sessionId, customerId: "cus_medusa", ...request })
  const rowOf = (sessionId: string) => rest.store.find({ session_id: sessionId })
  return { ...rest, openFor, rowOf, intents, order }
}

import type OnchainModuleService from "../../src/modules/onchain/service"

/** One payment whose payer chooses repeatedly. The service answers a repeated key with the same invoice. */
export function setUpAttempts(
  { knex, service }: { knex: Knex; service: OnchainModuleService },
  beforeAnswer: (number: number) => void = () => undefined
) {
  const invoices = new Map<string, Invoice>()
  const createInvoice: CreateInvoice = async (body, { idempotencyKey }) => {
    const known = invoices.get(idempotencyKey) ?? invoice({ ...body, id: `inv_${invoices.size + 1}` })
    invoices.set(idempotencyKey, known)
    beforeAnswer(invoices.size)
    return known
  }
  const setUp = setUpOpening(knex, createInvoice)
  const { store, opening, openSession } = setUp
  const container = createMedusaContainer()
  const silent = { info: () => undefined, warn: () => undefined }
  container.register({ onchain: asValue(service), logger: asValue(silent) })
  const now = async () => {
    const payment = await store.findAny({ session_id: "payses_1" })
    if (!payment) throw new Error("no session was opened")
    return payment
  }
  return {
    ...setUp,
    container,
    now,
    openUnchosen: () => openSession({ railId: undefined }),
    choose: async (railId = usdcRail) => opening.openAnother(await now(), railId),
    repeat: (attempt: PaymentRow) => opening.reopen(attempt),
    /** Reads an attempt's invoice like a webhook or a poll, up to the decision about its order. */
    async read({ attempt_id }: PaymentRow, change: Partial<Invoice>): Promise<PaymentRow> {
      const row = await store.find({ attempt_id })
      if (!row) throw new Error(`there is no attempt ${attempt_id}`)
      const read = invoiceOf(row, change)
      const recorded = await store.record(row, read)
      if (!isCurrent(recorded)) await followEarlierAttempt(container, recorded, read)
      return (await store.find({ attempt_id })) ?? recorded
    },
    capture: async () =>
      recordCaptured(container, await reread(store, (await now()).id), null, { isRefundDue: false }),
    dueRefunds: () =>
      knex<RefundRow>("onchain_refund")
        .where({ state: "due" })
        .whereNull("deleted_at")
        .orderBy("id")
        .select("*"),
  }
}

/** The service's report of an attempt's invoice. */
export function invoiceOf(row: PaymentRow, change: Partial<Invoice>): Invoice {
  const { chain, network_id: networkId, token, canonical_asset_id: assetId, expected_amount: amount } = row
  const asset = { chain, networkId, token, ...(assetId === null ? {} : { canonicalAssetId: assetId }) }
  return invoice({ ...asset, amount, id: row.gateway_invoice_id ?? "", ...change })
}

export const RAILS = [usdcRail, stellarRail] as const
