export type CustomerAddress = { readonly chain: string; readonly networkId: string; readonly address: string }

export type StoredCustomer = {
  readonly id: string
  /** Unique reference of the caller. */
  readonly externalRef: string
  /** One per ensured rail, oldest first. */
  readonly addresses: CustomerAddress[]
}
