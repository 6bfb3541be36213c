import { readList, type GatewayClient } from "../../../src/gateway"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { findDifference, type ReportMatch } from "../../../src/domain/finance/report-difference"
import { DIFFERENCES } from "../../../src/modules/onchain/finance/finance-words"
import { BillingReader } from "../../../src/modules/onchain/finance/billing-reader"
import { createIntent, deposit } from "../stories/deposited"
import { fillService } from "../doctor/busy-service"
import { openInvoice } from "../stories/opened-invoice"
import { usdcOnBase, xlm } from "../stories/rails"
import { fundTreasury, OTHER_EVM_DESTINATION, STELLAR_DESTINATION, withdraw } from "../stories/treasury"
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
  const { sandbox } = scene
  await fundTreasury(scene, { amount: "1000" })
  const owner = await fillService(scene)
  const over = await openInvoice(scene)
  await sandbox.pay(over.id, { amount: "99" })
  await sandbox.settle(over.id)
  await withdraw(scene, { destinationAddress: OTHER_EVM_DESTINATION })
  const confirming = await openInvoice(scene)
  await sandbox.pay(confirming.id)
  await openInvoice(scene)
  await sandbox.flush()
  return {
    ...owner,
    invoiceIds: sandbox.invoices().map(({ id }) => id),
    withdrawalIds: sandbox.withdrawals().map(({ id }) => id),
  }
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
  }
  for (const id of withdrawalIds) await call(() => gateway.getWithdrawal(id))
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
  const quoteRequest = { ...usdcOnBase, amount: "1", destinationAddress: OTHER_EVM_DESTINATION }
  await call(() => gateway.quoteWithdrawal(quoteRequest, once()))
  const toExchange = { ...xlm, amount: "1", destinationAddress: STELLAR_DESTINATION, memo: "42" }
  await call(() => gateway.quoteWithdrawal(toExchange, once()))
  const quoted = await scene.gateway.quoteWithdrawal(quoteRequest, once())
  const withdrawal = { quoteId: quoted.id, clientReference: `tour ${(keys += 1)}` }
  await call(() => gateway.createWithdrawal(withdrawal, once()))
  if (actsOnDeposits) {
    const { depositId = "" } = await deposit(scene, subjects.address, { ...usdcOnBase, amount: "20" })
    const { id: intentId } = await createIntent(scene, customerId, usdcOnBase, { expectedAmount: "20" })
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
    ...{ leg: null, legsPaid: null, isIncome: false },
  }
  const whole = { hasAllTransactions: true, hasAllInvoices: true, payoutAmounts: "gross" } as const
  const found = findDifference(match, whole)
  return found ? DIFFERENCES[found.reason](match) : ""
}

let keys = 0
