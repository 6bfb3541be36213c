import { z } from "zod"
import { createJsonApi } from "./json-api"

const Invoices = z.array(
  z.looseObject({
    id: z.string(),
    status: z.string(),
    depositAddress: z.string().nullish(),
    memoId: z.string().nullish(),
  })
)
const Deliveries = z.array(
  z.looseObject({
    event: z.string(),
    subjectId: z.string(),
    attempts: z.array(z.looseObject({ at: z.iso.datetime(), status: z.number().optional() })),
  })
)
const Requests = z.array(z.looseObject({ endpoint: z.string().optional() }))
const Paid = z.object({ txHash: z.string(), outcome: z.literal("accepted") })

/** The sandbox's controls, over HTTP. */
export interface SandboxControl {
  /** Id of the invoice whose payment page shows this address and memo. */
  findInvoice(depositAddress: string, memo: string | null): Promise<string>
  /** Sends exactly the invoice amount, or another one; returns the transaction's hash. */
  pay(invoiceId: string, amount?: string): Promise<string>
  /** Any other control, such as `expire`. */
  apply(control: string, body: object): Promise<unknown>
  requestCount(): Promise<number>
  /** When the store first acknowledged this event, epoch milliseconds; null before that. */
  acknowledgedAt(invoiceId: string, event: string): Promise<number | null>
}

/** @param origin address of the sandbox, without its API path */
export function createSandboxControl(origin: string): SandboxControl {
  const sandbox = createJsonApi(`${origin}/_sandbox`)
  return {
    async findInvoice(depositAddress, memo) {
      const invoices = Invoices.parse(await sandbox.get("/invoices"))
      const found = invoices.find((i) => i.depositAddress === depositAddress && (i.memoId ?? null) === memo)
      if (!found) throw new Error(`The sandbox has no invoice for ${depositAddress}`)
      return found.id
    },
    async pay(invoiceId, amount) {
      return Paid.parse(await sandbox.post("/pay", { invoiceId, amount })).txHash
    },
    apply: (control, body) => sandbox.post(`/${control}`, body),
    async requestCount() {
      return Requests.parse(await sandbox.get("/requests")).length
    },
    async acknowledgedAt(invoiceId, event) {
      const deliveries = Deliveries.parse(await sandbox.get("/deliveries"))
      const attempts = deliveries
        .filter((delivery) => delivery.subjectId === invoiceId && delivery.event === event)
        .flatMap((delivery) => delivery.attempts)
      const accepted = attempts.find(({ status = 0 }) => status >= 200 && status < 300)
      return accepted ? Date.parse(accepted.at) : null
    },
  }
}
