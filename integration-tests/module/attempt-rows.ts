import { asValue } from "@medusajs/framework/awilix"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createMedusaContainer } from "@medusajs/framework/utils"
import type { Invoice } from "../../src/gateway/contract"
import { openAttempt, reopenAttempt } from "../../src/modules/onchain/payment/opening"
import { isCurrent, type PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import type { RefundRow } from "../../src/modules/onchain/refund/refund-ledger"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { followEarlierAttempt, recordCaptured } from "../../src/workflows/payment/settle-payment"
import { setUpOpening, stellarRail, usdcRail } from "./payment-opening"
import { invoice, reread } from "./rows"

type CreateInvoice = NonNullable<Parameters<typeof setUpOpening>[1]>

/** One payment whose payer chooses repeatedly. The service answers a repeated key with the same invoice. */
export function setUpAttempts(
  { knex, service }: { knex: Knex; service: OnchainModuleService },
  beforeAnswer: (number: number) => void = () => undefined
) {
  const invoices = new Map<string, Invoice>()
  const createInvoice: CreateInvoice = async (body, { idempotencyKey }) => {
    const known = invoices.get(idempotencyKey) ?? invoice({ ...body, id: `inv_${invoices.size + 1}` })
    invoices.set(idempotencyKey, known)
    beforeAnswer(invoices.size)
    return known
  }
  const opening = setUpOpening(knex, createInvoice)
  const { store, context, openSession } = opening
  const container = createMedusaContainer()
  const silent = { info: () => undefined, warn: () => undefined }
  container.register({ onchain: asValue(service), logger: asValue(silent) })
  const now = async () => {
    const payment = await store.findAny({ session_id: "payses_1" })
    if (!payment) throw new Error("no session was opened")
    return payment
  }
  return {
    ...opening,
    container,
    now,
    openUnchosen: () => openSession({ railId: undefined }),
    choose: async (railId = usdcRail) => openAttempt(await now(), railId, context),
    repeat: (attempt: PaymentRow) => reopenAttempt(attempt, context),
    /** Reads an attempt's invoice like a webhook or a poll, up to the decision about its order. */
    async read({ attempt_id }: PaymentRow, change: Partial<Invoice>): Promise<PaymentRow> {
      const row = await store.find({ attempt_id })
      if (!row) throw new Error(`there is no attempt ${attempt_id}`)
      const read = invoiceOf(row, change)
      const recorded = await store.record(row, read)
      if (!isCurrent(recorded)) await followEarlierAttempt(container, recorded, read)
      return (await store.find({ attempt_id })) ?? recorded
    },
    capture: async () =>
      recordCaptured(container, await reread(store, (await now()).id), null, { isRefundDue: false }),
    dueRefunds: () =>
      knex<RefundRow>("onchain_refund")
        .where({ state: "due" })
        .whereNull("deleted_at")
        .orderBy("id")
        .select("*"),
  }
}

/** The service's report of an attempt's invoice. */
export function invoiceOf(row: PaymentRow, change: Partial<Invoice>): Invoice {
  const { chain, network_id: networkId, token, canonical_asset_id: assetId, expected_amount: amount } = row
  const asset = { chain, networkId, token, ...(assetId === null ? {} : { canonicalAssetId: assetId }) }
  return invoice({ ...asset, amount, id: row.gateway_invoice_id ?? "", ...change })
}

export const RAILS = [usdcRail, stellarRail] as const
