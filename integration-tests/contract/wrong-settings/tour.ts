import { readList, type GatewayClient } from "../../../src/gateway"
import type { Assumptions } from "../../../src/gateway/assumptions"
import type { Withdrawal } from "../../../src/gateway/contract"
import { findDifference, type ReportMatch } from "../../../src/domain/finance/report-difference"
import { explainDifference } from "../../../src/modules/onchain/finance/finance-words"
import { BillingReader } from "../../../src/modules/onchain/finance/billing-reader"
import { createIntent, deposit } from "../stories/deposited"
import { openAddress } from "../stories/opened-customer"
import { openInvoice, openPaidInvoice } from "../stories/opened-invoice"
import { usdcOnBase, xlm } from "../stories/rails"
import { A_WHILE_MS, EVM_DESTINATION, fundTreasury, STELLAR_DESTINATION, withdraw } from "../stories/treasury"
import type { Scene } from "../story/scene"
import type { Health } from "./health-lines"

/** What the service has that a tour looks at. */
export type Subjects = {
  customerId: string
  invoiceIds: string[]
  withdrawalIds: string[]
  /** The customer's, on Base. */
  address: string
}

/** A business with an invoice, a deposit and a withdrawal of each status that lasts. */
export async function fillBusiness(scene: Scene): Promise<Subjects> {
  const { sandbox, gateway, key } = scene
  await fundTreasury(scene, { amount: "1000" })
  await openPaidInvoice(scene, { amount: "7" })
  await fundTreasury(scene, { ...xlm, amount: "100" })
  const over = await openInvoice(scene)
  await sandbox.pay(over.id, { amount: "99" })
  await sandbox.settle(over.id)
  const toEnd = [await openInvoice(scene), await openInvoice(scene), await openInvoice(scene)]
  const [expired = "", cancelled = "", failed = ""] = toEnd.map(({ id }) => id)
  await sandbox.expire(expired)
  await sandbox.cancel(cancelled)
  await sandbox.fail(failed)
  const wrongAsset = await openInvoice(scene)
  await sandbox.pay(wrongAsset.id, { token: "ETH" })
  const { customer, address } = await openAddress(scene, usdcOnBase)
  const inReview: string[] = []
  for (let n = 0; n < 4; n++) {
    const { depositId = "" } = await deposit(scene, address, { ...usdcOnBase, amount: "20" })
    inReview.push(depositId)
  }
  const [toAssign = "", toAccept = "", toRefund = ""] = inReview
  const intent = await createIntent(scene, customer.id, usdcOnBase, { expectedAmount: "20" })
  await gateway.assignDeposit(toAssign, { intentId: intent.id }, { idempotencyKey: key() })
  await gateway.acceptDeposit(toAccept, { idempotencyKey: key() })
  await gateway.refundDeposit(toRefund, { idempotencyKey: key() })
  const onStellar = await createIntent(scene, customer.id, xlm, { expectedAmount: "5" })
  await deposit(scene, onStellar.depositAddress ?? "", { ...xlm, amount: "4", memo: onStellar.memo?.value })
  const completed = await withdraw(scene)
  await sandbox.advance(A_WHILE_MS)
  sandbox.rejectDestination(EVM_DESTINATION)
  const rejected = await withdraw(scene)
  await sandbox.advance(A_WHILE_MS)
  const failing = await withdraw(scene, { destinationAddress: "0xde709f2102306220921060314715629080e2fb77" })
  await sandbox.failWithdrawal(failing.id)
  const queued = await withdraw(scene, { destinationAddress: "0xde709f2102306220921060314715629080e2fb77" })
  const confirming = await openInvoice(scene)
  await sandbox.pay(confirming.id)
  await openInvoice(scene)
  await sandbox.flush()
  return {
    customerId: customer.id,
    invoiceIds: sandbox.invoices().map(({ id }) => id),
    withdrawalIds: [completed, rejected, failing, queued].map(({ id }: Withdrawal) => id),
    address,
  }
}

/** A deposit in review, and the intent that it fits. */
async function openAssignment(scene: Scene, { customerId, address }: Subjects) {
  const { depositId = "" } = await deposit(scene, address, { ...usdcOnBase, amount: "20" })
  const { id: intentId } = await createIntent(scene, customerId, usdcOnBase, { expectedAmount: "20" })
  return { depositId, intentId }
}

/** So often a path has to fail before it is more than one shopper's cart. */
const TIMES = 3

type Tour = { assumptions: Assumptions; health: Health; subjects: Subjects; actsOnDeposits: boolean }

/** Makes every kind of call that a store makes. Failures count only as far as health names them. */
export async function tour(
  scene: Scene,
  gateway: GatewayClient,
  { assumptions, health, subjects, actsOnDeposits }: Tour
): Promise<void> {
  const call = async (make: () => Promise<unknown>) => {
    try {
      await make()
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  }
  const once = () => ({ idempotencyKey: `tour-${(keys += 1)}` })
  const { customerId, invoiceIds, withdrawalIds } = subjects
  await call(() => gateway.createCustomer({ externalRef: `tour ${(keys += 1)}` }, once()))
  await call(() => gateway.ensureAddress(customerId, { chain: "evm", networkId: "base-mainnet" }, once()))
  await call(() => gateway.createInvoice({ ...usdcOnBase, amount: "3" }, once()))
  for (const id of invoiceIds) await call(() => gateway.getInvoice(id))
  for (let n = 0; n < TIMES; n++) {
    await call(() => gateway.getCustomer(customerId))
    const request = { ...usdcOnBase, externalOrderId: `order ${keys}`, expectedAmount: "3" }
    await call(() => gateway.createIntent({ customerId, ...request }, once()))
    for (const id of withdrawalIds) await call(() => gateway.getWithdrawal(id))
  }
  const lists = [gateway.listNetworks(), gateway.listTokens(), gateway.listDeposits()]
  for (const list of [...lists, gateway.listInvoices(), gateway.listWithdrawals()])
    await call(() => readList<unknown>(list))
  await call(async () => {
    const read = await readList(gateway.listTransactions())
    for (const { unread } of read.isComplete ? read.rows : read.rowsSoFar) if (unread) health.add(unread)
  })
  if (assumptions.transactions.payoutAmounts === "gross") health.add(differenceOfPayout())
  await call(async () => {
    const { warnings } = await new BillingReader(
      gateway,
      assumptions.fields.billing,
      scene.sandbox.now
    ).read()
    for (const { message } of warnings) health.add(message)
  })
  const quoteRequest = { ...usdcOnBase, amount: "1", destinationAddress: OTHER_DESTINATION }
  await call(() => gateway.quoteWithdrawal(quoteRequest, once()))
  const toExchange = { ...xlm, amount: "1", destinationAddress: STELLAR_DESTINATION, memo: "42" }
  await call(() => gateway.quoteWithdrawal(toExchange, once()))
  const quoted = await scene.gateway.quoteWithdrawal(quoteRequest, once())
  const withdrawal = { quoteId: quoted.id, clientReference: `tour ${(keys += 1)}` }
  await call(() => gateway.createWithdrawal(withdrawal, once()))
  if (actsOnDeposits) {
    const { depositId, intentId } = await openAssignment(scene, subjects)
    await call(() => gateway.assignDeposit(depositId, { intentId }, once()))
  }
  for (const delivery of scene.receiver.received.slice(-3))
    health.receive(delivery, scene.sandbox.credentials.webhookSecret, assumptions)
}

/** What a report says of a payout that the service lists without its fee. */
function differenceOfPayout(): string {
  const withdrawal = { state: "completed", net: "9.95", gross: "10" }
  const match: ReportMatch = {
    ...{ captures: 0, captured: "0", invoices: 0, invoiced: "0", receipts: 0, received: "0" },
    ...{ payouts: 1, paidOut: "9.95", refunds: 0, refunded: "0", unread: 0, withdrawal, accounted: "0" },
    ...{ surplus: { amount: "0", isKnown: true }, money: null, isUnallocated: false, isDeposit: false },
  }
  const whole = { hasAllTransactions: true, hasAllInvoices: true, payoutAmounts: "gross" } as const
  const found = findDifference(match, whole)
  return found ? explainDifference(found.reason, match) : ""
}

const OTHER_DESTINATION = "0xde709f2102306220921060314715629080e2fb77"
let keys = 0
