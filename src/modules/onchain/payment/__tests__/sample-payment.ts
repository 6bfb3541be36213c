import { validInput } from "../../options/__tests__/valid-options"
import { scopeColumns } from "../../work/claim"
import { emptyRow } from "../../work/__tests__/empty-row"
import { DECISIONS, OF_ATTEMPT, OF_PAYMENT, type PaymentRow, type UnchosenPayment } from "../payment-row"

const NOW = new Date("2026-01-02T03:04:05.000Z")
const OF_DECISIONS = Object.values(DECISIONS).flatMap(({ columns }) => Object.keys(columns))

/** A row that awaits 12.5 USDC, with what differs. */
export function samplePayment(change: Partial<PaymentRow> = {}): PaymentRow {
  const { id = "ocpay_1", session_id = "payses_1", kind = "invoice", state = "awaiting" } = change
  const attempt_id = `ocatt_${id}`
  return {
    ...emptyRow([...OF_PAYMENT, ...OF_ATTEMPT, ...OF_DECISIONS]),
    id,
    attempt_id,
    attempt_created_at: change.created_at ?? NOW,
    current_attempt_id: attempt_id,
    ...scopeColumns(validInput),
    session_id,
    external_order_id: kind === "auto_deposit" ? session_id : null,
    kind,
    state,
    idempotency_key: "invoice_ocpay_1",
    gateway_invoice_id: "inv_1",
    gateway_status: "pending",
    rail_id: "evm:base-mainnet:USDC",
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    decimals: 6,
    contract_address: "0xcontract",
    expected_amount: "12.5",
    session_fiat_amount: "12.5",
    status: "awaiting",
    fiat_amount: "12.5",
    asked_fiat_amount: change.fiat_amount ?? "12.5",
    currency_code: "usd",
    rate: "1",
    rate_source: "fixed",
    rate_at: NOW,
    deposit_address: "0x52908400098527886E0F7030069857D2E4169EE7",
    checked_at: NOW,
    check_count: 0,
    created_at: NOW,
    updated_at: NOW,
    ...change,
  } as PaymentRow
}

/** A payment of 12.50 USD without an attempt, with overrides. */
export function sampleUnchosen(change: Partial<UnchosenPayment> = {}): UnchosenPayment {
  const { attempt_id, state, current_attempt_id, ...payment } = samplePayment()
  return { ...payment, attempt_id: null, state: "choosing", current_attempt_id: null, ...change }
}
