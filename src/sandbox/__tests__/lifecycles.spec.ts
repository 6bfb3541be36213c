import { withdrawalPhase } from "../../gateway/contract"
import { billingInvoiceLifecycle, billingLifecycle } from "../billing/billing-account"
import { issueRenewal, takeBillingInvoiceStep, takeBillingStep } from "../billing/billing-cycle"
import { openShop } from "../deposits/__tests__/shop"
import { takeDepositStep } from "../deposits/deposit-steps"
import { depositLifecycle } from "../deposits/stored-deposit"
import { intentLifecycle, takeIntentStep } from "../intents/stored-intent"
import { takeStep } from "../invoices/invoice-steps"
import { invoiceLifecycle } from "../invoices/stored-invoice"
import { destinations, openBusiness, usdcOnBase } from "../payouts/__tests__/business"
import { routeLifecycle } from "../payouts/payout-route"
import { approveRoute, archiveRoute, createRoute } from "../payouts/route-steps"
import { deliveryLifecycle, replayRefusals, retryRefusals, takeDeliveryStep } from "../webhooks/delivery"
import { isFinal, withdrawalLifecycle, type WithdrawalStatus } from "../withdrawals/stored-withdrawal"
import { takeWithdrawalStep } from "../withdrawals/withdrawal-steps"

type Table<Status extends string, Trigger extends string> = Record<Status, Partial<Record<Trigger, Status>>>
/** An object that moves through a table: its status can be read and set, and a step taken. */
type Subject<Status, Trigger> = { at(status?: Status): Status; take(trigger: Trigger): unknown }
type Machine = {
  name: string
  first: string
  ends: string[]
  table: Table<string, string>
  open(): Subject<string, string> | Promise<Subject<string, string>>
}

function machine<Status extends string, Trigger extends string>(
  name: string,
  table: Table<Status, Trigger>,
  [first, ...ends]: Status[],
  open: () => Subject<Status, Trigger> | Promise<Subject<Status, Trigger>>
): Machine {
  return { name, table, first: String(first), ends, open }
}

function atStatus<Status>(subject: { status: Status }) {
  return (status = subject.status) => (subject.status = status)
}
const recipients = [{ label: "seller", destinationAddress: destinations.evm, shareBps: 10_000 }]

const machines = [
  machine(
    "an invoice",
    invoiceLifecycle,
    ["pending", "paid", "overpaid", "expired", "failed", "cancelled"],
    async () => {
      const { world, invoice } = openBusiness()
      const stored = world().invoices.get(await invoice())
      return { at: atStatus(stored), take: (trigger) => takeStep(world(), stored, trigger) }
    }
  ),
  machine(
    "a deposit in review",
    depositLifecycle,
    ["review_required", "assigned", "accepted", "refunded"],
    async () => {
      const { world, customer, ensure, send } = openShop()
      const { depositId = "" } = await send({ toAddress: await ensure(await customer()), amount: "5" })
      const deposit = world().deposits.get(depositId)
      return { at: atStatus(deposit), take: (trigger) => takeDepositStep(world(), deposit, trigger) }
    }
  ),
  machine("an intent", intentLifecycle, ["active", "replaced", "matched"], async () => {
    const { world, customer, intent } = openShop()
    const stored = world().intents.get((await intent(await customer())).id)
    return { at: atStatus(stored), take: (trigger) => takeIntentStep(stored, trigger) }
  }),
  machine(
    "a withdrawal",
    withdrawalLifecycle,
    ["queued", "completed", "destination_rejected", "failed"],
    async () => {
      const { fund, withdraw, world } = openBusiness()
      await fund()
      const withdrawal = world().withdrawals.get(await withdraw())
      return { at: atStatus(withdrawal), take: (trigger) => takeWithdrawalStep(world(), withdrawal, trigger) }
    }
  ),
  machine("a payout route", routeLifecycle, ["draft", "archived"], () => {
    const world = openBusiness().world()
    const route = createRoute(world, { name: "to the seller", ...usdcOnBase, recipients })
    const steps = { approved: approveRoute, archived: archiveRoute }
    return { at: atStatus(route), take: (trigger) => steps[trigger](world, route.id) }
  }),
  machine("a subscription", billingLifecycle, ["active"], () => {
    const { billing } = openBusiness().world()
    return {
      at: (state = billing.state) => (billing.state = state),
      take: (trigger) => takeBillingStep(billing, trigger),
    }
  }),
  machine("a renewal invoice", billingInvoiceLifecycle, ["open", "paid", "expired", "cancelled"], () => {
    const renewal = issueRenewal(openBusiness({ business: { plan: "Startup" } }).world())
    if (!renewal) throw new Error("no renewal")
    return { at: atStatus(renewal), take: (trigger) => takeBillingInvoiceStep(renewal, trigger) }
  }),
  machine("a delivery", deliveryLifecycle, ["queued"], () => {
    const delivery = {
      ...{ id: "whk_1", event: "invoice.paid", subjectId: "inv_1", body: Buffer.from("{}") },
      ...{ attempts: [], scheduledAttempts: 0, state: "queued" as keyof typeof deliveryLifecycle },
    }
    return {
      at: (state = delivery.state) => (delivery.state = state),
      take: (trigger) => takeDeliveryStep(delivery, trigger),
    }
  }),
]

describe.each(machines)("the lifecycle of $name", ({ table, first, ends, open }) => {
  it("reaches every status from the first one, and ends only where nothing follows", () => {
    const reached = new Set([first])
    for (const status of reached) {
      for (const next of Object.values(table[status] ?? {})) reached.add(String(next))
    }
    expect([...reached].sort()).toEqual(Object.keys(table).sort())
    const final = Object.keys(table).filter((status) => Object.keys(table[status] ?? {}).length === 0)
    expect(final.sort()).toEqual([...ends].sort())
  })

  it("takes exactly the steps of its table", async () => {
    const triggers = new Set(Object.values(table).flatMap((steps) => Object.keys(steps)))
    for (const [status, steps] of Object.entries(table)) {
      for (const trigger of triggers) {
        const { at, take } = await open()
        at(status)
        const expected = steps[trigger]
        if (expected === undefined) expect(() => take(trigger)).toThrow(` is ${status}: `)
        else take(trigger)
        expect([status, trigger, at()]).toEqual([status, trigger, expected ?? status])
      }
    }
  })
})

it("a confirming invoice neither expires nor is cancelled", () => {
  expect(invoiceLifecycle.confirming).not.toHaveProperty("expired")
  expect(invoiceLifecycle.confirming).not.toHaveProperty("cancelled")
})

it("every status of a withdrawal means to a client what it means here", () => {
  for (const status of Object.keys(withdrawalLifecycle) as WithdrawalStatus[]) {
    const phase = isFinal(status) ? (status === "completed" ? "done" : "failed") : "pending"
    expect([status, withdrawalPhase(status)]).toEqual([status, phase])
  }
})

it("an operator may retry and replay a delivery exactly where its lifecycle has the step", () => {
  for (const [state, steps] of Object.entries(deliveryLifecycle)) {
    const { [state]: retry } = retryRefusals as Record<string, string | null>
    const { [state]: replay } = replayRefusals as Record<string, string | null>
    const hasStep = ["retried_by_hand" in steps, "replayed_by_hand" in steps]
    expect([state, retry === null, replay === null]).toEqual([state, ...hasStep])
  }
})
