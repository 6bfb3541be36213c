import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { collect, type GatewayClient } from "../../src/gateway"
import { withdrawalPhase } from "../../src/gateway/contract"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type OnchainModuleService from "../../src/modules/onchain/service"
import type { NewWithdrawal } from "../../src/modules/onchain/payout/withdrawal-store"
import type { Sandbox } from "../../src/sandbox"
import { oneUnit, railAt, toText, toUnits } from "./business-rails"
import { withdrawalIn } from "./payout-rows"

type Parts = {
  service: OnchainModuleService
  knex: Knex
  sandbox: Sandbox
  gateway: GatewayClient
  /** A name that was not used before. */
  next: (name: string) => string
}
type Columns = Parameters<typeof withdrawalIn>[1]

/** A business's outgoing money over a day: by its store, by its dashboard, and back to its customers. */
export class BusinessPayouts {
  constructor(private readonly parts: Parts) {}

  /** A share of the available balance. @param share percent */
  async withdraw(index: number, share: number, isFailing: boolean): Promise<void> {
    const baseUnits = await this.shareOf(index, share)
    if (baseUnits <= oneUnit(index)) return
    const id = await this.send(index, toText(index, baseUnits))
    if (isFailing) await this.parts.sandbox.failWithdrawal(id)
  }

  /** A refund of an order, paid out when the treasury holds as much. */
  async refundOrder(index: number, payment: PaymentRow): Promise<void> {
    const { service, next } = this.parts
    const refund_id = next("ref")
    await service.refunds.oweOrderRefund(payment, { id: refund_id, fiatAmount: payment.fiat_amount })
    const owed = toUnits(index, payment.expected_amount)
    if ((await this.shareOf(index, 100)) < owed) return
    await this.send(index, payment.expected_amount, { kind: "refund", refund_id, payment_id: payment.id })
  }

  async withdrawInDashboard(index: number, share: number): Promise<void> {
    const { rail, other } = railAt(index)
    const amount = await this.shareOf(index, share)
    if (amount <= oneUnit(index)) return
    const { sandbox } = this.parts
    const answer = await fetch(`${sandbox.origin}/_sandbox/dashboard/withdrawals`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-dashboard-session": sandbox.credentials.dashboardSession,
      },
      body: JSON.stringify({ ...rail, amount: toText(index, amount), destinationAddress: other }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** A row that the service may have under an identifier. */
  store(index: number, amount: string, columns: Columns, change: Partial<NewWithdrawal> = {}) {
    const { knex, sandbox, next } = this.parts
    const { rail, canonical } = railAt(index)
    const at = new Date(sandbox.now())
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
        ...change,
      }
    )
  }

  /**
   * What webhooks and polls would have reported by the end of the day. A service need not report the received
   * amount of a withdrawal: for every third it does not.
   *
   * @returns identifiers of completed withdrawals that are none of ours
   */
  async tellTheEnd(): Promise<string[]> {
    const { knex, sandbox } = this.parts
    const unknown: string[] = []
    for (const [n, { id, status, netAmount = null }] of sandbox.withdrawals().entries()) {
      const phase = withdrawalPhase(status)
      const state = phase === "done" ? "completed" : phase === "failed" ? "failed" : "sent"
      const found = await knex("onchain_withdrawal")
        .where({ gateway_withdrawal_id: id })
        .update({
          state,
          gateway_status: status,
          net_amount: n % 3 === 0 ? null : netAmount,
          completed_at: new Date(sandbox.now()),
        })
      if (found === 0 && phase === "done") unknown.push(id)
    }
    return unknown
  }

  private async send(index: number, amount: string, change: Partial<NewWithdrawal> = {}): Promise<string> {
    const { knex, gateway, next } = this.parts
    const { rail, to } = railAt(index)
    const call = () => ({ idempotencyKey: next("withdrawal") })
    const quote = await gateway.quoteWithdrawal({ ...rail, amount, destinationAddress: to }, call())
    const columns = { state: "sending", quote_net: quote.netAmount ?? null } as const
    const row = await this.store(index, amount, columns, change)
    const sent = await gateway.createWithdrawal({ quoteId: quote.id, clientReference: row.id }, call())
    await knex("onchain_withdrawal")
      .where({ id: row.id })
      .update({ state: "sent", gateway_withdrawal_id: sent.id })
    return sent.id
  }

  private async shareOf(index: number, share: number): Promise<bigint> {
    const { rail } = railAt(index)
    const balances = await collect(this.parts.gateway.listBalances())
    const own = balances.find(({ networkId, token }) => networkId === rail.networkId && token === rail.token)
    return own ? (toUnits(index, own.amounts.total) * BigInt(share)) / 100n : 0n
  }
}
