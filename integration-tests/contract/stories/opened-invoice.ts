import type { CreateInvoiceRequest, Invoice } from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"
import { usdcOnBase } from "./rails"

/** Opens an invoice of 12.5 USDC on Base, except where `request` says otherwise. */
export function openInvoice(
  { gateway, key }: Pick<Scene, "gateway" | "key">,
  request: Partial<CreateInvoiceRequest> = {}
): Promise<Invoice> {
  return gateway.createInvoice({ ...usdcOnBase, amount: "12.5", ...request }, { idempotencyKey: key() })
}

/** Opens an invoice and pays it until it is final. */
export async function openPaidInvoice(
  scene: Pick<Scene, "gateway" | "key" | "sandbox">,
  request: Partial<CreateInvoiceRequest> = {}
): Promise<Invoice> {
  const { id } = await openInvoice(scene, request)
  await scene.sandbox.pay(id)
  await scene.sandbox.settle(id)
  return scene.gateway.getInvoice(id)
}
