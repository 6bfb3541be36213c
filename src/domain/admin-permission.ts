/** An operation that a role can allow. */
export type AdminPermission = { resource: string; operation: string }

/** Permissions by name, with the description that the editor of a role sees. */
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
    description: "See crypto payments, and check them at the provider",
  },
  decidePayments: {
    name: "UpdateOnchainPayments",
    resource: "onchain_payment",
    operation: "update",
    description: "Decide about crypto payments, and send payment links",
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
  eraseCustomers: {
    name: "DeleteOnchainCustomers",
    resource: "onchain_customer",
    operation: "delete",
    description: "Erase the data of a customer from the rows of crypto payments",
  },
  readWebhooks: {
    name: "ReadOnchainWebhooks",
    resource: "onchain_webhook",
    operation: "read",
    description: "See the provider's webhooks with their bodies",
  },
  rerunWebhooks: {
    name: "UpdateOnchainWebhooks",
    resource: "onchain_webhook",
    operation: "update",
    description: "Run the provider's webhooks again",
  },
  readDestinations: {
    name: "ReadOnchainDestinations",
    resource: "onchain_destination",
    operation: "read",
    description: "See the addresses that crypto can be paid out to",
  },
  createDestinations: {
    name: "CreateOnchainDestinations",
    resource: "onchain_destination",
    operation: "create",
    description: "Add addresses that crypto can be paid out to",
  },
  approveDestinations: {
    name: "ApproveOnchainDestinations",
    resource: "onchain_destination",
    operation: "approve",
    description: "Approve addresses that crypto can be paid out to",
  },
  archiveDestinations: {
    name: "DeleteOnchainDestinations",
    resource: "onchain_destination",
    operation: "delete",
    description: "Archive addresses that crypto could be paid out to",
  },
  readWithdrawals: {
    name: "ReadOnchainWithdrawals",
    resource: "onchain_withdrawal",
    operation: "read",
    description: "See crypto withdrawals",
  },
  requestWithdrawals: {
    name: "CreateOnchainWithdrawals",
    resource: "onchain_withdrawal",
    operation: "create",
    description: "Request crypto withdrawals, confirm their quotes and cancel them",
  },
  approveWithdrawals: {
    name: "ApproveOnchainWithdrawals",
    resource: "onchain_withdrawal",
    operation: "approve",
    description: "Approve crypto withdrawals, and end those with an unknown outcome",
  },
  readRefunds: {
    name: "ReadOnchainRefunds",
    resource: "onchain_refund",
    operation: "read",
    description: "See crypto refunds that are due or paid",
  },
  payRefunds: {
    name: "PayOnchainRefunds",
    resource: "onchain_refund",
    operation: "pay",
    description: "Request payouts of crypto refunds, and settle refunds by other means",
  },
  readFinance: {
    name: "ReadOnchainBooks",
    resource: "onchain_book",
    operation: "read",
    description: "See crypto balances, transactions and reports",
  },
  reviewTransactions: {
    name: "UpdateOnchainBooks",
    resource: "onchain_book",
    operation: "update",
    description: "Mark crypto transactions as reviewed",
  },
  makeReports: {
    name: "CreateOnchainReports",
    resource: "onchain_book",
    operation: "create",
    description: "Create reports of crypto payments",
  },
  readBilling: {
    name: "ReadOnchainBilling",
    resource: "onchain_billing",
    operation: "read",
    description: "See the plan and gas credit at the provider",
  },
} as const satisfies Record<string, AdminPermission & { name: string; description: string }>
