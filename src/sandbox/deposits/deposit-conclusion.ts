import { currentPlan } from "../billing/current-plan"
import { assetKey } from "../catalog/tokens"
import { takeIntentStep } from "../intents/intent-steps"
import type { StoredIntent } from "../intents/stored-intent"
import type { Account } from "../ledger/ledger"
import { settleFunds } from "../treasury/settle-funds"
import type { World } from "../world"
import { createAutoInvoice } from "./auto-invoice"
import { depositToWire } from "./deposit-view"
import { payoutOf } from "./intent-payout"
import { judgeDeposit, type Verdict } from "./judgement"
import type { ObservedDeposit, StoredDeposit } from "./stored-deposit"

/** Judges a deposit that has become final, and does what follows. */
export function concludeDeposit(world: World, deposit: ObservedDeposit): void {
  const { business, intents } = world
  const { customerId, asset } = deposit
  const activeIntents = customerId === undefined ? [] : intents.activeOf(customerId, asset.networkId)
  const verdict = judgeDeposit({ deposit, activeIntents, business, plan: currentPlan(world) })
  switch (verdict.kind) {
    case "ignored":
    case "unrecorded":
      return moveOn(world, deposit, "unrecorded", `deposit_${verdict.kind}`)
    case "ledger_only":
      return takeIn(world, deposit, verdict.feeBaseUnits)
    case "matched":
      takeIntentStep(verdict.intent, "deposit_assigned")
      return takeIn(world, deposit, verdict.feeBaseUnits, verdict.intent)
    case "review":
      return putAside(world, deposit, verdict)
  }
}

/** Income that is clear: a paid invoice, with an order or in a mode that has none. */
function takeIn(world: World, deposit: ObservedDeposit, feeBaseUnits: bigint, intent?: StoredIntent): void {
  const { asset, amountBaseUnits, transaction } = deposit
  const status = intent && ("matched" as const)
  const { id } = createAutoInvoice(world, deposit, { status, intent })
  settleFunds(world, {
    asset,
    from: "awaiting",
    grossBaseUnits: amountBaseUnits,
    transaction,
    feeBaseUnits,
    reference: id,
    payout: intent && payoutOf(intent, amountBaseUnits),
  })
}

/** Income of a customer is recorded as paid also when nobody knows what for. */
function putAside(world: World, deposit: ObservedDeposit, verdict: Verdict & { kind: "review" }): void {
  const { status, expectedIntent, isIncome } = verdict
  moveOn(world, deposit, "review", status)
  const invoice = isIncome ? createAutoInvoice(world, deposit, { status }) : undefined
  const stored: StoredDeposit = {
    ...deposit,
    assignmentStatus: status,
    expectedIntent,
    status: "review_required",
    invoiceId: invoice?.id,
    failsNextRefund: false,
  }
  world.deposits.add(stored)
  world.webhooks.announce("deposit.review_required", stored.id, depositToWire(world, stored))
}

function moveOn({ ledger }: World, deposit: ObservedDeposit, to: Account, reason: string): void {
  const { id, asset, amountBaseUnits: baseUnits } = deposit
  ledger.move({ asset: assetKey(asset), from: "awaiting", to, baseUnits, reason, reference: id })
}
