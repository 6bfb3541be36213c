/** A network on which the service watches a customer's reusable address. */
export type CustomerAddress = { readonly chain: string; readonly networkId: string; readonly address: string }

export type StoredCustomer = {
  readonly id: string
  /** The caller's own reference; no two customers share one. */
  readonly externalRef: string
  /** One for each rail that was ensured, oldest first. */
  readonly addresses: CustomerAddress[]
}

export type CustomerStore = {
  add(customer: StoredCustomer): void
  find(id: string): StoredCustomer | undefined
  findByRef(externalRef: string): StoredCustomer | undefined
  /** Oldest first. */
  all(): readonly StoredCustomer[]
}

export function createCustomerStore(): CustomerStore {
  const byId = new Map<string, StoredCustomer>()
  const byRef = new Map<string, StoredCustomer>()
  return {
    add(customer) {
      byId.set(customer.id, customer)
      byRef.set(customer.externalRef, customer)
    },
    find: (id) => byId.get(id),
    findByRef: (externalRef) => byRef.get(externalRef),
    all: () => [...byId.values()],
  }
}
