import { z } from "zod"
import type { Controls } from "../shopper/controls"

const Payments = z.array(
  z.object({
    networkId: z.string(),
    token: z.string(),
    canonicalAssetId: z.string().optional(),
    amount: z.string(),
    txHash: z.string(),
    fromAddress: z.string(),
    at: z.iso.datetime(),
    outcome: z.enum(["accepted", "deposit", "review"]),
    reason: z.string().optional(),
    invoiceId: z.string().optional(),
    depositId: z.string().optional(),
  })
)
const Invoices = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    receivedAmount: z.string(),
    autoDepositAssignmentStatus: z.string().nullish(),
    externalOrderId: z.string().nullish(),
    settlementTxHash: z.string().nullish(),
  })
)
const Deposits = z.array(
  z.object({
    depositId: z.string(),
    networkId: z.string(),
    asset: z.object({ token: z.string(), canonicalAssetId: z.string().optional() }),
    amount: z.object({ raw: z.string(), decimals: z.number() }),
    resolutionStatus: z.string(),
    assignment: z.object({
      status: z.string(),
      expectedIntent: z.object({ externalOrderId: z.string() }).nullish(),
    }),
  })
)
const Ledger = z.array(
  z.object({
    networkId: z.string(),
    token: z.string(),
    canonicalAssetId: z.string().optional(),
    accounts: z.record(z.string(), z.string()),
  })
)

const Requests = z.array(
  z.object({
    endpoint: z.string().optional(),
    path: z.string(),
    status: z.number().nullable(),
    at: z.iso.datetime(),
  })
)

/** Calls of the store to the service. */
export interface GatewayCalls {
  count: number
  /** Calls that failed. */
  failed: number
  /** When each invoice was polled and reported, in epoch milliseconds. */
  asksOf: ReadonlyMap<string, readonly number[]>
  /** When a list of invoices was read. */
  lists: readonly number[]
  /** When a list of deposits was read. */
  depositLists: readonly number[]
  /** When a page of the transactions was read. */
  transactionLists: readonly number[]
}

/** The service's records, which the store has to agree with. */
export interface GatewayRecords {
  transfers: z.infer<typeof Payments>
  invoices: z.infer<typeof Invoices>
  deposits: z.infer<typeof Deposits>
  ledger: z.infer<typeof Ledger>
  calls: GatewayCalls
}

export async function readGatewayRecords(controls: Controls): Promise<GatewayRecords> {
  return {
    transfers: Payments.parse(await controls.read("/payments")),
    invoices: Invoices.parse(await controls.read("/invoices")),
    deposits: Deposits.parse(await controls.read("/deposits")),
    ledger: Ledger.parse(await controls.read("/ledger")),
    calls: sumCalls(Requests.parse(await controls.read("/requests"))),
  }
}

function sumCalls(requests: z.infer<typeof Requests>): GatewayCalls {
  const asksOf = new Map<string, number[]>()
  const lists: number[] = []
  const depositLists: number[] = []
  const transactionLists: number[] = []
  let failed = 0
  for (const { endpoint, path, status, at } of requests) {
    if (status === null || status === 429 || status >= 500) failed += 1
    if (status !== 200) continue
    if (endpoint === "listInvoices") lists.push(Date.parse(at))
    if (endpoint === "listDeposits") depositLists.push(Date.parse(at))
    if (endpoint === "listTransactions") transactionLists.push(Date.parse(at))
    if (endpoint !== "getInvoice") continue
    const invoiceId = path.split("/").at(-1) ?? ""
    const asks = asksOf.get(invoiceId)
    if (asks) asks.push(Date.parse(at))
    else asksOf.set(invoiceId, [Date.parse(at)])
  }
  return { count: requests.length, failed, asksOf, lists, depositLists, transactionLists }
}

/** Names an asset the same way on both sides. */
export function assetOf(asset: {
  networkId: string
  token: string
  canonicalAssetId?: string | null | undefined
}): string {
  return `${asset.networkId}/${asset.canonicalAssetId ?? asset.token}`
}
