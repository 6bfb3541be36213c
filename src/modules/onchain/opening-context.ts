import type { Catalog } from "../../gateway/client/catalog"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { AddressBook } from "./address-book"
import type { CustomerDirectory } from "./customer-directory"
import type { IntentStore } from "./intent-store"
import type { OnchainOptions } from "./options"
import type { PaymentStore } from "./payment-store"

/** What a checkout asks for. `fiatAmount` is decimal text in major units. */
export type OpenPaymentRequest = {
  sessionId: string
  railId: string | undefined
  fiatAmount: string
  currencyCode: string
  /** Medusa's customer, when signed in; null for a guest. */
  customerId: string | null
  /** Medusa's payment collection, where it is known. */
  collectionId?: string | null
}

/** Runs a job while nobody else runs one under the same key. */
export type Exclusively = <T>(key: string, job: () => Promise<T>) => Promise<T>

export type OpeningContext = {
  store: PaymentStore
  intents: IntentStore
  customers: Pick<CustomerDirectory, "ensure">
  addresses: Pick<AddressBook, "ensure">
  gateway: Pick<GatewayClient, "createInvoice" | "createIntent">
  catalog: Catalog
  options: OnchainOptions
  clock: () => number
  onRateError: (railId: string, error: unknown) => void
  exclusively: Exclusively
}
