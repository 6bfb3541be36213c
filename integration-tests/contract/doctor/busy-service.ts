import type { CapturedDelivery } from "../../../src/gateway/doctor"
import { probeService, type ProbeOptions, type ProbeReport } from "../../../src/gateway/doctor"
import { createIntent, deposit } from "../stories/deposited"
import { openAddress } from "../stories/opened-customer"
import { openInvoice, openPaidInvoice } from "../stories/opened-invoice"
import { usdcOnBase } from "../stories/rails"
import { A_WHILE_MS, fundTreasury, withdraw } from "../stories/treasury"
import type { Scene } from "../story/scene"

/** What a business has after a week: open, paid and ended invoices, deposits in review and resolved, a payout, an intent. */
export async function fillService(scene: Scene): Promise<void> {
  await fundTreasury(scene)
  await openPaidInvoice(scene, { amount: "7" })
  const toEnd = await Promise.all([openInvoice(scene), openInvoice(scene), openInvoice(scene)])
  const [expired, cancelled, failed] = toEnd.map(({ id }) => id)
  await scene.sandbox.expire(expired ?? "")
  await scene.sandbox.cancel(cancelled ?? "")
  await scene.sandbox.fail(failed ?? "")
  const { customer, address } = await openAddress(scene, usdcOnBase)
  for (const amount of ["20", "21", "22", "23"]) await deposit(scene, address, { ...usdcOnBase, amount })
  const [toAssign = "", toAccept = "", toRefund = ""] = scene.sandbox
    .deposits()
    .map(({ depositId }) => depositId)
  const fitting = await createIntent(scene, customer.id, usdcOnBase, { expectedAmount: "20" })
  await scene.gateway.assignDeposit(toAssign, { intentId: fitting.id }, { idempotencyKey: scene.key() })
  await scene.gateway.acceptDeposit(toAccept, { idempotencyKey: scene.key() })
  await scene.gateway.refundDeposit(toRefund, { idempotencyKey: scene.key() })
  await createIntent(scene, customer.id, usdcOnBase)
  await withdraw(scene)
  await scene.sandbox.advance(A_WHILE_MS)
  await openInvoice(scene)
  await scene.sandbox.flush()
}

/** The last webhook that arrived, as its receiver captured it. */
export function lastDelivery({ receiver }: Scene, prefix: string): CapturedDelivery {
  const found = receiver.received.filter(({ event }) => event.startsWith(prefix)).at(-1)
  if (!found) throw new Error(`no ${prefix} webhook arrived`)
  const headers: CapturedDelivery["headers"] = {}
  for (const [name, value] of Object.entries(found.headers)) if (value !== undefined) headers[name] = value
  return { headers, body: found.rawBody.toString() }
}

export function probe(
  { sandbox }: Pick<Scene, "sandbox">,
  options: Partial<ProbeOptions> = {}
): Promise<ProbeReport> {
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  const access = { baseUrl: sandbox.url, businessId, apiKey, payoutApiKey }
  return probeService({ ...access, environment: "sandbox", runId: "test", ...options })
}
