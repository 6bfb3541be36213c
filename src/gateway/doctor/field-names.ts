import type { Assumptions } from "../assumptions"
import { isReadableAs, type FieldKind } from "../contract/records"
import { findKnownPlan } from "../contract/finance"

export type FieldSetting = keyof Assumptions["fields"]

/** How a field of ours is found in an answer: by the words of its name, best first, and its value. */
export type Wanted = {
  names: readonly string[]
  fits: (value: unknown) => boolean
  /** Whether the value alone says what it is, whatever its name. */
  says?: (value: unknown) => boolean
}

const ADDRESS = /^(?:0x[\da-fA-F]{40}|[A-Za-z\d]{26,64})$/
const HASH = /^(?:0x)?[A-Za-z\d+/=_-]{16,128}$/
const WORD = /^[A-Za-z][\w -]{0,40}$/
const ENVIRONMENT = /^(?:live|main(?:net)?|prod(?:uction)?|sandbox|test(?:net)?|dev(?:net)?|stag(?:e|ing))$/i
const MOVE =
  /(?:^|[_ -])(?:payment|deposit|receipt|withdrawal|payout|refund|fee|commission|transfer|return)s?(?:$|[_ -])/i
const DIRECTION = /^(?:in|out|incoming|outgoing|inbound|outbound|credit|debit|cr|dr|c|d)$/i
const DECIMAL = /^-?\d+(?:\.\d+)?$/

const as = (kind: FieldKind) => (value: unknown) => isReadableAs(kind, value)
const like = (form: RegExp) => (value: unknown) => typeof value === "string" && form.test(value)
const instant = (...names: string[]): Wanted => ({ names, fits: as("instant") })
const count = (...names: string[]): Wanted => ({ names, fits: as("count") })
const text = (...names: string[]): Wanted => ({ names, fits: as("text") })
const word = (...names: string[]): Wanted => ({ names, fits: like(WORD) })
const hash = (...names: string[]): Wanted => ({ names, fits: like(HASH) })
const address = (...names: string[]): Wanted => ({ names, fits: like(ADDRESS) })
/** Token units; a negative one is a movement out. */
const amount = (...names: string[]): Wanted => ({
  names,
  fits: (value) => typeof value === "number" || (typeof value === "string" && DECIMAL.test(value)),
})
/** A figure of billing; gas may be `fair-use`. */
const figure = (...names: string[]): Wanted => ({
  names,
  fits: (value) => typeof value === "number" || (typeof value === "string" && value.length <= 40),
})

const TX_HASH = [
  "tx|txn|transaction hash",
  "settlement hash|tx|txn",
  "chain|onchain hash|tx|txn",
  "hash",
  "tx|txn id",
]
const CREATED = [
  "created at|on|date|time",
  "created|creation",
  "opened|requested|booked|posted|occurred|issued|submitted|executed at|on|date|time",
  "opened|requested|booked|posted|occurred|issued|submitted|executed",
  "timestamp|ts",
  "date|time -expire|expiry|updated|until",
]
const EXPIRES = [
  "expire|expiry|expiration|expiring",
  "valid until|till|to|through",
  "deadline",
  "good until|till",
]
const MEMO = ["memo -type", "destination tag", "tag"]
const DESTINATION = [
  "destination address",
  "to|recipient|receiver address",
  "destination|recipient|receiver|to -tag|memo|from",
  "address -from|sender|source",
]
const QUOTA = "quota|payout|withdrawal"
const STATUS = ["status", "state", "phase"]

/** Every setting under `assumptions.fields`. */
export const WANTED: { [K in FieldSetting]: Record<keyof Assumptions["fields"][K], Wanted> } = {
  invoice: {
    expiresAt: instant(...EXPIRES),
    receivedAmount: amount(
      "received amount",
      "paid amount -at|status",
      "received -at",
      "collected|settled amount -at",
      "paid -at"
    ),
    settlementTxHash: hash(...TX_HASH),
  },
  network: {
    environment: {
      names: ["environment|env", "stage|mode|tier", "net|network type|kind", "type|kind|cluster"],
      fits: like(ENVIRONMENT),
    },
    name: text("name", "display name|title", "title|label|description"),
  },
  token: {
    decimals: { names: ["decimal", "precision|scale|exponent", "digit"], fits: isDecimals },
    contractAddress: {
      names: ["contract address", "contract", "address -issuer|deposit"],
      fits: like(/^0x[\da-fA-F]{40}$/),
    },
  },
  intent: { status: word(...STATUS), createdAt: instant(...CREATED) },
  deposit: {
    observedAt: instant(
      "observed|seen|detected|arrived|received at|on|date|time",
      "observed|seen|detected|arrived",
      ...CREATED
    ),
    memo: text(...MEMO),
  },
  depositAction: {
    resolutionStatus: word("resolution status|state", "resolution", ...STATUS),
    invoiceId: text("invoice id|uid|uuid", "invoice"),
  },
  withdrawalQuote: {
    memo: text(...MEMO),
    fee: amount("fee amount|total", "fee -rate|bps|percent|pct", "cost|charge"),
    netAmount: amount("net amount", "receive|received|send|sent amount", "net", "amount after"),
    expiresAt: instant(...EXPIRES),
  },
  withdrawal: {
    amount: amount("gross|requested|total amount", "amount -net|fee|sent|received", "value|gross"),
    fee: amount("fee amount|total", "fee -rate|bps|percent|pct", "cost|charge"),
    netAmount: amount("net amount", "sent|receive|received|paid|delivered amount", "net"),
    destinationAddress: address(...DESTINATION),
    memo: text(...MEMO),
    clientReference: text("client|merchant|external reference|ref|id", "reference|ref -quote|invoice"),
    quoteId: text("quote id|uid|uuid", "quote"),
    invoiceId: text("invoice id|uid|uuid", "invoice"),
    txHash: hash(...TX_HASH),
    failureReason: text("failure|fail|error|rejection|reject reason|message|detail", "reason"),
    createdAt: instant(...CREATED),
  },
  transaction: {
    type: { ...word("type", "kind|category"), says: like(MOVE) },
    direction: { ...word("direction", "side|flow|way"), says: like(DIRECTION) },
    amount: amount("amount -fee|net|usd|fiat", "value|quantity|amt|sum"),
    txHash: hash(...TX_HASH),
    reference: text(
      "reference|ref -client|external|invoice|deposit|withdrawal",
      "source|related|entity|object|resource|subject id|ref"
    ),
    invoiceId: text("invoice id|uid|uuid|ref", "invoice"),
    depositId: text("deposit id|uid|uuid|ref", "deposit"),
    withdrawalId: text("withdrawal|payout id|uid|uuid|ref", "withdrawal|payout"),
    status: word(...STATUS),
    toAddress: address(...DESTINATION),
    memo: text(...MEMO),
    createdAt: instant(...CREATED),
  },
  billing: {
    plan: { names: ["plan name|title|label", "plan|tier", "name"], fits: isPlan },
    state: word("subscription|billing|account|cycle|plan status|state", ...STATUS),
    invoiceFeePercent: figure(
      "invoice fee|rate percent|pct|rate -minimum|min|floor",
      "fee|rate percent|pct|rate -minimum|min|floor|payout|withdrawal"
    ),
    minimumFeeUsd: figure("minimum|min|floor fee", "fee floor"),
    payoutQuotaIncluded: count(`${QUOTA} included|limit|allowance|granted|total -gas`, "quota -used|gas"),
    payoutQuotaUsed: count(`${QUOTA} used|spent|consumed|count -gas`),
    includedGasGrantedUsd: figure(
      "gas granted|grant|allowance|total|quota",
      "gas included|sponsored -used|remaining|left|available|prepaid|spent"
    ),
    includedGasUsedUsd: figure("gas used|spent|consumed -prepaid"),
    includedGasRemainingUsd: figure("gas remaining|left|available -prepaid|purchased"),
    prepaidGasUsd: figure(
      "gas prepaid|purchased|bought -option|pack",
      "prepaid balance|remaining",
      "prepaid"
    ),
    topUpOptionsUsd: {
      names: ["top up|option|pack", "topup option|pack", "topup", "gas option|pack", "option|pack"],
      fits: as("figures"),
    },
    gasBlockedOperations: count("gas blocked", "blocked operation|op|count", "blocked"),
    cycleEndsAt: instant(
      "cycle|period end|ends|until",
      "renew|renewal",
      "next billing|invoice|cycle",
      "end|until"
    ),
  },
}

function isDecimals(value: unknown): boolean {
  return isReadableAs("count", value) && Number(value) <= 30
}

function isPlan(value: unknown): boolean {
  return typeof value === "string" && (findKnownPlan(value) !== undefined || WORD.test(value))
}

/** Documented fields: never proposed under another name. A name covers what is in it. */
export const DOCUMENTED: Readonly<Record<FieldSetting, readonly string[]>> = {
  invoice: [
    ...[
      "chain",
      "networkId",
      "token",
      "status",
      "amount",
      "depositAddress",
      "receiveMode",
      "memoId",
      "memo",
      "metadata",
    ],
    ...[
      "canonicalAssetId",
      "confirmationProgress",
      "autoDepositAssignmentStatus",
      "externalOrderId",
      "customerId",
    ],
  ],
  network: ["chain", "networkId"],
  token: ["chain", "networkId", "token", "tokenMint", "assetCode", "issuerAddress", "canonicalAssetId"],
  intent: [
    "chain",
    "networkId",
    "token",
    "externalOrderId",
    "expectedAmount",
    "customerId",
    "depositAddress",
    "memo",
  ],
  deposit: [
    ...[
      "depositId",
      "customerId",
      "externalCustomerRef",
      "chain",
      "networkId",
      "asset",
      "resolutionStatus",
      "safeToFulfill",
    ],
    ...[
      "amount",
      "transaction.txHash",
      "transaction.operationIndex",
      "transaction.fromAddress",
      "transaction.toAddress",
    ],
    "assignment",
  ],
  depositAction: ["depositId"],
  withdrawalQuote: ["chain", "networkId", "token", "amount", "destinationAddress"],
  withdrawal: ["chain", "networkId", "token", "status"],
  transaction: ["chain", "networkId", "token", "canonicalAssetId"],
  billing: [],
}
