import {
  probeService,
  type CapturedDelivery,
  type ProbeOptions,
  type ProbeReport,
} from "../../../src/gateway/doctor"
import { createIntent, deposit, inReview } from "../stories/deposited"
import { openAddress } from "../stories/opened-customer"
import { openInvoice, openPaidInvoice } from "../stories/opened-invoice"
import { stellarUsdc, usdcOnBase, usdcOnEthereum, usdcOnSolana, xlm } from "../stories/rails"
import {
  A_WHILE_MS,
  EVM_DESTINATION,
  fundTreasury,
  OTHER_EVM_DESTINATION,
  SOLANA_DESTINATION,
  STELLAR_DESTINATION,
  withdraw,
} from "../stories/treasury"
import type { Scene } from "../story/scene"

/** What a business has after some weeks: of everything that can end, one that has ended in each way. */
export async function fillService(scene: Scene): Promise<{ customerId: string; address: string }> {
  await fundTreasury(scene)
  await endInvoices(scene)
  const owner = await resolveDeposits(scene)
  await endWithdrawals(scene)
  return owner
}

async function endInvoices(scene: Scene): Promise<void> {
  const { sandbox } = scene
  await openPaidInvoice(scene, { amount: "7" })
  const [expired = "", cancelled = "", failed = ""] = await Promise.all(
    [1, 2, 3].map(async () => (await openInvoice(scene)).id)
  )
  await sandbox.expire(expired)
  await sandbox.cancel(cancelled)
  await sandbox.fail(failed)
  // The wrong asset settles nothing.
  const { id } = await openInvoice(scene, await stellarUsdc(scene.gateway))
  await sandbox.pay(id, { token: xlm.token, canonicalAssetId: "stellar:XLM:native" })
}

/** Amount of a deposit that stays in review for now. */
const UNRESOLVED = "24"

async function resolveDeposits(scene: Scene) {
  const { gateway, sandbox, key } = scene
  const { customer, address } = await openAddress(scene, usdcOnBase)
  for (const amount of ["20", "21", "22", "23", UNRESOLVED])
    await deposit(scene, address, { ...usdcOnBase, amount })
  const received = sandbox.deposits().filter((one) => one.customerId === customer.id)
  const [toAssign = "", toAccept = "", toRefund = ""] = received.map(({ depositId }) => depositId)
  const fitting = await createIntent(scene, customer.id, usdcOnBase, { expectedAmount: "20" })
  await gateway.assignDeposit(toAssign, { intentId: fitting.id }, { idempotencyKey: key() })
  await gateway.acceptDeposit(toAccept, { idempotencyKey: key() })
  await gateway.refundDeposit(toRefund, { idempotencyKey: key() })
  const { depositAddress = "", memo } = await createIntent(scene, customer.id, xlm)
  await deposit(scene, depositAddress, { ...xlm, amount: "3", memo: memo?.value })
  return { customerId: customer.id, address }
}

async function endWithdrawals(scene: Scene): Promise<void> {
  const { sandbox } = scene
  await fundTreasury(scene, xlm)
  await withdraw(scene, { ...xlm, destinationAddress: STELLAR_DESTINATION, memo: "4711" })
  await withdraw(scene)
  sandbox.rejectDestination(OTHER_EVM_DESTINATION)
  await withdraw(scene, { destinationAddress: OTHER_EVM_DESTINATION })
  const { id } = await withdraw(scene)
  await sandbox.failWithdrawal(id)
  const partner = { label: "partner", destinationAddress: EVM_DESTINATION, shareBps: 10_000 }
  await openPaidInvoice(scene, { payoutRecipients: [partner] })
  await sandbox.advance(A_WHILE_MS)
}

/** One of each that is not done yet: nothing may move the clock after this. */
async function leaveUnderWay(scene: Scene): Promise<void> {
  const { gateway, sandbox, key } = scene
  await fundTreasury(scene, { ...usdcOnEthereum, amount: "20" })
  sandbox.changeSettings({ fairUseGasUsd: "0" })
  await withdraw(scene, { ...xlm, destinationAddress: STELLAR_DESTINATION })
  await sandbox.advance(A_WHILE_MS)
  sandbox.changeSettings({ fairUseGasUsd: null })

  await withdraw(scene, { ...usdcOnEthereum, amount: "15" })
  await withdraw(scene, { ...usdcOnEthereum, amount: "15" })
  await withdrawUntil(scene, "broadcast")
  await withdrawUntil(scene, "processing")
  const { id } = await openInvoice(scene)
  await sandbox.pay(id)
  await openPaidInvoice(scene, { ...usdcOnSolana, amount: "20" })
  await withdraw(scene, { ...usdcOnSolana, destinationAddress: SOLANA_DESTINATION })
  const toRefund = (await inReview(scene)).find(({ amount }) => amount.display === UNRESOLVED)
  await gateway.refundDeposit(toRefund?.depositId ?? "", { idempotencyKey: key() })
  await withdraw(scene)
  await openInvoice(scene)
  await sandbox.flush()
}

/** A withdrawal that has come as far as this. */
async function withdrawUntil(scene: Scene, status: string): Promise<void> {
  const { id } = await withdraw(scene)
  const isThere = () => scene.sandbox.withdrawals().some((one) => one.id === id && one.status === status)
  for (let seconds = 0; seconds < 10 && !isThere(); seconds++) await scene.sandbox.advance(1_000)
}

/** What the doctor says of a service, and the webhooks that it saw. */
export type Examination = { report: ProbeReport; webhooks: { captured: CapturedDelivery[]; secret: string } }

/**
 * Examines a business as a merchant does: captures its webhooks, runs the doctor, pays to the address that it
 * names, and runs it again while the business goes on.
 */
export async function examine(scene: Scene): Promise<Examination> {
  await fillService(scene)
  const { testPayment } = await probe(scene, { isCreating: true, runId: "first" })
  if (testPayment === null) throw new Error("the doctor names no address to pay to")
  const { address, chain, networkId, token } = testPayment
  await deposit(scene, address, { chain, networkId, token, amount: "6" })
  await leaveUnderWay(scene)
  // A service that is slow and busy: one call is refused for now, and one takes its time.
  scene.sandbox.fault({ kind: "rate_limit", retryAfterSeconds: 1, endpoint: "listNetworks" })
  scene.sandbox.fault({ kind: "latency", ms: 50, endpoint: "ensureAddress", count: 10 })
  const webhooks = { captured: captured(scene), secret: scene.sandbox.credentials.webhookSecret }
  const report = await probe(scene, { isCreating: true, webhooks, runId: "second" })
  return { report, webhooks }
}

/** Every webhook that arrived, as the receiver captured it. */
function captured({ receiver }: Scene): CapturedDelivery[] {
  return receiver.received.map(({ headers: sent, rawBody }) => {
    const headers: CapturedDelivery["headers"] = {}
    for (const [name, value] of Object.entries(sent)) if (value !== undefined) headers[name] = value
    return { headers, body: rawBody.toString() }
  })
}

export function probe(
  { sandbox }: Pick<Scene, "sandbox">,
  options: Partial<ProbeOptions> = {}
): Promise<ProbeReport> {
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  const access = { baseUrl: sandbox.url, businessId, apiKey, payoutApiKey }
  return probeService({ ...access, environment: "sandbox", runId: "test", ...options })
}
