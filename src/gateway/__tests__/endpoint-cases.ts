import { collect } from "../client/lists"
import type { GatewayClient } from "../client/client"
import type { EndpointName } from "../contract/endpoints"

/** One call of an endpoint: what the client is asked, what it has to send, and what the service may answer. */
export type EndpointCase = {
  call: (client: GatewayClient, idempotencyKey: string) => Promise<unknown>
  /** Method, path and query. */
  sent: string
  key: "standard" | "payout"
  body?: object
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
    sent: "POST /businesses/biz_1/customers",
    key: "standard",
    body: { externalRef: "shopper 7" },
    answer: { id: "cus_1", externalRef: "shopper 7" },
  },
  getCustomer: {
    call: (client) => client.getCustomer("cus_1"),
    sent: "GET /businesses/biz_1/customers/cus_1",
    key: "standard",
    answer: { id: "cus_1", externalRef: "shopper 7" },
  },
  ensureAddress: {
    call: (client, idempotencyKey) => client.ensureAddress("cus_1", xlm, { idempotencyKey }),
    sent: "POST /businesses/biz_1/customers/cus_1/addresses/ensure",
    key: "standard",
    body: xlm,
    answer: {
      created: false,
      address: { address: account, chainFamily: "stellar", networkId: "stellar-mainnet" },
    },
  },
  createInvoice: {
    call: (client, idempotencyKey) => client.createInvoice({ ...rail, amount: "12.5" }, { idempotencyKey }),
    sent: "POST /businesses/biz_1/invoices",
    key: "standard",
    body: { ...rail, amount: "12.5" },
    answer: invoice,
  },
  getInvoice: {
    call: (client) => client.getInvoice("inv_1"),
    sent: "GET /businesses/invoices/inv_1",
    key: "standard",
    answer: invoice,
  },
  getInvoiceProgress: {
    call: (client) => client.getInvoiceProgress("inv_1"),
    sent: "GET /invoices/inv_1",
    key: "standard",
    answer: { ...invoice, confirmationProgress: { current: 1, required: 3, remaining: 2, percent: 33 } },
  },
  listInvoices: {
    call: (client) => collect(client.listInvoices({ status: "paid" })),
    sent: "GET /businesses/biz_1/invoices?status=paid&limit=100",
    key: "standard",
    answer: { ...invoice, status: "paid" },
  },
  createIntent: {
    call: (client, idempotencyKey) =>
      client.createIntent({ ...order, customerId: "cus_1" }, { idempotencyKey }),
    sent: "POST /businesses/biz_1/customers/cus_1/auto-deposit-intents",
    key: "standard",
    body: order,
    answer: { ...order, id: "int_1", status: "active", depositAddress: address },
  },
  quoteWithdrawal: {
    call: (client, idempotencyKey) => client.quoteWithdrawal(quote, { idempotencyKey }),
    sent: "POST /businesses/biz_1/withdrawals/quote",
    key: "payout",
    body: quote,
    answer: { id: "quo_1", fee: "0.03", netAmount: "4.97", expiresAt: "2030-01-01T00:00:00.000Z" },
  },
  createWithdrawal: {
    call: (client, idempotencyKey) =>
      client.createWithdrawal({ quoteId: "quo_1", clientReference: "ref_1" }, { idempotencyKey }),
    sent: "POST /businesses/biz_1/withdrawals",
    key: "payout",
    body: { quoteId: "quo_1", clientReference: "ref_1" },
    answer: withdrawal,
  },
  getWithdrawal: {
    call: (client) => client.getWithdrawal("wd_1"),
    sent: "GET /businesses/biz_1/withdrawals/wd_1",
    key: "standard",
    answer: withdrawal,
  },
  listWithdrawals: {
    call: (client) => collect(client.listWithdrawals()),
    sent: "GET /businesses/biz_1/withdrawals?limit=100",
    key: "standard",
    answer: withdrawal,
  },
  listBalances: {
    call: (client) => collect(client.listBalances()),
    sent: "GET /businesses/biz_1/balances",
    key: "standard",
    answer: { ...rail, amounts: { total: "10", totalHeld: "12.5", requiresRecovery: "0" } },
  },
  listTransactions: {
    call: (client) => collect(client.listTransactions()),
    sent: "GET /businesses/biz_1/transactions?limit=100",
    key: "standard",
    answer: { ...rail, id: "tx_1", amount: "12.5", direction: "in", txHash: "0xhash" },
  },
  listNetworks: {
    call: (client) => collect(client.listNetworks()),
    sent: "GET /networks",
    key: "standard",
    answer: network,
  },
  listSupportedNetworks: {
    call: (client) => collect(client.listSupportedNetworks()),
    sent: "GET /networks/supported",
    key: "standard",
    answer: network,
  },
  listTokens: {
    call: (client) => collect(client.listTokens({ networkId: "base-mainnet" })),
    sent: "GET /tokens?networkId=base-mainnet",
    key: "standard",
    answer: { ...rail, decimals: 6, contractAddress: "0xcontract" },
  },
  getBilling: {
    call: (client) => client.getBilling(),
    sent: "GET /billing/me",
    key: "standard",
    answer: billing,
  },
  getBillingUsage: {
    call: (client) => client.getBillingUsage(),
    sent: "GET /billing/usage",
    key: "standard",
    answer: { includedGasUsedUsd: "3.5", prepaidGasUsd: "25" },
  },
  listDeposits: {
    call: (client) => collect(client.listDeposits({ status: "review_required" })),
    sent: "GET /businesses/biz_1/deposits?status=review_required",
    key: "standard",
    answer: deposit,
  },
  assignDeposit: {
    call: (client, idempotencyKey) =>
      client.assignDeposit("dep_1", { intentId: "int_1" }, { idempotencyKey }),
    sent: "POST /businesses/biz_1/deposits/dep_1/assign",
    key: "standard",
    body: { intentId: "int_1" },
    answer: { depositId: "dep_1", resolutionStatus: "assigned", invoiceId: "inv_1" },
  },
  acceptDeposit: {
    call: (client, idempotencyKey) => client.acceptDeposit("dep_1", { idempotencyKey }),
    sent: "POST /businesses/biz_1/deposits/dep_1/accept",
    key: "standard",
    answer: { depositId: "dep_1", resolutionStatus: "accepted" },
  },
  refundDeposit: {
    call: (client, idempotencyKey) => client.refundDeposit("dep_1", { idempotencyKey }),
    sent: "POST /businesses/biz_1/deposits/dep_1/refund",
    key: "payout",
    answer: { depositId: "dep_1", resolutionStatus: "refund_pending" },
  },
} satisfies Record<EndpointName, EndpointCase>
