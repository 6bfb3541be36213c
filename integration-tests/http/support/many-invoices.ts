import { createGatewayClient } from "../../../src/gateway"
import type { SandboxProcess } from "./sandbox-process"

const AT_ONCE = 20

/**
 * Opens invoices at the service that no order of this store is about, and pays them, while no webhook is sent: what the lists
 * of a business with many sales hold beside ours.
 */
export async function payManyInvoices(sandbox: SandboxProcess, count: number): Promise<void> {
  const { businessId = "", apiKey = "" } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey })
  const payOne = async (n: number) => {
    const asset = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
    const invoice = await gateway.createInvoice(
      { ...asset, amount: "1.25" },
      { idempotencyKey: `many_${Date.now()}_${n}` }
    )
    await sandbox.pay(invoice.id)
  }
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => payOne(first + n))
    await Promise.all(some)
  }
  await sandbox.advance(120_000)
}
