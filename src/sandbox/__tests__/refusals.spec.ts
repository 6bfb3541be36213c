import { destinations, openBusiness, usdcOnBase } from "./business"
import { tokens } from "../catalog/catalog"
import { errorOf } from "./in-process"

type Row = readonly [change: Record<string, unknown>, field: string]

const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
const { token: _, ...stellar } = xlm
const usdc = tokens.find(({ networkId, token }) => networkId === "stellar-mainnet" && token === "USDC")
const identity = { assetCode: usdc?.assetCode, issuerAddress: usdc?.issuerAddress }
const seller = { label: "seller", destinationAddress: destinations.evm, shareBps: 10_000 }
const share = (shareBps: number) => ({ ...seller, shareBps })
const twoSplits = [{ payoutRouteId: "r", payoutRecipients: [seller] }, "payoutRecipients"] as const
const destinationAddress = destinations.evm

/** What is right as it is, and changes that are not, with the field that the refusal names. */
const requests: [path: string, right: Record<string, unknown>, wrong: Row[]][] = [
  [
    "invoices",
    { ...usdcOnBase, amount: "1" },
    [
      [{ amount: "0.00" }, "amount"],
      [{ amount: 1 }, "amount"],
      [{ amount: "1.0000001" }, "amount"],
      [{ amount: "0.1" }, "amount"],
      [{ networkId: "moon" }, "networkId"],
      [{ chain: "sol" }, "networkId"],
      [{ token: "BNB" }, "token"],
      [{ price: "1" }, "price"],
      [{ receiveMode: "memo_required" }, "receiveMode"],
      [{ ...stellar, token: "USDC" }, "canonicalAssetId"],
      [{ ...stellar, assetCode: "USDC" }, "issuerAddress"],
      [{ ...stellar, issuerAddress: "G" }, "assetCode"],
      [{ ...stellar, assetCode: "USDC", issuerAddress: "G" }, "issuerAddress"],
      [{ ...stellar, canonicalAssetId: "stellar:USDC:G" }, "canonicalAssetId"],
      [{ ...stellar, ...identity, canonicalAssetId: "stellar:A:B" }, "canonicalAssetId"],
      [{ payoutRecipients: [share(9000), share(1001)] }, "payoutRecipients"],
      twoSplits,
    ],
  ],
  [
    "customers",
    { externalRef: "bob" },
    [
      [{ externalRef: "" }, "externalRef"],
      [{ email: "a@b.c" }, "email"],
    ],
  ],
  [
    "customers/{customer}/addresses/ensure",
    { chain: "evm", networkId: "base-mainnet" },
    [
      [{ networkId: undefined }, "networkId"],
      [{ chain: "btc" }, "chain"],
      [{ networkId: "moon" }, "networkId"],
      [{ networkId: "sol-mainnet" }, "networkId"],
      [{ ...stellar, token: "DOGE" }, "token"],
    ],
  ],
  [
    "customers/{customer}/auto-deposit-intents",
    { ...usdcOnBase, externalOrderId: "order_1", expectedAmount: "100" },
    [
      [{ expectedAmount: "0" }, "expectedAmount"],
      [{ expectedAmount: 1 }, "expectedAmount"],
      [{ expectedAmount: "1.0000001" }, "expectedAmount"],
      [{ networkId: "moon" }, "networkId"],
      [{ token: "BNB" }, "token"],
      [{ externalOrderId: "" }, "externalOrderId"],
      [{ canonicalAssetId: "stellar:XLM:native" }, "canonicalAssetId"],
      [{ customerId: "other" }, "customerId"],
      twoSplits,
    ],
  ],
  [
    "withdrawals/quote",
    { ...usdcOnBase, amount: "10", destinationAddress },
    [
      [{ amount: "0" }, "amount"],
      [{ amount: "0.05" }, "amount"],
      [{ amount: "1.0000001" }, "amount"],
      [{ amount: 10 }, "amount"],
      [{ networkId: "none" }, "networkId"],
      [{ chain: "sol" }, "networkId"],
      [{ token: "FAKE" }, "token"],
      [{ destinationAddress: destinations.sol }, "destinationAddress"],
      [{ destinationAddress: undefined }, "destinationAddress"],
      [{ memo: "7" }, "memo"],
      [{ ...xlm, destinationAddress: destinations.stellar, memo: "x".repeat(29) }, "memo"],
      [{ note: "x" }, "note"],
    ],
  ],
  [
    "/_sandbox/dashboard/payout-routes",
    { name: "to the seller", ...usdcOnBase, recipients: [seller] },
    [
      [{ name: "" }, "name"],
      [{ recipients: [] }, "recipients"],
      [{ recipients: [share(0)] }, "recipients.0.shareBps"],
      [{ recipients: [seller, seller] }, "recipients"],
      [
        { recipients: [{ ...seller, destinationAddress: destinations.stellar }] },
        "recipients.0.destinationAddress",
      ],
      [{ token: "FAKE" }, "token"],
      [{ networkId: "none" }, "networkId"],
    ],
  ],
  [
    "/_sandbox/dashboard/settings",
    { assignmentMode: "ledger_only" },
    [
      [{ plan: "Scale" }, "plan"],
      [{ colour: "red" }, "colour"],
      [{ depositToleranceBps: 10_001 }, "depositToleranceBps"],
      [{ autoInvoiceMinUsd: "-1" }, "autoInvoiceMinUsd"],
      [{ fairUseGasUsd: "1.000000001" }, "fairUseGasUsd"],
    ],
  ],
  [
    "/_sandbox/advance",
    { ms: 1 },
    [
      [{ ms: -1 }, "ms"],
      [{ ms: undefined }, "ms"],
    ],
  ],
  [
    "/_sandbox/pay",
    { invoiceId: "{invoice}" },
    [
      [{ invoiceId: undefined }, "invoiceId"],
      [{ amount: "1e3" }, "amount"],
      [{ price: "1" }, "price"],
    ],
  ],
  [
    "/_sandbox/fault",
    { kind: "latency", ms: 0, endpoint: "getInvoice" },
    [
      [{ kind: "fire" }, "kind"],
      [{ ms: undefined }, "ms"],
      [{ kind: "server_error", ms: undefined, status: 404 }, "status"],
      [{ endpoint: "payOut" }, "endpoint"],
      [{ kind: "webhook_lost", ms: undefined }, "endpoint"],
      [{ kind: "address_pool_exhausted", ms: undefined }, "endpoint"],
    ],
  ],
  [
    "/_sandbox/transfer",
    { toAddress: "{address}", ...usdcOnBase, amount: "1" },
    [
      [{ amount: undefined }, "amount"],
      [{ token: undefined }, "token"],
    ],
  ],
  ["/_sandbox/reject-destination", { address: "a" }, [[{ address: undefined }, "address"]]],
  ["/_sandbox/webhook", { url: null }, [[{ url: "ftp://x" }, "url"]]],
]

/** A business with money, a customer with an address and an open invoice. */
async function openRequests() {
  const { root, send, post, fund, invoice, customer, ensure, payoutKey, credentials } = openBusiness()
  await fund()
  const id = await customer()
  const ids = { customer: id, invoice: await invoice(), address: await ensure(id) }
  const filled = (text: string) => text.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => ids[name])
  return (path: string, body: Record<string, unknown>) => {
    const key = path.startsWith("withdrawals") || "payoutRecipients" in body ? payoutKey : {}
    const session = {
      "content-type": "application/json",
      "x-dashboard-session": credentials.dashboardSession,
    }
    const text = filled(JSON.stringify(body))
    return path.startsWith("/")
      ? send(path, { method: "POST", headers: session, body: text })
      : post(`${root}/${filled(path)}`, text, key)
  }
}

describe.each(requests)("a request to %s", (path, right, wrong) => {
  it("is answered as it is", async () => {
    expect((await (await openRequests())(path, right)).status).toBeLessThan(300)
  })

  it.each(wrong)("is refused with %j, naming %s", async (change, field) => {
    const answer = await (await openRequests())(path, { ...right, ...change })
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })
})
