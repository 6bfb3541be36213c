/** What an admin may be allowed, apart from each other. */
export type AdminPermission = { resource: string; operation: string }

/** Names under which a store with roles can allow it, and what each means to the one who decides about a role. */
export const ADMIN_PERMISSIONS = {
  readHealth: {
    name: "ReadOnchainHealth",
    resource: "onchain_health",
    operation: "read",
    description: "See the health of crypto payments",
  },
  readPayments: {
    name: "ReadOnchainPayments",
    resource: "onchain_payment",
    operation: "read",
    description: "See crypto payments without an order",
  },
  decidePayments: {
    name: "UpdateOnchainPayments",
    resource: "onchain_payment",
    operation: "update",
    description: "Decide where crypto payments without an order belong",
  },
  readDeposits: {
    name: "ReadOnchainDeposits",
    resource: "onchain_deposit",
    operation: "read",
    description: "See crypto deposits in review and the addresses of customers",
  },
  decideDeposits: {
    name: "UpdateOnchainDeposits",
    resource: "onchain_deposit",
    operation: "update",
    description: "Assign and accept crypto deposits in review",
  },
  refundDeposits: {
    name: "RefundOnchainDeposits",
    resource: "onchain_deposit",
    operation: "refund",
    description: "Send crypto deposits in review back to their senders",
  },
  readWebhooks: {
    name: "ReadOnchainWebhooks",
    resource: "onchain_webhook",
    operation: "read",
    description: "See the payment service's webhooks with their bodies",
  },
  rerunWebhooks: {
    name: "UpdateOnchainWebhooks",
    resource: "onchain_webhook",
    operation: "update",
    description: "Have the payment service's webhooks worked on again",
  },
} as const satisfies Record<string, AdminPermission & { name: string; description: string }>
