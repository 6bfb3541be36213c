/** Which API key an endpoint takes. `by_body`: the payout key when the body has payout recipients. */
export type KeyType = "standard" | "payout" | "by_body"

export type Endpoint = {
  method: "GET" | "POST"
  /** Relative to the base URL, with `{name}` placeholders. */
  path: string
  key: KeyType
  /** Mutating calls carry an idempotency key, always. */
  isMutating: boolean
}

/** Every endpoint the plugin uses, as data. @see service-interface "Endpoints" */
export const endpoints = {
  createInvoice: {
    method: "POST",
    path: "/businesses/{businessId}/invoices",
    key: "by_body",
    isMutating: true,
  },
  getInvoice: { method: "GET", path: "/businesses/invoices/{invoiceId}", key: "standard", isMutating: false },
  getInvoiceProgress: { method: "GET", path: "/invoices/{invoiceId}", key: "standard", isMutating: false },
  listInvoices: {
    method: "GET",
    path: "/businesses/{businessId}/invoices",
    key: "standard",
    isMutating: false,
  },
  listNetworks: { method: "GET", path: "/networks", key: "standard", isMutating: false },
  listSupportedNetworks: { method: "GET", path: "/networks/supported", key: "standard", isMutating: false },
  listTokens: { method: "GET", path: "/tokens", key: "standard", isMutating: false },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
