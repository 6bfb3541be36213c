import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { collect, createGatewayClient } from "../../src/gateway"
import { samplePayment } from "../../src/modules/onchain/payment/__tests__/sample-payment"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { createSandbox } from "../../src/sandbox"
import { DayCaptures } from "./business-captures"
import { BusinessPayouts } from "./business-payouts"
import { oneUnit, railAt, toText as text, toUnits as units, worthOf } from "./business-rails"
import { mirrorOf } from "./deposit-rows"
import type { Happening } from "./random-day"

/**
 * A store and its service from an instant on, with the expected report.
 *
 * @param startAt ISO 8601
 */
export async function openBusiness(service: OnchainModuleService, knex: Knex, startAt: string) {
  const sandbox = await createSandbox({
    startAt,
    business: { underpaymentToleranceBps: 100, chains: ["evm", "sol", "stellar"] },
  })
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey, payoutApiKey })
  const captures = new DayCaptures()
  /** Sales by rail that were not refunded. */
  const sold: PaymentRow[][] = [[], [], []]
  /** `kind key`, as they are planted. */
  const planted: string[] = []
  /** Invoices whose transactions the service fails to list. */
  const hidden = new Set<string>()
  let serial = 0
  const next = (name: string) => `${name}_${(serial += 1)}`
  const now = () => new Date(sandbox.now())
  const payouts = new BusinessPayouts({ service, knex, sandbox, gateway, next })

  async function openInvoice(index: number, amount: string, isLegged = false): Promise<string> {
    const { rail, to, other } = railAt(index)
    const payoutRecipients = [
      { label: "Maker", destinationAddress: to, shareBps: 4_000 },
      { label: "Carrier", destinationAddress: other, shareBps: 1_000 },
    ]
    const { id } = await gateway.createInvoice(
      { ...rail, amount, ...(isLegged ? { payoutRecipients } : {}) },
      { idempotencyKey: next("invoice") }
    )
    return id
  }
  async function pay(invoiceId: string, amount: string): Promise<void> {
    await sandbox.pay(invoiceId, { amount })
    await sandbox.settle(invoiceId)
  }
  async function storePayment(
    index: number,
    invoiceId: string,
    change: Partial<PaymentRow> & Pick<PaymentRow, "expected_amount">
  ): Promise<PaymentRow> {
    const { rail, canonical, decimals } = railAt(index)
    const id = next("ocpay")
    const row = samplePayment({
      id,
      session_id: `payses_${id}`,
      idempotency_key: `invoice_${id}`,
      gateway_invoice_id: invoiceId,
      chain: rail.chain,
      network_id: rail.networkId,
      token: rail.token,
      canonical_asset_id: canonical,
      decimals,
      fiat_amount: worthOf(change.expected_amount),
      currency_code: "eur",
      state: "captured",
      settled_at: now(),
      captured_at: now(),
      ...change,
    })
    await service.payments.insert(row)
    return row
  }
  /** @param tokens what the payment received */
  const capture = (payment: PaymentRow, tokens: string) => captures.add(next("capt"), payment, tokens, now())

  async function depositFrom(index: number, amount: string): Promise<string> {
    const { rail } = railAt(index)
    const call = () => ({ idempotencyKey: next("customer") })
    const customer = await gateway.createCustomer({ externalRef: next("shopper") }, call())
    const { address } = await gateway.ensureAddress(customer.id, rail, call())
    const { depositId } = await sandbox.transfer({ toAddress: address.address, ...rail, amount })
    await sandbox.advance(20_000)
    if (depositId === undefined) throw new Error("the transfer reached no deposit")
    return depositId
  }

  async function happen(what: Happening): Promise<void> {
    switch (what.kind) {
      case "wait":
        return sandbox.advance(what.seconds * 1_000)
      case "sale": {
        const invoiceId = await openInvoice(what.rail, what.amount, what.isLegged)
        const expected = units(what.rail, what.amount)
        const received = {
          exact: expected,
          over: expected + oneUnit(what.rail),
          under: (expected * 995n) / 1_000n,
        }
        const receivedAmount = text(what.rail, received[what.paid])
        await pay(invoiceId, receivedAmount)
        const row = await storePayment(what.rail, invoiceId, {
          expected_amount: what.amount,
          received_amount: receivedAmount,
          gateway_status: what.paid === "over" ? "overpaid" : "paid",
        })
        if (what.paid === "over") await service.refunds.oweSurplus(row)
        sold[what.rail]?.push(row)
        return capture(row, what.paid === "under" ? receivedAmount : what.amount)
      }
      case "applied": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        const resolved = what.isWhole ? what.amount : text(what.rail, units(what.rail, what.amount) / 2n)
        const row = await storePayment(what.rail, invoiceId, {
          expected_amount: what.amount,
          received_amount: what.amount,
          unallocated_reason: "session_dead",
          resolution: "apply",
          applied_session_id: next("payses_applied"),
          applied_amount: worthOf(resolved),
          resolved_token_amount: resolved,
        })
        await service.refunds.oweSurplus(row)
        return capture(row, resolved)
      }
      case "order refund": {
        const row = sold[what.rail]?.pop()
        if (row) await payouts.refundOrder(what.rail, row)
        return
      }
      case "unallocated": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        await storePayment(what.rail, invoiceId, {
          expected_amount: what.amount,
          received_amount: what.amount,
          state: "unallocated",
          unallocated_reason: "session_dead",
          captured_at: null,
        })
        return
      }
      case "expired": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await sandbox.pay(invoiceId, { amount: text(what.rail, units(what.rail, what.amount) / 2n) })
        await sandbox.expire(invoiceId)
        await storePayment(what.rail, invoiceId, {
          expected_amount: what.amount,
          state: "expired",
          settled_at: null,
          captured_at: null,
        })
        return
      }
      case "deposit": {
        const depositId = await depositFrom(what.rail, what.amount)
        const call = { idempotencyKey: next("deposit") }
        if (what.end === "accepted") await gateway.acceptDeposit(depositId, call)
        if (what.end === "refunded") await gateway.refundDeposit(depositId, call)
        return
      }
      case "withdrawal":
        return payouts.withdraw(what.rail, what.share, what.isFailing)
      case "dashboard":
        return payouts.withdrawInDashboard(what.rail, what.share)
      case "not captured": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        planted.push(`not_captured ${invoiceId}`)
        return
      }
      case "captured twice": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        const change = { expected_amount: what.amount, received_amount: what.amount }
        const row = await storePayment(what.rail, invoiceId, change)
        capture(row, what.amount)
        capture(row, "0")
        planted.push(`amount_differs ${invoiceId}`)
        return
      }
      case "capture alone": {
        const invoiceId = next("inv_nobody")
        const row = await storePayment(what.rail, invoiceId, { expected_amount: what.amount })
        capture(row, what.amount)
        planted.push(`capture_without_invoice ${invoiceId}`)
        return
      }
      case "forgotten surplus": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        const received = text(what.rail, units(what.rail, what.amount) + 1n)
        await pay(invoiceId, received)
        const change = { expected_amount: what.amount, received_amount: received }
        capture(await storePayment(what.rail, invoiceId, change), what.amount)
        planted.push(`amount_differs ${invoiceId}`)
        return
      }
      case "no transaction": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        const change = { expected_amount: what.amount, received_amount: what.amount }
        capture(await storePayment(what.rail, invoiceId, change), what.amount)
        hidden.add(invoiceId)
        planted.push(`no_transaction ${invoiceId}`)
        return
      }
      case "payout missing": {
        const id = next("wd_nobody")
        const columns = { gateway_withdrawal_id: id, state: "completed" } as const
        await payouts.store(what.rail, what.amount, columns)
        planted.push(`payout_missing ${id}`)
      }
    }
  }

  /** From now on gas is not covered: payouts wait and stay where they are. */
  async function withdrawWithoutGas(): Promise<void> {
    sandbox.changeSettings({ fairUseGasUsd: "0" })
    for (const index of [0, 1, 2]) await payouts.withdraw(index, 5, false)
    await sandbox.advance(60_000)
  }

  /** What webhooks and polls would have reported by the end. */
  async function tellTheEnd(): Promise<void> {
    planted.push(...(await payouts.tellTheEnd()).map((id) => `payout_unknown ${id}`))
    await mirrorOf(knex).recordList(await collect(gateway.listDeposits()), now())
  }

  /** The service, without what it fails to list. */
  const forgetful = {
    listInvoices: (filter?: { status?: string }) => gateway.listInvoices(filter),
    async *listTransactions() {
      for await (const { rows, end } of gateway.listTransactions())
        yield { rows: rows.filter(({ reference = "" }) => !hidden.has(reference)), end }
    },
  }
  const all = () => gateway.listTransactions()
  return {
    sandbox,
    gateway: forgetful,
    all,
    captures,
    planted,
    hidden,
    happen,
    withdrawWithoutGas,
    tellTheEnd,
  }
}
