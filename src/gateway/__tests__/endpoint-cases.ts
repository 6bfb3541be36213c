import { collect } from "../client/lists"
import type { GatewayClient } from "../client/client"
import type { EndpointName } from "../contract/endpoints"

/** One call of an endpoint: what the client is asked, and what the service may answer. */
export type EndpointCase = {
  call: (client: GatewayClient, idempotencyKey: string) => Promise<unknown>
  /** The resource, or one row of the list. */
  answer: Record<string, unknown>
}

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const invoice = { ...rail, id: "inv_1", status: "pending", amount: "12.5", depositAddress: address }
const order = { ...rail, externalOrderId: "order_1", expectedAmount: "12.5" }
const quote = { ...rail, amount: "5", destinationAddress: address }
const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
const withdrawal = { ...xlm, id: "wd_1", status: "pending_funds", amount: "5", clientReference: "ref_1" }
const network = { chain: "nova", networkId: "nova-mainnet", name: "Nova", environment: "live" }
const billing = { plan: "Growth", invoiceFeePercent: "0.55", payoutQuotaUsed: 3, gasBlockedOperations: 0 }
const deposit = {
  ...{ depositId: "dep_1", customerId: "cus_1", chain: "sol", networkId: "sol-mainnet" },
  asset: { token: "USDC", tokenMint: "mint", canonicalAssetId: "sol:USDC:mint", supported: true },
  amount: { raw: "1500000", display: "1.5", decimals: 6 },
  transaction: { txHash: "hash", operationIndex: 0, fromAddress: "from", toAddress: "to" },
  assignment: { status: "unassigned_no_intent", safeToFulfill: false, expectedIntent: { id: "int_1" } },
  ...{ resolutionStatus: "review_required", safeToFulfill: false },
}

/** Every endpoint, under the default assumptions. */
export const endpointCases = {
  createCustomer: {
    call: (client, idempotencyKey) => client.createCustomer({ externalRef: "shopper 7" }, { idempotencyKey }),
    answer: { id: "cus_1", externalRef: "shopper 7" },
  },
  getCustomer: {
    call: (client) => client.getCustomer("cus_1"),
    answer: { id: "cus_1", externalRef: "shopper 7" },
  },
  ensureAddress: {
    call: (client, idempotencyKey) => client.ensureAddress("cus_1", xlm, { idempotencyKey }),
    answer: {
      created: false,
      address: { address: account, chainFamily: "stellar", networkId: "stellar-mainnet" },
    },
  },
  createInvoice: {
    call: (client, idempotencyKey) => client.createInvoice({ ...rail, amount: "12.5" }, { idempotencyKey }),
    answer: invoice,
  },
  getInvoice: {
    call: (client) => client.getInvoice("inv_1"),
    answer: invoice,
  },
  getInvoiceProgress: {
    call: (client) => client.getInvoiceProgress("inv_1"),
    answer: { ...invoice, confirmationProgress: { current: 1, required: 3, remaining: 2, percent: 33 } },
  },
  listInvoices: {
    call: (client) => collect(client.listInvoices({ status: "paid" })),
    answer: { ...invoice, status: "paid" },
  },
  createIntent: {
    call: (client, idempotencyKey) =>
      client.createIntent({ ...order, customerId: "cus_1" }, { idempotencyKey }),
    answer: { ...order, id: "int_1", status: "active", depositAddress: address },
  },
  quoteWithdrawal: {
    call: (client, idempotencyKey) => client.quoteWithdrawal(quote, { idempotencyKey }),
    answer: { id: "quo_1", fee: "0.03", netAmount: "4.97", expiresAt: "2030-01-01T00:00:00.000Z" },
  },
  createWithdrawal: {
    call: (client, idempotencyKey) =>
      client.createWithdrawal({ quoteId: "quo_1", clientReference: "ref_1" }, { idempotencyKey }),
    answer: withdrawal,
  },
  getWithdrawal: {
    call: (client) => client.getWithdrawal("wd_1"),
    answer: withdrawal,
  },
  listWithdrawals: {
    call: (client) => collect(client.listWithdrawals()),
    answer: withdrawal,
  },
  listBalances: {
    call: (client) => collect(client.listBalances()),
    answer: { ...rail, amounts: { total: "10", totalHeld: "12.5", requiresRecovery: "0" } },
  },
  listTransactions: {
    call: (client) => collect(client.listTransactions()),
    answer: { ...rail, id: "tx_1", amount: "12.5", direction: "in", txHash: "0xhash" },
  },
  listNetworks: {
    call: (client) => collect(client.listNetworks()),
    answer: network,
  },
  listSupportedNetworks: {
    call: (client) => collect(client.listSupportedNetworks()),
    answer: network,
  },
  listTokens: {
    call: (client) => collect(client.listTokens({ networkId: "base-mainnet" })),
    answer: { ...rail, decimals: 6, contractAddress: "0xcontract" },
  },
  getBilling: {
    call: (client) => client.getBilling(),
    answer: billing,
  },
  getBillingUsage: {
    call: (client) => client.getBillingUsage(),
    answer: { includedGasUsedUsd: "3.5", prepaidGasUsd: "25" },
  },
  listDeposits: {
    call: (client) => collect(client.listDeposits({ status: "review_required" })),
    answer: deposit,
  },
  assignDeposit: {
    call: (client, idempotencyKey) =>
      client.assignDeposit("dep_1", { intentId: "int_1" }, { idempotencyKey }),
    answer: { depositId: "dep_1", resolutionStatus: "assigned", invoiceId: "inv_1" },
  },
  acceptDeposit: {
    call: (client, idempotencyKey) => client.acceptDeposit("dep_1", { idempotencyKey }),
    answer: { depositId: "dep_1", resolutionStatus: "accepted" },
  },
  refundDeposit: {
    call: (client, idempotencyKey) => client.refundDeposit("dep_1", { idempotencyKey }),
    answer: { depositId: "dep_1", resolutionStatus: "refund_pending" },
  },
} satisfies Record<EndpointName, EndpointCase>
