import { z } from "zod"
import type { SandboxAddress } from "../../demo/sandbox-process"
import { createJsonApi } from "../../demo/shopper/json-api"
import { createSandboxControl } from "../../demo/shopper/sandbox-control"
import { waitUntil } from "../../scripts/process/wait-until"

const Invoices = z.array(z.looseObject({ id: z.string(), status: z.string() }))

/** An invoice as the gateway writes it into webhooks. */
export type InvoiceRecord = z.infer<typeof Invoices>[number]

/** The sandbox, driven by a benchmark. It sends no webhooks: the benchmark does, at a known moment. */
export interface Gateway {
  /** Secret the store expects webhooks to be signed with. */
  webhookSecret: string
  findInvoice(depositAddress: string, memo: string | null): Promise<string>
  /** Pays an invoice in full and waits until the network has confirmed it. @returns the paid invoice */
  payInFull(invoiceId: string): Promise<InvoiceRecord>
  /** Delays every read of an invoice by this many milliseconds from now on; null restores normal speed. */
  holdInvoices(delayMs: number | null): Promise<void>
}

/** Takes over a running sandbox and turns its own webhooks off. */
export async function connectGateway({ origin, credentials }: SandboxAddress): Promise<Gateway> {
  const sandbox = createJsonApi(`${origin}/_sandbox`)
  const control = createSandboxControl(origin)
  await sandbox.post("/webhook", { url: null })
  return {
    webhookSecret: credentials.webhookSecret,
    findInvoice: (address, memo) => control.findInvoice(address, memo),
    async payInFull(invoiceId) {
      await control.pay(invoiceId)
      return waitUntil(`invoice ${invoiceId} to be paid`, async () => {
        const invoices = Invoices.parse(await sandbox.get("/invoices"))
        return invoices.find(({ id, status }) => id === invoiceId && status === "paid") ?? null
      })
    },
    async holdInvoices(delayMs) {
      await sandbox.post("/clear-faults", {})
      if (delayMs === null) return
      await sandbox.post("/fault", { kind: "latency", ms: delayMs, endpoint: "getInvoice", count: 1_000_000 })
    },
  }
}
