import { createStore, type Store } from "../store"

export type CustomerAddress = { readonly chain: string; readonly networkId: string; readonly address: string }

export type StoredCustomer = {
  readonly id: string
  /** Unique reference of the caller. */
  readonly externalRef: string
  /** One per ensured rail, oldest first. */
  readonly addresses: CustomerAddress[]
}

export type CustomerStore = Store<StoredCustomer> & {
  findByRef(externalRef: string): StoredCustomer | undefined
}

export function createCustomerStore(): CustomerStore {
  const store = createStore<StoredCustomer>("customer")
  const byRef = new Map<string, StoredCustomer>()
  return {
    ...store,
    add(customer) {
      store.add(customer)
      byRef.set(customer.externalRef, customer)
    },
    findByRef: (externalRef) => byRef.get(externalRef),
  }
}
