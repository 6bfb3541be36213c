import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice } from "../../src/gateway/contract"
import { samplePayment } from "../../src/modules/onchain/payment/__tests__/sample-payment"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { storeDueStatuses } from "../../src/modules/onchain/payment/payment-status"
import type { PaymentStore } from "../../src/modules/onchain/payment/payment-store"

export const EVM_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const STELLAR_ADDRESS = "GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX"

export const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: "inv_1",
  status: "pending",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
  depositAddress: change.chain === "stellar" ? STELLAR_ADDRESS : EVM_ADDRESS,
  ...change,
})

/** Stores a row, whose keys are named like its id, and reads it back as the database has it. */
export async function stored(store: PaymentStore, change: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  const name = (change.id ?? "ocpay_1").replace(/^ocpay_/, "")
  const keys = {
    session_id: `payses_${name}`,
    idempotency_key: `invoice_${name}`,
    gateway_invoice_id: `inv_${name}`,
  }
  const row = samplePayment({ ...keys, ...change })
  await store.insert(row)
  return reread(store, row.id)
}

export async function reread(store: PaymentStore, id = "ocpay_1"): Promise<PaymentRow> {
  const row = await store.find({ id })
  if (!row) throw new Error(`there is no payment ${id}`)
  return row
}

/** Stores the statuses of a scene that was planted by SQL. */
export async function storeAllStatuses(knex: Knex): Promise<void> {
  await knex("onchain_payment").update({ status: null })
  await storeDueStatuses(knex, 50_000)
}
