import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { z } from "zod"

const Notice = z.object({
  event: z.string(),
  data: z.looseObject({ session_id: z.string().optional(), amount: z.number().optional() }),
})

/**
 * The stock payment path at its fastest: a provider that calls no gateway, verifies no signature and stores
 * nothing. A webhook's cost here is Medusa's own part.
 */
export class PeerProvider extends AbstractPaymentProvider {
  static override identifier = "peer"
  /** Sessions whose webhook arrived; a provider with a gateway would call the gateway. */
  private readonly paidSessions = new Set<string>()

  constructor(cradle: Record<string, unknown>, options?: Record<string, unknown>) {
    super(cradle, options)
  }

  async initiatePayment({ data }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return { id: randomUUID(), data: { session_id: data?.["session_id"] } }
  }

  /** Lets the order be placed unpaid, and captures it once its webhook arrived. */
  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const isPaid = this.paidSessions.has(String(data?.["session_id"]))
    return { data, status: isPaid ? "captured" : "pending_authorization" }
  }

  async getWebhookActionAndData({ data }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const notice = Notice.parse(data)
    const { session_id, amount } = notice.data
    if (notice.event !== "paid" || session_id === undefined || amount === undefined) {
      return { action: "not_supported" }
    }
    this.paidSessions.add(session_id)
    return { action: "captured", data: { session_id, amount } }
  }

  async capturePayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async refundPayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async cancelPayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async deletePayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async retrievePayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async updatePayment({ data }: { data?: Record<string, unknown> }) {
    return { data }
  }
  async getPaymentStatus(): Promise<{ status: "pending" }> {
    return { status: "pending" }
  }
}
