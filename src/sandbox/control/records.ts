import type { StoredCustomer } from "../customers/stored-customer"
import { depositToContract } from "../deposits/deposit-view"
import { intentToContract } from "../intents/intent-view"
import { invoiceToContract } from "../invoices/invoice-view"
import { ledgerRows } from "../ledger/ledger-rows"
import type { SandboxControl } from "../sandbox"
import { withdrawalToContract } from "../withdrawals/withdrawal-view"
import type { WorldHost } from "../world-host"

type Records = Pick<
  SandboxControl,
  | "customers"
  | "invoices"
  | "intents"
  | "payments"
  | "deposits"
  | "withdrawals"
  | "ledger"
  | "requests"
  | "deliveries"
  | "state"
>

/** Everything there is to see, as copies. */
export function records(host: WorldHost): Records {
  const world = () => host.current()
  return {
    customers: () => world().customers.all().map(copyCustomer),
    invoices: () => {
      const { invoices, assumptions } = world()
      return invoices.all().map((invoice) => invoiceToContract(invoice, "with_progress", assumptions))
    },
    intents: () =>
      world()
        .intents.all()
        .map((intent) => intentToContract(intent, world().assumptions)),
    payments: () => world().payments.map((payment) => ({ ...payment })),
    deposits: () =>
      [...world().deposits.newestFirst()].reverse().map((deposit) => depositToContract(world(), deposit)),
    withdrawals: () =>
      world()
        .withdrawals.all()
        .map((withdrawal) => withdrawalToContract(withdrawal, world().assumptions)),
    ledger: () => ledgerRows(world()),
    requests: () => world().requests.map((entry) => ({ ...entry })),
    deliveries: () => world().webhooks.deliveries(),
    state: () => ({
      now: new Date(world().clock.now()).toISOString(),
      clock: host.clockMode,
      seed: world().seed,
      environment: world().credentials.environment,
      businessId: world().credentials.businessId,
      webhookUrl: host.webhookTarget()?.url ?? null,
      invoices: world().invoices.all().length,
      payments: world().payments.length,
      requests: world().requests.length,
      deliveries: world().webhooks.count(),
      faults: world().faults.pending(),
    }),
  }
}

function copyCustomer({ id, externalRef, addresses }: StoredCustomer): StoredCustomer {
  return { id, externalRef, addresses: addresses.map((address) => ({ ...address })) }
}
