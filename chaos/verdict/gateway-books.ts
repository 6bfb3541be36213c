import { z } from "zod"
import type { Controls } from "../shopper/controls"

const Payments = z.array(
  z.object({
    networkId: z.string(),
    token: z.string(),
    canonicalAssetId: z.string().optional(),
    amount: z.string(),
    txHash: z.string(),
    at: z.iso.datetime(),
    outcome: z.enum(["accepted", "deposit", "review"]),
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
  })
)
const Deposits = z.array(
  z.object({
    depositId: z.string(),
    networkId: z.string(),
    asset: z.object({ token: z.string(), canonicalAssetId: z.string().optional() }),
    amount: z.object({ raw: z.string(), decimals: z.number() }),
    resolutionStatus: z.string(),
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

/** What the service knows: the truth that the store has to agree with. */
export interface GatewayBooks {
  transfers: z.infer<typeof Payments>
  invoices: z.infer<typeof Invoices>
  deposits: z.infer<typeof Deposits>
  ledger: z.infer<typeof Ledger>
}

export async function readGatewayBooks(controls: Controls): Promise<GatewayBooks> {
  return {
    transfers: Payments.parse(await controls.read("/payments")),
    invoices: Invoices.parse(await controls.read("/invoices")),
    deposits: Deposits.parse(await controls.read("/deposits")),
    ledger: Ledger.parse(await controls.read("/ledger")),
  }
}

/** Names an asset as both sides know it. */
export function assetOf(asset: {
  networkId: string
  token: string
  canonicalAssetId?: string | null | undefined
}): string {
  return `${asset.networkId}/${asset.canonicalAssetId ?? asset.token}`
}
