import type { MedusaContainer } from "@medusajs/framework/types"
import { decideSettlement, type SettlementDecision } from "../../../domain/settlement"
import type { Invoice } from "../../../gateway/contract"
import { paymentToExpected, type PaymentRow } from "../../../modules/onchain/payment-row"
import { loadSessionFacts, type LoadedFacts } from "./load-session-facts"

/** Reads what Medusa knows now, and decides what the invoice of a payment means. */
export async function decide(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<{ decision: SettlementDecision; facts: LoadedFacts }> {
  const { clock, options } = container.resolve("onchain")
  const facts = await loadSessionFacts(container, payment, clock())
  return { decision: decideSettlement(invoice, paymentToExpected(payment), facts, options), facts }
}
