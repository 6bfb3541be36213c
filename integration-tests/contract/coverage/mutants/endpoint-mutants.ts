import type { authenticationItems, endpointItems } from "../endpoint-items"
import { inFile, type Mutant, type Mutants } from "./mutant"

const endpoints = inFile("src/gateway/contract/endpoints.ts")
const requests = inFile("src/gateway/client/http.ts")
const handler = inFile("src/sandbox/http/endpoint-handler.ts")
const idempotency = inFile("src/sandbox/http/idempotency.ts")
const authentication = inFile("src/sandbox/http/authentication.ts")
const dashboard = inFile("src/sandbox/dashboard/dashboard-routes.ts")

/** Client and sandbox agree on another path. @param call its place in their table, up to the end of the path */
const otherPath = (call: string): Mutant => endpoints(`${call}"`, `${call}-2"`)
const ofBusiness = (call: string, path: string) => otherPath(`${call}("/businesses/{businessId}/${path}`)
/** They agree on the other key. */
const otherKey = (path: string, key: string): Mutant =>
  endpoints(`/${path}", "${key}"`, `/${path}", "${key === "payout" ? "standard" : "payout"}"`)
const readsByPayoutKey = endpoints(
  'key: "standard", isMutating: false, answer: "resource"',
  'key: "payout", isMutating: false, answer: "resource"'
)

export const endpointMutants: Record<keyof typeof endpointItems, Mutants> = {
  "endpoint:createCustomer": [ofBusiness("post", "customers"), otherKey("customers", "standard")],
  "endpoint:ensureAddress": [
    otherPath("/customers/{customerId}/addresses/ensure"),
    endpoints('/ensure",\n      "standard"', '/ensure",\n      "payout"'),
  ],
  "endpoint:createInvoice": [
    ofBusiness("post", "invoices"),
    endpoints('invoices", "by_body", createInvoice', 'invoices", "payout", createInvoice'),
  ],
  "endpoint:getInvoice": [
    otherPath('get("/businesses/invoices/{invoiceId}'),
    endpoints('get("/businesses/invoices/{invoiceId}")', 'get("/invoices/{invoiceId}")'),
    readsByPayoutKey,
  ],
  "endpoint:getInvoiceProgress": [otherPath('get("/invoices/{invoiceId}'), readsByPayoutKey],
  "endpoint:listInvoices": ofBusiness("list", "invoices"),
  "endpoint:quoteWithdrawal": [ofBusiness("post", "withdrawals/quote"), otherKey("quote", "payout")],
  "endpoint:createWithdrawal": [ofBusiness("post", "withdrawals"), otherKey("withdrawals", "payout")],
  "endpoint:listBalances": ofBusiness("list", "balances"),
  "endpoint:listTransactions": ofBusiness("list", "transactions"),
  "endpoint:listNetworks": otherPath('list("/networks'),
  "endpoint:listSupportedNetworks": otherPath('list("/networks/supported'),
  "endpoint:listTokens": otherPath('list("/tokens'),
  "endpoint:getBilling": [otherPath('get("/billing/me'), readsByPayoutKey],
  "endpoint:getBillingUsage": [otherPath('get("/billing/usage'), readsByPayoutKey],
  "endpoint:listDeposits": ofBusiness("list", "deposits"),
  "endpoint:assignDeposit": [otherPath("/deposits/{depositId}/assign"), otherKey("assign", "standard")],
  "endpoint:acceptDeposit": [otherPath("/deposits/{depositId}/accept"), otherKey("accept", "standard")],
  "endpoint:refundDeposit": [otherPath("/deposits/{depositId}/refund"), otherKey("refund", "payout")],
  "endpoint:createIntent": [
    endpoints('post("createIntent", "by_body"', 'post("createIntent", "payout"'),
    endpoints('post("createIntent"', 'post("getCustomer"'),
  ],
  "endpoint:getWithdrawal": endpoints('get("getWithdrawal")', 'get("getCustomer")'),
  "endpoint:listWithdrawals": endpoints('list("listWithdrawals"', 'list("getWithdrawal"'),
  "endpoint:getCustomer": endpoints('get("getCustomer")', 'get("getWithdrawal")'),
  "rule:list.status": [
    inFile("src/sandbox/invoices/invoice-operations.ts")("status === undefined ||", 'status !== "" ||'),
    inFile("src/sandbox/deposits/deposit-operations.ts")("status === undefined ||", 'status !== "" ||'),
    inFile("src/gateway/client/client.ts")("parseInvoiceRecord, { status }", "parseInvoiceRecord, {}"),
    inFile("src/gateway/client/client.ts")("parseDepositRecord, { status }", "parseDepositRecord, {}"),
  ],
  "rule:list.network": [
    inFile("src/sandbox/catalog/catalog-operations.ts")("wanted === undefined ||", 'wanted !== "" ||'),
    inFile("src/gateway/client/client.ts")("parseToken, { networkId }", "parseToken, {}"),
  ],
  "rule:mutations.key": [
    handler("if (!key) throw", 'if (!key) return "none"\n  if (key === "") throw'),
    handler("endpoint.isMutating ?", 'endpoint.isMutating && name !== "createCustomer" ?'),
    handler("endpoint.isMutating ?", 'endpoint.isMutating && name !== "ensureAddress" ?'),
    handler("endpoint.isMutating ?", 'endpoint.isMutating && name !== "createIntent" ?'),
    handler("endpoint.isMutating ?", 'endpoint.isMutating && name !== "createWithdrawal" ?'),
  ],
  "rule:headers.case": handler(
    'authenticate(context.req.header("x-api-key")',
    'authenticate(context.env.incoming?.rawHeaders.includes("x-api-key") ? context.req.header("x-api-key") : undefined'
  ),
  "rule:headers.content-type": [
    inFile("src/gateway/client/http.ts")(
      '"content-type": "application/json",\n      "x-api-key"',
      '"content-type": "application/json; charset=utf-8",\n      "x-api-key"'
    ),
    inFile("src/gateway/client/http.ts")('"x-api-key": apiKey', "authorization: apiKey"),
  ],
  "rule:deposit-actions.key": [
    handler("if (!key) throw", 'if (!key) return "none"\n  if (key === "") throw'),
    ...["assignDeposit", "acceptDeposit", "refundDeposit"].map((name) =>
      handler("endpoint.isMutating ?", `endpoint.isMutating && name !== "${name}" ?`)
    ),
  ],
  "rule:deposit-actions.same-key": [
    idempotency("if (entry.fingerprint !== fingerprint) throw mismatch()", ""),
    idempotency("JSON.stringify([endpoint, path, sorted(body)])", "JSON.stringify([endpoint, sorted(body)])"),
    idempotency(
      "JSON.stringify([endpoint, path, sorted(body)])",
      'JSON.stringify([path.replace(/[^/]+$/, ""), sorted(body)])'
    ),
  ],
  "rule:withdrawal.two-keys": requests(
    "idempotencyKey: isMutating ? input.idempotencyKey : undefined",
    'idempotencyKey: isMutating ? (name.endsWith("Withdrawal") ? "the-withdrawal" : input.idempotencyKey) : undefined'
  ),
}

const noSession = dashboard(
  "isSameSecret(session, credentials.dashboardSession)) return",
  "(isSameSecret(session, credentials.dashboardSession) || isSameSecret(session, credentials.payoutApiKey))) return"
)

export const authenticationMutants: Record<keyof typeof authenticationItems, Mutants> = {
  "rule:auth.header": handler(
    'context.req.header("x-api-key")',
    'context.req.header("x-api-key") ?? context.req.header("authorization")?.replace("Bearer ", "")'
  ),
  "rule:auth.standard": [
    readsByPayoutKey,
    otherKey("customers", "standard"),
    otherKey("accept", "standard"),
    otherKey("assign", "standard"),
    endpoints(
      '{ method: "GET", path, key: "standard", isMutating: false, answer: "list"',
      '{ method: "GET", path, key: "payout", isMutating: false, answer: "list"'
    ),
  ],
  "rule:auth.payout": [
    otherKey("quote", "payout"),
    otherKey("withdrawals", "payout"),
    otherKey("refund", "payout"),
  ],
  "rule:auth.standard-no-money": [
    authentication("if (role !== needed) throw", 'if (role !== needed && role === "payout") throw'),
    otherKey("refund", "payout"),
  ],
  "rule:auth.payout-nothing-else": authentication(
    "if (role !== needed) throw",
    'if (role !== needed && role === "standard") throw'
  ),
  "rule:auth.still-checked": [
    inFile("src/sandbox/withdrawals/withdrawal-creation.ts")("  checkPayoutPolicy(world, quote)\n", ""),
    inFile("src/sandbox/withdrawals/withdrawal-quote.ts")("  checkPayoutPolicy(world, terms)\n", ""),
  ],
  "rule:auth.wrong-key-type": authentication(
    'refusal("FORBIDDEN", `this call',
    'refusal("UNAUTHORIZED", `this call'
  ),
  "rule:auth.missing": [
    authentication(
      'if (apiKey !== undefined && isSameSecret(apiKey, credentials.apiKey)) return "standard"',
      'if (apiKey === undefined || isSameSecret(apiKey, credentials.apiKey)) return "standard"'
    ),
    authentication(
      'refusal("UNAUTHORIZED", complaint',
      'refusal(apiKey ? "UNAUTHORIZED" : "FORBIDDEN", complaint'
    ),
  ],
  "rule:auth.invalid": [
    authentication(
      "a.length === b.length && timingSafeEqual(a, b)",
      "a.length >= b.length && timingSafeEqual(a.subarray(0, b.length), b)"
    ),
    authentication('refusal("UNAUTHORIZED", complaint', 'refusal("FORBIDDEN", complaint'),
  ],
  "rule:auth.other-environment": authentication(
    "isSameSecret(apiKey, credentials.payoutApiKey)",
    'isSameSecret(apiKey.replace(/^live/, "sandbox"), credentials.payoutApiKey)'
  ),
  "rule:auth.other-business": handler(
    "businessId !== undefined && businessId !== world",
    'businessId === "" && businessId !== world'
  ),
  "rule:auth.dashboard": [
    dashboard('if (method === "POST") requireOwner(role)', ""),
    dashboard(
      'throw refusal("UNAUTHORIZED", session',
      'if (!session) return "owner"\n  throw refusal("UNAUTHORIZED", session'
    ),
  ],
  "rule:auth.dashboard-no-keys": noSession,
}
