import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withdrawalPhase } from "../../src/gateway/contract"
import { collect, createGatewayClient } from "../../src/gateway"
import { parseAssumptions } from "../../src/gateway/assumptions"
import { formatAmount, parseAmount } from "../../src/gateway/amount"
import { samplePayment } from "../../src/modules/onchain/__tests__/sample-payment"
import type { PaymentRow } from "../../src/modules/onchain/payment-row"
import type { CaptureFact } from "../../src/modules/onchain/report-entries"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { createSandbox } from "../../src/sandbox"
import { mirrorOf } from "./deposit-rows"
import { withdrawalIn } from "./payout-rows"
import type { Happening } from "./random-day"

const RAILS = [
  {
    rail: { chain: "evm", networkId: "base-mainnet", token: "USDC" },
    canonical: null,
    decimals: 6,
    to: "0x52908400098527886E0F7030069857D2E4169EE7",
    other: "0xde709f2102306220921060314715629080e2fb77",
  },
  {
    rail: { chain: "sol", networkId: "sol-mainnet", token: "USDC" },
    canonical: null,
    decimals: 6,
    to: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
    other: "7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj",
  },
  {
    rail: { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" },
    canonical: "stellar:XLM:native",
    decimals: 7,
    to: "GBUQWP3BOUZX34TOND2QV7QQ7K7VJTG6VSE7WMLBTMDJLLAW7YKGU6EP",
    other: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
  },
] as const

/** A store and its service over one day, with what a report about it has to find. */
export async function openBusinessDay(service: OnchainModuleService, knex: Knex, day: string) {
  const sandbox = await createSandbox({
    startAt: `${day}T00:00:01.000Z`,
    business: { underpaymentToleranceBps: 100, chains: ["evm", "sol", "stellar"] },
  })
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey, payoutApiKey })
  const captures: CaptureFact[] = []
  /** `kind key`, as they are planted. */
  const planted: string[] = []
  /** Invoices whose transactions the service forgets to list. */
  const hidden = new Set<string>()
  let serial = 0
  const next = (name: string) => `${name}_${(serial += 1)}`
  const now = () => new Date(sandbox.now())
  const railAt = (index: number) => RAILS[index] ?? RAILS[0]
  const units = (index: number, text: string) => parseAmount(text, railAt(index).decimals)
  const text = (index: number, baseUnits: bigint) => formatAmount(baseUnits, railAt(index).decimals)
  const oneUnit = (index: number) => 10n ** BigInt(railAt(index).decimals)

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
      fiat_amount: change.expected_amount,
      state: "captured",
      settled_at: now(),
      captured_at: now(),
      ...change,
    })
    await service.payments.insert(row)
    return row
  }
  function capture({ id, session_id, fiat_amount }: PaymentRow): void {
    captures.push({
      id: `capt_${id}`,
      sessionId: session_id,
      amount: fiat_amount,
      currencyCode: "usd",
      at: now(),
    })
  }
  async function withdrawable(index: number): Promise<bigint> {
    const { rail } = railAt(index)
    const balances = await collect(gateway.listBalances())
    const own = balances.find(({ networkId, token }) => networkId === rail.networkId && token === rail.token)
    return own ? units(index, own.amounts.total) : 0n
  }
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
        return capture(row)
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
        return withdraw(what)
      case "dashboard": {
        const amount = ((await withdrawable(what.rail)) * BigInt(what.share)) / 100n
        const { rail, other } = railAt(what.rail)
        if (amount > oneUnit(what.rail))
          await actInDashboard({ ...rail, amount: text(what.rail, amount), destinationAddress: other })
        return
      }
      case "not captured": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        planted.push(`not_captured ${invoiceId}`)
        return
      }
      case "capture alone": {
        const invoiceId = next("inv_nobody")
        capture(await storePayment(what.rail, invoiceId, { expected_amount: what.amount }))
        planted.push(`capture_without_invoice ${invoiceId}`)
        return
      }
      case "forgotten surplus": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        const received = text(what.rail, units(what.rail, what.amount) + 1n)
        await pay(invoiceId, received)
        const change = { expected_amount: what.amount, received_amount: received }
        capture(await storePayment(what.rail, invoiceId, change))
        planted.push(`amount_differs ${invoiceId}`)
        return
      }
      case "no transaction": {
        const invoiceId = await openInvoice(what.rail, what.amount)
        await pay(invoiceId, what.amount)
        const change = { expected_amount: what.amount, received_amount: what.amount }
        capture(await storePayment(what.rail, invoiceId, change))
        hidden.add(invoiceId)
        planted.push(`no_transaction ${invoiceId}`)
        return
      }
      case "payout missing": {
        const id = next("wd_nobody")
        await ownRow(what.rail, what.amount, { gateway_withdrawal_id: id, state: "completed" })
        planted.push(`payout_missing ${id}`)
      }
    }
  }

  async function actInDashboard(body: object): Promise<void> {
    const answer = await fetch(`${sandbox.origin}/_sandbox/dashboard/withdrawals`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-dashboard-session": sandbox.credentials.dashboardSession,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  function ownRow(index: number, amount: string, columns: Parameters<typeof withdrawalIn>[1]) {
    const { rail, canonical } = railAt(index)
    const at = now()
    return withdrawalIn(
      knex,
      { first_sent_at: at, completed_at: columns?.state === "completed" ? at : null, ...columns },
      {
        request_key: next("request"),
        chain: rail.chain,
        network_id: rail.networkId,
        token: rail.token,
        canonical_asset_id: canonical,
        amount,
      }
    )
  }
  async function withdraw({ rail: index, share, isFailing }: Happening & { kind: "withdrawal" }) {
    const baseUnits = ((await withdrawable(index)) * BigInt(share)) / 100n
    if (baseUnits <= oneUnit(index)) return
    const { rail, to } = railAt(index)
    const amount = text(index, baseUnits)
    const call = () => ({ idempotencyKey: next("withdrawal") })
    const { id: quoteId } = await gateway.quoteWithdrawal({ ...rail, amount, destinationAddress: to }, call())
    const row = await ownRow(index, amount, { state: "sending" })
    const sent = await gateway.createWithdrawal({ quoteId, clientReference: row.id }, call())
    await knex("onchain_withdrawal")
      .where({ id: row.id })
      .update({ state: "sent", gateway_withdrawal_id: sent.id })
    if (isFailing) await sandbox.failWithdrawal(sent.id)
  }

  /** What webhooks and polls would have told by the end of the day. */
  async function tellTheEnd(): Promise<void> {
    const assumptions = parseAssumptions()
    for (const { id, status, netAmount = null } of sandbox.withdrawals()) {
      const phase = withdrawalPhase(status, assumptions)
      const state = phase === "done" ? "completed" : phase === "failed" ? "failed" : "sent"
      const found = await knex("onchain_withdrawal")
        .where({ gateway_withdrawal_id: id })
        .update({ state, gateway_status: status, net_amount: netAmount, completed_at: now() })
      if (found === 0 && phase === "done") planted.push(`payout_unknown ${id}`)
    }
    await mirrorOf(knex).recordList(await collect(gateway.listDeposits()), now())
  }

  /** The service, but for what it forgets. */
  const forgetful = {
    listInvoices: (filter?: { status?: string }) => gateway.listInvoices(filter),
    async *listTransactions() {
      for await (const one of gateway.listTransactions()) if (!hidden.has(one.reference ?? "")) yield one
    },
  }
  const all = () => gateway.listTransactions()
  return { sandbox, gateway: forgetful, all, captures, planted, hidden, happen, tellTheEnd }
}
