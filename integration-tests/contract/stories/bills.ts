import { z } from "zod"
import type { DashboardCall } from "../story/dashboard-call"

const billSchema = z.looseObject({
  id: z.string(),
  amountUsd: z.string(),
  status: z.string(),
  dueAt: z.iso.datetime(),
})

/** The renewals of the business, oldest first. */
export async function bills(dashboard: DashboardCall): Promise<z.infer<typeof billSchema>[]> {
  const { body } = await dashboard("GET", "/billing/invoices")
  return z.array(billSchema).parse(body)
}

/** Pays a bill in the dashboard. */
export const payBill = (
  dashboard: DashboardCall,
  id: string | undefined,
  amountUsd: string,
  txHash: string
) => dashboard("POST", `/billing/invoices/${id}/pay`, { body: { amountUsd, txHash } })
